import type { Progress } from '../model/Progress';
import type { WalkError } from '../model/WalkError';

type Restarted = (restarts: number) => void;

/** Beside the progress of an ended walk, as its token is: an operator knows no client, and an error is plain data. */
const listeners = new WeakMap<Progress, Restarted>();

/** Listens for the restart of the walk that ended with this error. */
export const onRestart = (error: WalkError, restarted: Restarted): void => {
  if (error._tag === 'PageTokenExpired') listeners.set(error.progress, restarted);
};

/** Tells whoever listens that the walk that ended with this error is restarted. */
export const tellRestart = (error: WalkError, restarts: number): void => {
  if (error._tag === 'PageTokenExpired') listeners.get(error.progress)?.(restarts);
};

import type { Progress } from '../../model/errors/Progress';
import type { PageTokenExpired, WalkError } from '../../model/errors/WalkError';

type Restarted = (restarts: number) => void;

/** Beside the progress of an ended walk, as its token is: an operator knows no client, and an error is plain data. */
const listeners = new WeakMap<Progress, Restarted>();

/** Listens for the restart of the walk that ended with this error. */
export const onRestart = (error: WalkError, restarted: Restarted): void => {
  if (error._tag === 'PageTokenExpired') listeners.set(error.progress, restarted);
};

/** Whether somebody listens for the restart of the walk that came so far. */
export const hasListener = (progress: Progress): boolean => listeners.has(progress);

/** Whoever listens for the restart of a walk hears of it from a copy of its progress too. */
export const listenAlike = (progress: Progress, copy: Progress): void => {
  const restarted = listeners.get(progress);
  if (restarted) listeners.set(copy, restarted);
};

/** Tells that the walk that ended with this error has now been restarted so many times. */
export const tellOfRestart = ({ progress }: PageTokenExpired, restarts: number): void => {
  listeners.get(progress)?.(restarts);
};

/** How many restarts in a row may bring nothing new, if nobody says otherwise. */
export const maxRestarts = 3;

/** Bounds the restarts of a walk whose page tokens expire: not how many there are, but how many are in vain (law 13). */
export interface RestartBudget {
  /** Spends a restart and tells of it, if there is one left. */
  readonly spend: (error: PageTokenExpired) => boolean;
  /** The last restart was not in vain. */
  readonly refill: () => void;
}

export const restartBudget = (max: number = maxRestarts): RestartBudget => {
  let restarts = 0;
  let inVain = 0;
  return {
    spend: (error) => {
      if (inVain >= max) return false;
      restarts += 1;
      inVain += 1;
      tellOfRestart(error, restarts);
      return true;
    },
    refill: () => {
      inVain = 0;
    },
  };
};

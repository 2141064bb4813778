import * as O from 'fp-ts/Option';
import { tokenOf, type Progress, progressAt } from '../model/errors/Progress';
import { hasListener, listenAlike } from '../walk/recovery/restarts';

/** What of a value may be how far a walk came: that of an error, in a Left or by itself. */
interface MaybeEnded {
  readonly progress?: Progress;
  readonly left?: { readonly progress?: Progress } | null;
}

const progressOf = (value: unknown): Progress | undefined => {
  const { progress, left } = Object(value) as MaybeEnded;
  return progress ?? left?.progress;
};

/** Whether this value is an error beside which more is kept, where no copy finds it: where to go on, who hears of a restart. */
export const holdsMore = (value: unknown): boolean => {
  const progress = progressOf(value);
  return progress !== undefined && (O.isSome(tokenOf(progress)) || hasListener(progress));
};

export const cannotCopy = (cause: unknown): Error =>
  new TypeError(
    'spool: a value cannot be copied, because it holds a function, a symbol or something else that structured clone ' +
      'refuses; map it to plain data before the spool',
    { cause },
  );

/** What structured clone makes of a value; what is kept beside an error is kept beside its copy. */
export const cloneOf = <T>(value: T): T => {
  let clone: T;
  try {
    clone = structuredClone(value);
  } catch (error) {
    throw cannotCopy(error);
  }
  const [progress, copy] = [progressOf(value), progressOf(clone)];
  if (progress !== undefined && copy !== undefined) {
    progressAt(copy, tokenOf(progress));
    listenAlike(progress, copy);
  }
  return clone;
};

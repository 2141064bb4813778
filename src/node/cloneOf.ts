import { type Progress, walkedTo } from '../model/errors/Progress';

/** What of a value may be how far a walk came: that of an error, in a Left or by itself. */
interface MaybeEnded {
  readonly progress?: Progress;
  readonly left?: { readonly progress?: Progress } | null;
}

const progressOf = (value: unknown): Progress | undefined => {
  const { progress, left } = Object(value) as MaybeEnded;
  return progress ?? left?.progress;
};

/** Whether this value is an error that carries more than a copy would: where to resume, and who reports a restart. */
export const holdsMore = (value: unknown): boolean => walkedTo.of(progressOf(value)) !== undefined;

export const cannotCopy = (cause: unknown): Error =>
  new TypeError(
    'spool: a value cannot be copied, because it holds a function, a symbol or something else that structured clone ' +
      'refuses; map it to plain data before the spool',
    { cause },
  );

/** What structured clone makes of a value. The copy of an error carries what the error does. */
export const cloneOf = <T>(value: T): T => {
  let clone: T;
  try {
    clone = structuredClone(value);
  } catch (error) {
    throw cannotCopy(error);
  }
  const carried = walkedTo.of(progressOf(value));
  const copy = progressOf(clone);
  if (carried && copy) walkedTo.carry(copy, carried);
  return clone;
};

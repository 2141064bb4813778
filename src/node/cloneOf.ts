import * as O from 'fp-ts/Option';
import type { PageToken } from '../model/PageToken';
import { tokenOf, type Progress, progressAt } from '../model/Progress';

/** What of a value may be how far a walk came: that of an error, in a Left or by itself. */
interface Ended {
  readonly progress?: Progress;
  readonly left?: { readonly progress?: Progress } | null;
}

const progressOf = (value: unknown): Progress | undefined => {
  const { progress, left } = Object(value) as Ended;
  return progress ?? left?.progress;
};

/** Where a walk can go on after the error that this value is. It is kept beside the error, where no copy finds it. */
export const tokenIn = (value: unknown): O.Option<PageToken> => {
  const progress = progressOf(value);
  return progress === undefined ? O.none : tokenOf(progress);
};

export const refusal = (cause: unknown): Error =>
  new TypeError(
    'spool: a value cannot be copied, because it holds a function, a symbol or something else that structured clone ' +
      'refuses; map it to plain data before the spool',
    { cause },
  );

/** What structured clone makes of a value; an error that knows where its walk can go on still knows it. */
export const cloneOf = <T>(value: T): T => {
  let clone: T;
  try {
    clone = structuredClone(value);
  } catch (error) {
    throw refusal(error);
  }
  const progress = progressOf(clone);
  if (progress !== undefined) progressAt(progress, tokenIn(value));
  return clone;
};

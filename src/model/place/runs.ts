import { none } from 'fp-ts/Option';
import { type AnyPlace, hiddenOf, placeWith } from './placeInternals';
import type { MarkRun, Run } from './Run';

/** The text of a run that begins. */
export const newRun = (): string =>
  [0, 0].map(() => Math.random().toString(36).slice(2, 13)).join('');

/** Undefined for a place that no durable walk has kept, or a plain one of version 1.0.0-rc.2. */
export const runOf = (place: AnyPlace | undefined): Run | undefined => hiddenOf(place)?.run;

export const markRunOf = (place: AnyPlace | undefined): MarkRun | undefined => {
  const run = runOf(place);
  return run?.by === 'mark' ? run : undefined;
};

/** Whether the runs of a walk follow each other, each from what the one before has come to. */
export const recurs = (place: AnyPlace | undefined): boolean =>
  (runOf(place)?.by ?? 'plain') !== 'plain';

/** A place in a run. */
export const placeIn = <P extends AnyPlace | undefined>(place: P, run: Run | undefined): P => {
  const hidden = hiddenOf(place);
  return place && hidden && run ? (placeWith(place, { ...hidden, run }) as P) : place;
};

/** Where a run begins. */
export const firstPlace = (run: Run): AnyPlace =>
  placeWith(
    { pages: 0, objects: 0, round: 1, isLast: false },
    { pageToken: none, request: undefined, run },
  );

/** JSON has no bigints, and no other part of a place is an object with one field. */
export const writeBigint = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { bigint: String(value) } : value;
/** To read millions of digits takes seconds, and no mark has as many. */
export const readBigint = (_: string, value: { readonly bigint?: string } | null): unknown => {
  const digits = value?.bigint;
  if (digits === undefined) return value;
  if (!/^-?\d{1,1000}$/.test(digits)) throw new TypeError('this is not a mark');
  return BigInt(digits);
};

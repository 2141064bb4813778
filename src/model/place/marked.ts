import { none } from 'fp-ts/Option';
import { type AnyPlace, hiddenOf, placeWith } from './placeInternals';
import type { Marks } from './Mark';

export const isNil = (mark: unknown): mark is null | undefined =>
  mark === undefined || mark === null;

/** Undefined for the place of a walk that has no marks. */
export const marksOf = (place: AnyPlace | undefined): Marks | undefined => hiddenOf(place)?.marks;

/** The option that a walk was kept with. */
export const keptWith = (place: AnyPlace | undefined): 'mark' | 'delta' | undefined => {
  const marks = marksOf(place);
  return marks && (typeof marks[3] === 'boolean' ? 'delta' : 'mark');
};

/** The marks of a place in place of others. */
export const placeWithMarks = <P extends AnyPlace | undefined>(
  place: P,
  marks: Marks | undefined,
): P => {
  const hidden = hiddenOf(place);
  return place && hidden && marks ? (placeWith(place, { ...hidden, marks }) as P) : place;
};

/** Where a run begins. */
export const firstPlace = (marks: Marks): AnyPlace =>
  placeWith(
    { pages: 0, objects: 0, round: 1, isLast: false },
    { pageToken: none, request: undefined, marks },
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

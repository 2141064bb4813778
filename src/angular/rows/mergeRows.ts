import * as E from 'fp-ts/Either';
import type { Key } from '../../walk/recovery/seenBefore';
import type { Row } from '../WalkState';
import { sameValue } from './sameValue';

/**
 * The rows that have come again, in their order. Those that say the same as before are the objects that they were, so that
 * nothing is rendered again for them.
 */
export const mergeRows = <T>(
  before: ReadonlyArray<Row<T>>,
  fresh: ReadonlyArray<Row<T>>,
  key: (object: T) => Key,
): ReadonlyArray<Row<T>> => {
  const known = new Map<Key, Row<T>>();
  for (const row of before) if (E.isRight(row)) known.set(key(row.right), row);
  return fresh.map((row) => {
    const old = E.isRight(row) ? known.get(key(row.right)) : undefined;
    return old !== undefined && E.isRight(old) && E.isRight(row) && sameValue(old.right, row.right) ? old : row;
  });
};

/** The rows whose keys are not among those of others. */
export const withoutKnown = <T>(
  rows: ReadonlyArray<Row<T>>,
  others: ReadonlyArray<Row<T>>,
  key: (object: T) => Key,
): ReadonlyArray<Row<T>> => {
  const known = new Set(others.flatMap((row) => (E.isRight(row) ? [key(row.right)] : [])));
  return rows.filter((row) => E.isLeft(row) || !known.has(key(row.right)));
};

/** Whether these are the same rows in the same order. */
export const isUnchanged = <T>(before: ReadonlyArray<Row<T>>, after: ReadonlyArray<Row<T>>): boolean =>
  before.length === after.length && before.every((row, index) => row === after[index]);

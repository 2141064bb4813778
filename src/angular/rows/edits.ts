import * as E from 'fp-ts/Either';
import type { Key } from '../../walk/recovery/seenBefore';
import type { Row } from '../WalkState';

/** A change of a list that the service has not confirmed yet. */
export type Edit<T> =
  | { readonly type: 'patch'; readonly key: Key; readonly change: (object: T) => T }
  | { readonly type: 'insert'; readonly object: T }
  | { readonly type: 'remove'; readonly key: Key };

/** The rows as they are after an edit. */
const after = <T>(rows: ReadonlyArray<Row<T>>, edit: Edit<T>, key: (object: T) => Key): ReadonlyArray<Row<T>> => {
  const has = (row: Row<T>, wanted: Key): boolean => E.isRight(row) && key(row.right) === wanted;
  switch (edit.type) {
    case 'patch':
      return rows.map((row) => (has(row, edit.key) && E.isRight(row) ? E.right(edit.change(row.right)) : row));
    case 'remove':
      return rows.filter((row) => !has(row, edit.key));
    case 'insert': {
      // One that the service has sent meanwhile is there already.
      const wanted = key(edit.object);
      return rows.some((row) => has(row, wanted)) ? rows : [E.right(edit.object), ...rows];
    }
  }
};

/**
 * The rows as they are after all edits, in their order. Without an edit they are the same array. An edit that throws changes
 * nothing, and `broken` hears of it.
 */
export const afterEdits = <T>(
  rows: ReadonlyArray<Row<T>>,
  edits: ReadonlyArray<Edit<T>>,
  key: (object: T) => Key,
  broken: (edit: Edit<T>, thrown: unknown) => void,
): ReadonlyArray<Row<T>> =>
  edits.reduce((edited, edit) => {
    try {
      return after(edited, edit, key);
    } catch (thrown) {
      broken(edit, thrown);
      return edited;
    }
  }, rows);

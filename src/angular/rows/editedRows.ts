import { untracked } from '@angular/core';
import { combineLatest, map } from 'rxjs';
import type { PendingEdit, Row, WalkStateOptions } from '../WalkState';
import { afterEdits, type Edit } from './edits';
import { type GrowingRows, growingRows, type KeptRows, objectsIn } from './growingRows';
import { mergeRows, withoutKnown } from './mergeRows';
import { type PendingEdits, pendingEdits } from './pendingEdits';
import type { Refreshed } from './refreshing';

/** The rows of a list with changes that the service has not confirmed yet. */
export interface EditedRows<T> extends GrowingRows<T> {
  readonly edit: (edit: Edit<T>) => PendingEdit;
  /** Puts rows that have come again in their places. What has come behind them meanwhile stays. */
  readonly refresh: (fresh: Refreshed<T>) => void;
  readonly edits: PendingEdits<T>;
  /** Gives the rows to keep when the list is gone. Edits that wait still reach them. */
  readonly keep: () => EditableRows<T>;
}

/** The rows of a list as data, with the edits that wait. */
export interface EditableRows<T> extends KeptRows<T> {
  readonly edits?: PendingEdits<T> | undefined;
}

/**
 * The edits lie over the rows, so that pages that come meanwhile do not lose them. When one is confirmed, `confirmed` is given
 * what makes it a part of the rows.
 */
export const editedRows = <T>(
  key: WalkStateOptions<T>['key'],
  kept: EditableRows<T> | undefined,
  confirmed: (apply: () => void) => void,
  threw: (thrown: unknown) => void,
): EditedRows<T> => {
  const edits = kept?.edits ?? pendingEdits<T>();
  // Only with a key there are edits.
  const edited = (all: ReadonlyArray<Row<T>>, pending: ReadonlyArray<Edit<T>>): ReadonlyArray<Row<T>> =>
    key === undefined ? all : afterEdits(all, pending, key, broken);
  // Later: rows are also read where no signal may be written. Then it still waits, and is dropped once.
  const broken = (edit: Edit<T>, thrown: unknown): void => {
    queueMicrotask(() => {
      if (edits.drop(edit)) threw(thrown);
    });
  };
  const rows = growingRows(key, kept, {
    isEmpty: () => edits.waiting().length === 0,
    over: (all) => edited(all, edits.waiting()),
  });
  const looked = combineLatest([rows.changes, edits.changes]);
  const confirm = (edit: Edit<T>): void => {
    confirmed(() => {
      rows.replace(edited(rows.kept.rows, [edit]));
    });
  };
  edits.passTo(confirm);

  return {
    ...rows,
    get kept() {
      return rows.kept;
    },
    get size() {
      return rows.size;
    },
    get valid() {
      return rows.valid;
    },
    changes: looked.pipe(map(([all, pending]) => edited(all, pending))),
    validChanges: combineLatest([rows.validChanges, looked]).pipe(
      map(([valid, [all, pending]]) => (pending.length === 0 ? valid : objectsIn(edited(all, pending)))),
    ),
    refresh: (fresh) => {
      if (key === undefined) return;
      const { rows: before, pages } = rows.kept;
      const merged = mergeRows(before, fresh.rows, key);
      const behind = fresh.isLast ? [] : withoutKnown(before.slice(fresh.size), merged, key);
      rows.replace([...merged, ...behind], behind.length > 0 ? pages : fresh.pages);
    },
    edit: (edit) => {
      if (key === undefined)
        throw new Error(`${edit.type} needs to know objects by a key: give the list the option key`);
      return edits.add(edit, confirm);
    },
    edits,
    keep: () => {
      // What nobody waits for would lead to those who have listened to it.
      if (untracked(edits.waiting).length === 0) return rows.kept;
      const data = { ...rows.kept, edits };
      edits.passTo((edit) => {
        data.rows = edited(data.rows, [edit]);
      });
      return data;
    },
  };
};

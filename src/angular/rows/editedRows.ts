import { signal, untracked } from '@angular/core';
import { BehaviorSubject, combineLatest, map } from 'rxjs';
import type { PendingEdit, Row, WalkStateOptions } from '../WalkState';
import { afterEdits, type Edit } from './edits';
import { type GrowingRows, growingRows, type KeptRows, objectsIn } from './growingRows';
import { mergeRows, withoutKnown } from './mergeRows';
import type { Refreshed } from './refreshing';

/** The rows of a list with changes that the service has not confirmed yet. */
export interface EditedRows<T> extends GrowingRows<T> {
  readonly edit: (edit: Edit<T>) => PendingEdit;
  /** Puts rows that have come again in their places. What has come behind them meanwhile stays. */
  readonly refresh: (fresh: Refreshed<T>) => void;
}

/**
 * The edits lie over the rows, so that pages that come meanwhile do not lose them. `confirmed` is called when one has become
 * a part of the rows.
 */
export const editedRows = <T>(
  key: WalkStateOptions<T>['key'],
  kept: KeptRows<T> | undefined,
  confirmed: () => void,
): EditedRows<T> => {
  const edits = signal<ReadonlyArray<Edit<T>>>([]);
  const changes = new BehaviorSubject<ReadonlyArray<Edit<T>>>([]);
  const set = (next: ReadonlyArray<Edit<T>>): void => {
    untracked(() => {
      edits.set(next);
      changes.next(next);
    });
  };
  // Only with a key there are edits.
  const edited = (all: ReadonlyArray<Row<T>>, pending: ReadonlyArray<Edit<T>>): ReadonlyArray<Row<T>> =>
    key === undefined ? all : afterEdits(all, pending, key);
  const rows = growingRows(key, kept, {
    isEmpty: () => edits().length === 0,
    over: (all) => edited(all, edits()),
  });
  const looked = combineLatest([rows.changes, changes]);

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
      set([...untracked(edits), edit]);
      const end = (act: () => void) => (): void => {
        const left = untracked(edits).filter((other) => other !== edit);
        if (left.length === untracked(edits).length) return;
        act();
        set(left);
      };
      return {
        commit: end(() => {
          rows.replace(afterEdits(rows.kept.rows, [edit], key));
          confirmed();
        }),
        rollback: end(() => undefined),
      };
    },
  };
};

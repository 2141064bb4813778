import { computed, signal, type Signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import { BehaviorSubject, type Observable } from 'rxjs';
import { seenBefore } from '../walk/seenBefore';
import type { Row, WalkState, WalkStateOptions } from './WalkState';

/** The rows of a list, which grow page by page. */
export interface GrowingRows<T> extends Pick<WalkState<T>, 'objects' | 'progress'> {
  readonly size: number;
  /** One array that grows: a viewport looks at a part of it, and copying all of it for every page would be for nothing. */
  readonly changes: Observable<ReadonlyArray<Row<T>>>;
  /** Whether the row is a new one; one that is known by its key is dropped. */
  readonly add: (row: Row<T>) => boolean;
  readonly countPage: () => void;
  /** Shows what has come. It is shown in any case when the code that runs has ended, so that a page is shown as one. */
  readonly show: () => void;
  /** The same objects will come again: rows without a key, which cannot be told from them, have to go. */
  readonly beginAgain: () => void;
  readonly clear: () => void;
}

export const growingRows = <T>(key: WalkStateOptions<T>['key']): GrowingRows<T> => {
  const newSeen = () => key && seenBefore<T, ReturnType<typeof key>>(key);
  let seen = newSeen();
  let rows: Array<Row<T>> = [];
  let pages = 0;
  let isDue = false;
  const changes = new BehaviorSubject<ReadonlyArray<Row<T>>>(rows);
  const shown = signal({ rows, pages, objects: 0 });

  const show = (): void => {
    isDue = false;
    const before = untracked(shown);
    const isChanged = before.rows !== rows || before.objects !== rows.length;
    if (isChanged || before.pages !== pages) shown.set({ rows, pages, objects: rows.length });
    // Who calls this in an effect does not want to depend on what a viewport reads.
    if (isChanged) {
      untracked(() => {
        changes.next(rows);
      });
    }
  };

  const isNew = (row: Row<T>): boolean => {
    if (seen === undefined) return true;
    return E.isRight(row) ? seen.isNewObject(row.right) : seen.isNewComplaint(row.left);
  };

  const clear = (): void => {
    seen = newSeen();
    if (rows.length + pages === 0) return;
    rows = [];
    pages = 0;
    show();
  };

  // Signals need a new array, for an input that gets the same one is not set; it is made when it is read.
  const objects: Signal<ReadonlyArray<Row<T>>> = computed(() => shown().rows.slice(0, shown().objects));

  return {
    get size() {
      return rows.length;
    },
    objects,
    progress: computed(() => ({ pages: shown().pages, objects: shown().objects })),
    changes: changes.asObservable(),
    add: (row) => {
      if (!isNew(row)) return false;
      rows.push(row);
      if (!isDue) queueMicrotask(show);
      isDue = true;
      return true;
    },
    countPage: () => {
      pages += 1;
    },
    show,
    beginAgain: () => {
      if (seen === undefined) clear();
      else seen.beginAgain();
    },
    clear,
  };
};

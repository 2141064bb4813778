import { computed, signal, type Signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import { BehaviorSubject, type Observable } from 'rxjs';
import type { InvalidObject } from '../../model/errors/WalkError';
import { seenBefore } from '../../walk/recovery/seenBefore';
import { isUnchanged } from './mergeRows';
import type { Row, WalkState, WalkStateOptions } from '../WalkState';

/** The rows of a list as data. */
export interface KeptRows<T> {
  readonly rows: ReadonlyArray<Row<T>>;
  readonly pages: number;
}

/** The rows of a list, which grow page by page. */
export interface GrowingRows<T> extends Pick<WalkState<T>, 'value' | 'invalid' | 'objects' | 'progress'> {
  /** The rows themselves, to keep them when the list is gone. */
  readonly kept: KeptRows<T>;
  readonly size: number;
  /** How many of them are valid. */
  readonly valid: number;
  /** One array that grows: a viewport looks at a part of it, and copying all of it for every page would be for nothing. */
  readonly changes: Observable<ReadonlyArray<Row<T>>>;
  /** The same for the valid objects alone. */
  readonly validChanges: Observable<ReadonlyArray<T>>;
  /** Whether the row is a new one; one that is known by its key is dropped. */
  readonly add: (row: Row<T>) => boolean;
  readonly countPage: () => void;
  /** Shows what has come. It is shown in any case when the code that runs has ended, so that a page is shown as one. */
  readonly show: () => void;
  /** The same objects will come again: rows without a key, which cannot be distinguished from them, are removed. */
  readonly beginAgain: () => void;
  /** The same, but they stay until the first page is here. */
  readonly makeRoom: () => void;
  readonly clear: () => void;
  /** Puts others in their place, those of this many pages. Those that are the same rows as before change nothing. */
  readonly replace: (rows: ReadonlyArray<Row<T>>, pages?: number) => void;
}

/** What lies over the rows, read from signals. */
export interface Overlay<T> {
  readonly isEmpty: () => boolean;
  readonly over: (rows: ReadonlyArray<Row<T>>) => ReadonlyArray<Row<T>>;
}

/** The valid ones. */
export const objectsIn = <T>(rows: ReadonlyArray<Row<T>>): Array<T> =>
  rows.flatMap((row) => (E.isRight(row) ? [row.right] : []));

export const growingRows = <T>(
  key: WalkStateOptions<T>['key'],
  kept: KeptRows<T> | undefined,
  overlay: Overlay<T>,
): GrowingRows<T> => {
  const newSeen = () => key && seenBefore<T, ReturnType<typeof key>>(key);
  let seen = newSeen();
  let rows: Array<Row<T>> = [...(kept?.rows ?? [])];
  let objects: Array<T> = objectsIn(rows);
  let pages = kept?.pages ?? 0;
  let isDue = false;
  let isStale = false;
  const changes = new BehaviorSubject<ReadonlyArray<Row<T>>>(rows);
  const validChanges = new BehaviorSubject<ReadonlyArray<T>>(objects);
  const shown = signal({ rows, objects, pages, size: rows.length, valid: objects.length });

  // Signals need a new array, for an input that gets the same one is not set; it is made when it is read.
  const all: Signal<ReadonlyArray<Row<T>>> = computed(() => overlay.over(shown().rows.slice(0, shown().size)));
  const value: Signal<ReadonlyArray<T>> = computed(() =>
    overlay.isEmpty() ? shown().objects.slice(0, shown().valid) : objectsIn(all()),
  );
  const invalid: Signal<ReadonlyArray<InvalidObject>> = computed(() =>
    shown().size === shown().valid ? [] : all().flatMap((row) => (E.isLeft(row) ? row.left : [])),
  );

  const show = (): void => {
    isDue = false;
    const before = untracked(shown);
    const isOther = before.rows !== rows;
    const isChanged = isOther || before.size !== rows.length;
    if (isChanged || before.pages !== pages) {
      shown.set({ rows, objects, pages, size: rows.length, valid: objects.length });
    }
    if (!isChanged) return;
    // An effect that calls this should not depend on what a viewport reads.
    untracked(() => {
      // A signal keeps what it gave until it is read again: the rows of a walk that was left would stay in memory.
      if (isOther) [all, value, invalid].forEach((read) => read());
      changes.next(rows);
      validChanges.next(objects);
    });
  };

  const isNew = (row: Row<T>): boolean => {
    if (seen === undefined) return true;
    return E.isRight(row) ? seen.isNewObject(row.right) : seen.isNewComplaint(row.left);
  };

  rows.forEach(isNew);

  const drop = (): void => {
    isStale = false;
    rows = [];
    objects = [];
    pages = 0;
  };

  const clear = (): void => {
    seen = newSeen();
    if (rows.length + pages === 0) return;
    drop();
    show();
  };

  return {
    get kept() {
      return { rows, pages };
    },
    get size() {
      return rows.length;
    },
    get valid() {
      return objects.length;
    },
    value,
    invalid,
    objects: all,
    progress: computed(() => ({ pages: shown().pages, objects: shown().size })),
    changes: changes.asObservable(),
    validChanges: validChanges.asObservable(),
    add: (row) => {
      if (!isNew(row)) return false;
      if (isStale) drop();
      rows.push(row);
      if (E.isRight(row)) objects.push(row.right);
      if (!isDue) queueMicrotask(show);
      isDue = true;
      return true;
    },
    countPage: () => {
      if (isStale) drop();
      pages += 1;
    },
    show,
    beginAgain: () => {
      if (seen === undefined) clear();
      else seen.beginAgain();
    },
    makeRoom: () => {
      if (seen === undefined) isStale = true;
      else seen.beginAgain();
    },
    clear,
    replace: (next, count = pages) => {
      pages = count;
      if (!isUnchanged(rows, next)) {
        isStale = false;
        rows = [...next];
        objects = objectsIn(rows);
        seen = newSeen();
        rows.forEach(isNew);
      }
      show();
    },
  };
};

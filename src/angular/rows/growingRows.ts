import { computed, signal, type Signal, untracked } from '@angular/core';
import { BehaviorSubject, type Observable } from 'rxjs';
import type { InvalidObject } from '../../model/errors/WalkError';
import { seenBefore } from '../../walk/recovery/seenBefore';
import type { ListRows } from '../list/List';
import type { WalkList, WalkListOptions, WalkProgress } from '../WalkList';
import { type PendingEdits, pendingEdits } from './edits';
import { mergeRows } from './mergeRows';

/** Rows as the users of a list see them. `R` is what a viewport gets: some rows of a window are not in memory. */
export interface ShownRows<T, R = T, K = unknown> extends ListRows<T>, Pick<WalkList<T>, 'value' | 'invalid'> {
  readonly progress: Signal<WalkProgress>;
  /** What viewports look at. It changes in place, and is emitted again then: copying all of it for every page would be for nothing. */
  readonly changes: Observable<ReadonlyArray<R>>;
  readonly edits: PendingEdits<T>;
  /** What to keep of the rows when the list is gone. Edits that wait still reach it. */
  readonly keep: () => K;
}

/** The rows of a list as data. */
export interface KeptRows<T> {
  readonly objects: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
  readonly pages: number;
  readonly edits?: PendingEdits<T> | undefined;
}

/** What rows say to their list. */
export interface RowEvents {
  /** An edit becomes a part of the rows by `apply`, which says how many rows there are more. */
  readonly confirm: (apply: () => number) => void;
  readonly threw: (thrown: unknown) => void;
  /** Other rows are in their place: what was made of the old ones must be made again. */
  readonly forgot: () => void;
}

/** Rows that grow page by page, with changes over them that the service has not confirmed yet. */
export const growingRows = <T>(
  key: WalkListOptions<never, T>['key'],
  kept: KeptRows<T> | undefined,
  { confirm, threw, forgot }: RowEvents,
): ShownRows<T, T, KeptRows<T>> => {
  const newSeen = () => key && seenBefore<T, ReturnType<typeof key>>(key);
  const edits = kept?.edits ?? pendingEdits<T>();
  let seen = newSeen();
  let objects: Array<T> = [...(kept?.objects ?? [])];
  let refused: Array<InvalidObject> = [...(kept?.invalid ?? [])];
  let pages = kept?.pages ?? 0;
  let isDue = false;
  let isStale = false;
  const see = (): void => {
    seen = newSeen();
    objects.forEach((object) => seen?.isNewObject(object));
    refused.forEach((invalid) => seen?.isNewComplaint(invalid));
  };
  see();

  edits.passTo({
    key,
    changed: () => changes.next(edits.over(objects)),
    confirm: (edit) => {
      confirm(() => {
        const before = objects.length;
        replace(edits.over(objects, edit), refused);
        return objects.length - before;
      });
    },
    threw,
  });

  const changes = new BehaviorSubject<ReadonlyArray<T>>(untracked(() => edits.over(objects)));
  const state = () => ({ objects, refused, pages, count: objects.length, refusals: refused.length });
  const shown = signal(state());
  // Signals need a new array, for an input that gets the same one is not set; it is made when it is read.
  const value = computed(() => edits.over(shown().objects.slice(0, shown().count)));
  const invalid = computed(() => shown().refused.slice(0, shown().refusals));

  const show = (): void => {
    isDue = false;
    const before = untracked(shown);
    const isOther = before.objects !== objects;
    const isChanged = isOther || before.count !== objects.length || before.refusals !== refused.length;
    if (isChanged || before.pages !== pages) shown.set(state());
    if (!isChanged) return;
    // An effect that calls this should not depend on what a viewport reads.
    untracked(() => {
      // A signal keeps what it gave until it is read again: the rows of a walk that was left would stay in memory.
      if (isOther) for (const read of [value, invalid, forgot]) read();
      changes.next(edits.over(objects));
    });
  };
  const showSoon = (): void => {
    if (!isDue) queueMicrotask(show);
    isDue = true;
  };

  const drop = (): void => {
    isStale = false;
    objects = [];
    refused = [];
    pages = 0;
  };
  const clear = (): void => {
    seen = newSeen();
    if (objects.length + refused.length + pages === 0) return;
    drop();
    show();
  };
  const replace = (next: ReadonlyArray<T>, nextRefused: ReadonlyArray<InvalidObject>): void => {
    const isSame = objects.length === next.length && objects.every((object, index) => object === next[index]);
    if (!isSame || refused.length + nextRefused.length > 0) {
      isStale = false;
      objects = [...next];
      refused = [...nextRefused];
      see();
    }
    show();
  };

  return {
    get size() {
      return isStale ? 0 : objects.length + refused.length;
    },
    get objects() {
      return isStale ? 0 : objects.length;
    },
    value,
    invalid,
    progress: computed(() => ({ pages: shown().pages, objects: shown().count + shown().refusals })),
    changes: changes.asObservable(),
    add: (object) => {
      if (seen?.isNewObject(object) === false) return false;
      if (isStale) drop();
      objects.push(object);
      showSoon();
      return true;
    },
    refuse: (complaint) => {
      if (seen?.isNewComplaint(complaint) === false) return;
      if (isStale) drop();
      refused.push(complaint);
      showSoon();
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
    putAgain: (came, _what, asked) => {
      if (key === undefined) return came;
      // What has come behind them meanwhile stays.
      const behind = came.isLast ? [] : objects.slice(asked.objects);
      const merged = mergeRows(objects, came.objects, behind, key);
      if (merged.length === came.objects.length) ({ pages } = came);
      replace(merged, [...came.invalid, ...(came.isLast ? [] : refused.slice(asked.size - asked.objects))]);
      return came;
    },
    edits,
    keep: () => {
      const data = {
        objects: objects as ReadonlyArray<T>,
        invalid: refused,
        pages,
        ...(edits.isWaiting() && { edits }),
      };
      // Edits that are over must not keep the listeners of the list in memory.
      edits.leave((edit) => {
        data.objects = edits.over(data.objects, edit);
      });
      return data;
    },
  };
};

import { type PendingTasks, signal } from '@angular/core';
import { BehaviorSubject } from 'rxjs';
import type { List } from '../../list/createList';
import { type Block, none } from '../../list/table/PageTable';

/** The rows of a list in an array, each at its index, as a viewport of the CDK gets them. */
export const placesOf = <T>() => {
  // It changes in place, and is emitted again then: copying all of it for every page would be for nothing.
  const places: Array<T | undefined> = [];
  const changes = new BehaviorSubject<ReadonlyArray<T | undefined>>(places);
  let before: ReadonlyArray<Block<T>> = none;
  const write = ({ first, rows }: Block<T>): void => rows.forEach((row, index) => (places[first + index] = row));
  // An empty place takes no memory; one that holds undefined does.
  const erase = ({ first, rows }: Block<T>): void =>
    rows.forEach((_, index) => Reflect.deleteProperty(places, first + index));

  return {
    changes: changes.asObservable(),
    put: (next: ReadonlyArray<Block<T>>, length: number): void => {
      let same = 0;
      while (same < next.length && next[same] === before[same]) same += 1;
      const [gone, come] = [before.slice(same), next.slice(same)];
      before = next;
      gone.filter((block) => !come.includes(block)).forEach(erase);
      come.filter((block) => !gone.includes(block)).forEach(write);
      places.length = length;
      changes.next(places);
    },
  };
};

export type Places<T> = ReturnType<typeof placesOf<T>>;

/**
 * What a list shows, as signals. `forget` is called when other rows are in the place of the first ones: a signal keeps what it gave
 * until it is read again, and rows that are gone would stay in memory.
 */
export const tableSignals = <T>(
  list: List<T>,
  places: Places<T> | undefined,
  forget: (() => unknown) | undefined,
  debugName: string | undefined,
  pending: PendingTasks | null,
) => {
  const first = list.snapshot();
  const view = signal(first.view, { ...(debugName !== undefined && { debugName }) });
  const rows = signal(first.rows);
  let finish: (() => void) | undefined;
  /** Lets a render on the server wait while the list loads, also between two attempts. */
  const hold = (isBusy: boolean): void => {
    if (isBusy) finish ??= pending?.add();
    else {
      finish?.();
      finish = undefined;
    }
  };
  let shown: typeof first.rows | undefined;
  const show = (): void => {
    const next = list.snapshot();
    view.set(next.view);
    if (next.rows !== shown) {
      const [before] = shown?.blocks ?? none;
      shown = next.rows;
      rows.set(shown);
      if (before !== undefined && before !== shown.blocks[0]) forget?.();
      places?.put(shown.blocks, shown.length);
    }
    hold(next.isBusy);
  };
  list.subscribe(show);
  show();
  return { view: view.asReadonly(), rows: rows.asReadonly() };
};

import { type PendingTasks, signal } from '@angular/core';
import type { List } from '../../list/createList';
import { none } from '../../list/table/PageTable';

/**
 * What a list shows, as signals. `forget` is called when other rows are in the place of the first ones: a signal keeps what it gave
 * until it is read again, and rows that are gone would stay in memory.
 */
export const tableSignals = <T>(
  list: List<T>,
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
    }
    hold(next.isBusy);
  };
  list.subscribe(show);
  show();
  return { view: view.asReadonly(), rows: rows.asReadonly() };
};

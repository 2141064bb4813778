import type { Signal } from '@angular/core';
import type { Observable } from 'rxjs';
import type { PendingEdit, WalkList, WalkStatus } from '../WalkList';
import type { Edit } from '../table/edits';
import { reduce } from './reduce';
import type { ListEvent, ListState } from './ListState';

/** A list as data, while its component is there and while it is away. Whoever holds an edit reaches it in both cases. */
export interface Cell<T> {
  state: ListState<T>;
  /** Tells the list, or changes its data where it is away. */
  send: (event: ListEvent<T>) => void;
}

/** Without edits that wait, the data of a list that is away holds nothing of its component. */
const withoutComponent = <T>(state: ListState<T>): ListState<T> =>
  state.edits.length > 0 ? state : { ...state, rules: { ...state.rules, key: undefined } };

/** From now on the list is data only. */
export const detach = <T>(cell: Cell<T>, state: ListState<T>): void => {
  cell.state = withoutComponent(state);
  cell.send = (event) => {
    cell.state = withoutComponent(reduce(cell.state, event));
  };
};

export const editIn = <T>(cell: Cell<T>, edit: Edit<T>): PendingEdit => {
  if (cell.state.rules.key === undefined)
    throw new Error(`${edit.type} needs to know objects by a key: give the list the option key`);
  cell.send({ type: 'edit', edit });
  return {
    commit: () => cell.send({ type: 'commit', edit }),
    rollback: () => cell.send({ type: 'rollback', edit }),
  };
};

/** A walk that fills a list as far as it is wanted. `R` is what a viewport gets: some rows of a window are not in memory. */
export interface List<T, R = T> extends Pick<WalkList<T>, 'value' | 'invalid' | 'error' | 'retrying' | 'progress'> {
  readonly status: Signal<WalkStatus>;
  /** Whether the last page has come. */
  readonly isEnd: Signal<boolean>;
  readonly changes: Observable<ReadonlyArray<R>>;
  readonly send: (event: ListEvent<T>) => void;
  /** Pages that are wanted begin to load at once: never while Angular renders, or before inputs are set. */
  readonly turn: () => void;
  /** Calls back when no page is under way, at once where none is. */
  readonly whenSettled: (settled: () => void) => void;
  readonly destroy: () => void;
}

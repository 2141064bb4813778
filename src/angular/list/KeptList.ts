import { untracked } from '@angular/core';
import type { EditableRows, EditedRows } from '../rows/editedRows';
import type { PendingEdits } from '../rows/pendingEdits';
import { isExhausted, type ListState, newList } from './ListState';

/** A list as data: what is kept of it while its component is away. It holds nothing of the component. */
export interface KeptList<T> {
  readonly state: ListState;
  readonly rows: EditableRows<T>;
  readonly scroll: { offset: number };
  /** When its rows were asked for, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * What is kept of a list that is left; undefined where nothing is worth it. A failure is not: the list continues with the page
 * that failed. Neither is a list that would have to begin again and could not know its rows by a key.
 */
export const keptList = <T>(
  state: ListState,
  rows: EditedRows<T>,
  hasKey: boolean,
  scroll: KeptList<T>['scroll'],
  at: number,
): KeptList<T> | undefined => {
  const isOver = isExhausted(state);
  const hasRows = rows.size > 0 || untracked(rows.edits.waiting).length > 0;
  const isKnown = hasKey || state.isTransferred || state.start.pageToken !== undefined;
  if (state.phase === 'cancelled' || !(isOver || (hasRows && isKnown))) return undefined;
  const asIdle = { ...state, isWalking: false, isReleased: false };
  return { state: isOver ? asIdle : { ...asIdle, phase: 'idle', error: undefined }, rows: rows.keep(), scroll, at };
};

/** A list that has only the edits of another one, whose place it takes. */
export const withEditsOf = <T>(edits: PendingEdits<T>): KeptList<T> => ({
  state: newList('idle'),
  rows: { rows: [], pages: 0, edits },
  scroll: { offset: 0 },
  at: 0,
});

import type { GrowingRows, KeptRows } from '../rows/growingRows';
import { isExhausted, type ListState } from './ListState';

/** A list as data: what is kept of it while its component is away. It holds nothing of the component. */
export interface KeptList<T> {
  readonly state: ListState;
  readonly rows: KeptRows<T>;
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
  rows: GrowingRows<T>,
  hasKey: boolean,
  scroll: KeptList<T>['scroll'],
  at: number,
): KeptList<T> | undefined => {
  const isOver = isExhausted(state);
  const isKnown = hasKey || state.isTransferred || state.start.pageToken !== undefined;
  if (state.phase === 'cancelled' || !(isOver || (rows.size > 0 && isKnown))) return undefined;
  const asIdle = { ...state, isWalking: false, isReleased: false };
  return { state: isOver ? asIdle : { ...asIdle, phase: 'idle', error: undefined }, rows: rows.kept, scroll, at };
};

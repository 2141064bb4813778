import * as E from 'fp-ts/Either';
import type { WalkError } from '../../model/errors/WalkError';
import { continued } from '../applyPage';
import { isWalking, type ListState, type Windowing } from '../ListState';
import { failed, mayAsk } from '../transitions';
import { cutToTotal, none, oldRow, refilled, sizeOf, toOld, withPage } from '../table/PageTable';
import { sameValue } from '../../model/sameValue';
import { arrange, farthest, isShown, isNextShown, looksOf, nameTo, pagesShown, pagesWanted } from './viewport';

/** Requests for pages that were dropped, or never walked, that are under way together where their scheme can name them. */
const maxAtOnce = 4;

/** Pages that are wanted and not in memory, as far as they may be asked for beside those that are under way. */
const missing = <T>(state: ListState<T>): ReadonlyArray<number> => {
  const { table, asking, unobtainable } = state;
  const shown = pagesShown(table, looksOf(state));
  const isMissing = (page: number): boolean =>
    table.pages[page]?.rows === undefined &&
    !asking.includes(page) &&
    (shown.has(page) || !unobtainable.includes(page));
  const room = (table.naming?.follow === undefined ? 1 : maxAtOnce) - asking.length;
  return [...pagesWanted(table, looksOf(state))].filter(isMissing).slice(0, Math.max(0, room));
};

/** The walk continues when nothing is missing of what it has brought. */
export const isNextInWindow = <T>(state: ListState<T>): boolean =>
  !state.isPassing && state.asking.length === 0 && missing(state).length === 0 && isNextShown(state);

/** A page has come again. If it has more or fewer rows than before, those behind it move. */
const withRefilled = <T>(state: ListState<T>, page: number, came: ListState<T>): ListState<T> => {
  const { table, isEnd, error } = state;
  const before = table.pages[page];
  if (before === undefined) return state;
  const { records, isEnd: isLast, start } = came;
  const isMisnamed = table.naming !== undefined && table.naming.size !== records;
  const isFrontier = page === table.pages.length - 1 || isMisnamed;
  const behind = refilled(table, page, came.table, start, isLast || isMisnamed);
  const next = cutToTotal(behind, before.first, { ...came, isLast }, table.length);
  const isOver = isLast || (next !== behind && sizeOf(next) === next.length);
  const shown = {
    ...state,
    table: next,
    pages: state.pages + 1,
    unobtainable: state.unobtainable.filter((other) => other !== page),
    asking: state.asking.filter((other) => other !== page && other < next.pages.length),
  };
  // At a limit of the service the same request would end the same way.
  if ((isEnd && error !== undefined) || !(isOver || isFrontier)) return shown;
  const asking = shown.asking.filter((other) => other < page);
  return continued({ ...shown, asking }, { ...came, isEnd: isOver });
};

/** It could not be loaded. That stops the list only if a viewport shows it. */
const notRefilled = <T>(state: ListState<T>, page: number, error: WalkError | undefined): ListState<T> => {
  const asking = state.asking.filter((other) => other !== page);
  const isSeen = pagesShown(state.table, looksOf(state)).has(page);
  if (error !== undefined && !isSeen) return { ...state, asking, unobtainable: [...state.unobtainable, page] };
  if (error?._tag === 'PageTokenExpired') return failed({ ...state, asking }, error);
  return { ...state, asking: none, isFailed: true, error };
};

export const windowing: Windowing = {
  withPage,

  again: (state) => ({ ...state, table: toOld(state.table), unobtainable: none }),

  arranged: (state) => {
    const table = arrange(state.table, looksOf(state), state.isEnd);
    return table === state.table ? state : { ...state, table };
  },

  placed: (state, given) => {
    const { table, reached } = state;
    const size = sizeOf(table);
    const before = given.map((_, at) => oldRow(table, size + at));
    const isNew = given.some((_, at) => size + at >= reached || (!before[at] && isShown(size + at, state)));
    const rows = given.map((row, at) => {
      const old = before[at];
      return old !== undefined && sameValue(old, row) ? old : row;
    });
    return { rows, reached: Math.max(reached, size + rows.length), inVain: isNew ? 0 : state.inVain };
  },

  turned: (state) => {
    const { table, start } = state;
    const wanted = pagesWanted(table, looksOf(state));
    const asking = state.asking.filter((page) => wanted.has(page));
    if (asking.length < state.asking.length) return { ...state, asking, isPassing: true };
    const isAtRest = !isWalking(state) && !state.isFailed;
    if (!mayAsk(state) || state.isPassing || !(isAtRest || asking.length > 0)) return state;
    const index = asking.length === 0 ? farthest(table, state) : undefined;
    const named = index !== undefined && start !== undefined ? nameTo(table, index, start) : undefined;
    const next: typeof state = named?.next
      ? { ...state, table: named.table, start: named.next, walk: state.walk + 1, stage: 'none' }
      : state;
    const pages = missing(next);
    if (pages.length === 0) return state;
    return { ...next, asking: [...asking, ...pages], error: next.isEnd ? next.error : undefined, isFailed: false };
  },

  refilled: (state, page, came) =>
    E.isLeft(came) ? notRefilled(state, page, came.left) : withRefilled(state, page, came.right),
};

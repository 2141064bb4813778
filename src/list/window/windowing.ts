import * as E from 'fp-ts/Either';
import type { WalkError } from '../../model/errors/WalkError';
import { sameValue } from '../../model/sameValue';
import { continueBehind } from '../applyPage';
import { isAtEnd, isWalking, type ListState, type Windowing } from '../ListState';
import {
  blocksOf,
  cutToTotal,
  none,
  oldRow,
  refilled,
  sizeOf,
  toOld,
  withPage,
} from '../table/PageTable';
import { endWalk, failedWith, mayAsk } from '../transitions';
import {
  arrange,
  farthest,
  isNextShown,
  isShown,
  viewportOf,
  nameTo,
  pagesShown,
  pagesWanted,
} from './viewport';

/** Requests for pages that were dropped, or never walked, that are under way together where their scheme can name them. */
const maxAtOnce = 4;

/** Pages that are wanted and not in memory, as far as they may be asked for beside those that are under way. */
const missing = <T>(state: ListState<T>): ReadonlyArray<number> => {
  const { table, asking, unobtainable } = state;
  const shown = pagesShown(table, viewportOf(state));
  const isNil = (page: number): boolean =>
    table.pages[page]?.rows === undefined &&
    !asking.includes(page) &&
    (shown.has(page) || !unobtainable.includes(page));
  const room = (table.naming?.follow === undefined ? 1 : maxAtOnce) - asking.length;
  return [...pagesWanted(table, viewportOf(state))].filter(isNil).slice(0, Math.max(0, room));
};

/** A page has come again. If it has more or fewer rows than before, those behind it move. */
const withRefilled = <T>(state: ListState<T>, page: number, came: ListState<T>): ListState<T> => {
  const { table, outcome } = state;
  const before = table.pages[page];
  if (before === undefined) return state;
  const { said, start } = came;
  const { records } = said;
  const isLast = came.outcome.is === 'end';
  const isMisnamed = table.naming !== undefined && table.naming.size !== records;
  const isFrontier = page === table.pages.length - 1 || isMisnamed;
  const behind = refilled(table, page, came.table, start, isLast || isMisnamed);
  const next = cutToTotal(behind, before.first, { ...said, isLast }, table.length);
  const isOver = isLast || (next !== behind && sizeOf(next) === next.length);
  const shown = {
    ...state,
    table: next,
    pages: state.pages + 1,
    unobtainable: state.unobtainable.filter((other) => other !== page),
    asking: state.asking.filter((other) => other !== page && other < next.pages.length),
  };
  // At a limit of the service the same request would end the same way.
  if ((outcome.is === 'end' && outcome.error !== undefined) || !(isOver || isFrontier))
    return shown;
  const asking = shown.asking.filter((other) => other < page);
  return continueBehind({ ...shown, asking }, came, isOver);
};

/** It could not be loaded. That stops the list only if a viewport shows it. */
const notRefilled = <T>(state: ListState<T>, page: number, error: WalkError): ListState<T> => {
  const asking = state.asking.filter((other) => other !== page);
  const isSeen = pagesShown(state.table, viewportOf(state)).has(page);
  if (!isSeen) return { ...state, asking, unobtainable: [...state.unobtainable, page] };
  if (error._tag === 'PageTokenExpired') return endWalk({ ...state, asking }, error);
  return { ...state, asking: none, outcome: failedWith(error, state) };
};

export const windowing: Omit<Windowing, 'keepPages' | 'rowsAhead'> = {
  // The walk continues when nothing is missing of what it has brought.
  isNextWanted: (state) =>
    state.asking.length === 0 && missing(state).length === 0 && isNextShown(state),

  addPage: withPage,

  keepOld: (state) => ({ ...state, table: toOld(state.table), unobtainable: none }),

  arrange: (state) => {
    const table = arrange(state.table, viewportOf(state), isAtEnd(state));
    return table === state.table ? state : { ...state, table };
  },

  placeRows: (state, given) => {
    const { table, restarts } = state;
    const size = sizeOf(table);
    const before = given.map((_, at) => oldRow(table, size + at));
    const isNew = given.some(
      (_, at) => size + at >= restarts.reached || (!before[at] && isShown(size + at, state)),
    );
    const rows = given.map((row, at) => {
      const old = before[at];
      return old !== undefined && sameValue(old, row) ? old : row;
    });
    const reached = Math.max(restarts.reached, size + rows.length);
    return { rows, restarts: { reached, inVain: isNew ? 0 : restarts.inVain } };
  },

  takeTurn: (state) => {
    const { table, start, outcome } = state;
    const wanted = pagesWanted(table, viewportOf(state));
    const asking = state.asking.filter((page) => wanted.has(page));
    // Viewports have scrolled past pages before they came. Not each of those that they show now is worth a request.
    if (asking.length < state.asking.length) return { ...state, asking };
    const isAtRest = !isWalking(state) && outcome.is !== 'failed';
    if (!mayAsk(state) || !(isAtRest || asking.length > 0)) return state;
    const index = asking.length === 0 ? farthest(table, state) : undefined;
    const named =
      index !== undefined && start !== undefined ? nameTo(table, index, start) : undefined;
    const next: typeof state = named?.next
      ? { ...state, table: named.table, start: named.next, stage: 'none' }
      : state;
    const pages = missing(next);
    if (pages.length === 0) return state;
    return {
      ...next,
      asking: [...asking, ...pages],
      outcome: outcome.is === 'end' ? outcome : { is: 'open' },
    };
  },

  moveRows: (state, before, edit) => {
    const { table, reload } = state;
    if (edit.type !== 'remove') return state;
    const at = table.pages.findIndex(({ count }, index) => count !== before.pages[index]?.count);
    // Nobody knows any more which page it was on, or which one it is on now.
    if (at === -1) return { ...state, reload: { ...reload, isDue: true } };
    const { naming } = table;
    const left = {
      ...table,
      pages: table.pages.slice(0, at),
      old: blocksOf({ ...table, pages: table.pages.slice(at) }),
      // Pages are named from the one before them, so the first one has to come again.
      naming:
        at > 0 && naming
          ? { ...naming, total: naming.total + sizeOf(table) - sizeOf(before) }
          : undefined,
    };
    return {
      ...state,
      table: left,
      start: table.pages[at]?.token,
      stage: 'none',
      outcome: { is: 'open' },
    };
  },

  refill: (state, page, came) =>
    E.isLeft(came) ? notRefilled(state, page, came.left) : withRefilled(state, page, came.right),
};

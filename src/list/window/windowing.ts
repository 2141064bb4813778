import type { WalkError } from '../../model/errors/WalkError';
import { sameValue } from '../../model/json/sameValue';
import {
  isAtEnd,
  isWalking,
  type ListState,
  newWalk,
  type PageAgain,
  type Walk,
  type Windowing,
} from '../ListState';
import { type PageTable, blocksOf, noEntries, sizeOf, withNext } from '../table/PageTable';
import { cutToTotal, oldRow, refilled, withPage } from './windowTable';
import { endWalk, failedWith, mayAsk } from '../transitions';
import { addPage, send } from '../walk';
import {
  arrange,
  farthest,
  isNextShown,
  isShown,
  nameTo,
  pagesShown,
  pagesWanted,
  type Room,
  viewportOf,
} from './viewport';

/** Requests for pages that were dropped, or never walked, that are under way together where their scheme can name them. */
const maxAtOnce = 4;

/** Pages that are wanted and not in memory, as far as they may be asked for beside those that are under way. */
const missingPages = <T>(state: ListState<T>, room: Room): ReadonlyArray<number> => {
  const { asking, unobtainable } = state.window;
  const { table } = state.walk;
  const viewport = viewportOf(state, room);
  const shown = pagesShown(table, viewport);
  const isNil = (page: number): boolean =>
    table.pages[page]?.rows === undefined &&
    !asking.some((one) => one.page === page) &&
    (shown.has(page) || !unobtainable.includes(page));
  const left = (table.naming?.follow === undefined ? 1 : maxAtOnce) - asking.length;
  return [...pagesWanted(table, viewport)].filter(isNil).slice(0, Math.max(0, left));
};

/** What a page that came again says of those behind it: the walk continues there, unless a page of it is on its way. */
const continueBehind = <T>(state: ListState<T>, came: Walk<T>, isLast: boolean): ListState<T> => {
  const { walk } = state;
  const { said, start } = came;
  if (isWalking(walk)) {
    const total = { ...walk.said, total: said.total };
    return { ...state, walk: { ...walk, said: total, outcome: { is: 'open' } } };
  }
  const outcome = { is: isLast ? 'end' : 'open' } as const;
  const next = { ...walk, said, outcome, start, stage: 'none', isTransferred: false } as const;
  return { ...state, walk: next };
};

/** A page has come again. If it has more or fewer rows than before, those behind it move. */
const withRefilled = <T>(state: ListState<T>, page: number, came: Walk<T>): ListState<T> => {
  const { walk, window } = state;
  const { table, outcome } = walk;
  const before = table.pages[page];
  const others = window.asking.filter((other) => other.page !== page);
  if (before === undefined) return { ...state, window: { ...window, asking: others } };
  const { said, start } = came;
  const { records } = said;
  const isLast = came.outcome.is === 'end';
  const isMisnamed = table.naming !== undefined && table.naming.size !== records;
  const isFrontier = page === table.pages.length - 1 || isMisnamed;
  const behind = refilled(table, page, came.table, start, isLast || isMisnamed);
  const next = cutToTotal(behind, before.first, { ...said, isLast }, table.length);
  const isOver = isLast || (next !== behind && sizeOf(next) === next.length);
  const shown: ListState<T> = {
    ...state,
    walk: { ...walk, table: next, pages: walk.pages + 1 },
    window: {
      ...window,
      unobtainable: window.unobtainable.filter((other) => other !== page),
      asking: others.filter((other) => other.page < next.pages.length),
    },
  };
  // At a limit of the service the same request would end the same way.
  if ((outcome.is === 'end' && outcome.error !== undefined) || !(isOver || isFrontier))
    return shown;
  const asking = shown.window.asking.filter((other) => other.page < page);
  return continueBehind({ ...shown, window: { ...shown.window, asking } }, came, isOver);
};

/** It could not be loaded. That stops the list only if a viewport shows it. */
const notRefilled = <T>(
  state: ListState<T>,
  page: number,
  error: WalkError,
  room: Room,
): ListState<T> => {
  const { window, walk } = state;
  const asking = window.asking.filter((other) => other.page !== page);
  const isSeen = pagesShown(walk.table, viewportOf(state, room)).has(page);
  if (!isSeen) {
    const unobtainable = [...window.unobtainable, page];
    return { ...state, window: { ...window, asking, unobtainable } };
  }
  if (error._tag === 'PageTokenExpired')
    return endWalk({ ...state, window: { ...window, asking } }, error);
  return {
    ...state,
    window: { ...window, asking: noEntries },
    walk: { ...walk, outcome: failedWith(error, walk) },
  };
};

/** Pages that are wanted begin to load. Those that nobody wants any more are left. */
const takeWindowTurn = <T>(state: ListState<T>, room: Room): ListState<T> => {
  const { walk, window } = state;
  const { table, start, outcome } = walk;
  const wanted = pagesWanted(table, viewportOf(state, room));
  const asking = window.asking.filter(({ page }) => wanted.has(page));
  // Viewports have scrolled past pages before they came. Not each of those that they show now is worth a request.
  if (asking.length < window.asking.length) return { ...state, window: { ...window, asking } };
  const isAtRest = !isWalking(walk) && outcome.is !== 'failed';
  if (!mayAsk(state) || !(isAtRest || asking.length > 0)) return state;
  const index = asking.length === 0 ? farthest(table, window) : undefined;
  const named =
    index !== undefined && start !== undefined ? nameTo(table, index, start) : undefined;
  const next: typeof state = named?.next
    ? { ...state, walk: { ...walk, table: named.table, start: named.next, stage: 'none' } }
    : state;
  const pages = missingPages(next, room).map((page) => ({ page, walk: send(newWalk<T>(), state) }));
  if (pages.length === 0) return state;
  return {
    ...next,
    window: { ...window, asking: [...asking, ...pages] },
    walk: { ...next.walk, outcome: outcome.is === 'end' ? outcome : { is: 'open' } },
  };
};

/** What the walk of a page says. It is over when it would ask for another one. */
const refill = <T>(state: ListState<T>, { page, step }: PageAgain<T>, room: Room): ListState<T> => {
  const { window } = state;
  const walk = window.asking.find((one) => one.page === page)?.walk;
  if (walk === undefined) return state;
  switch (step.type) {
    case 'page': {
      const came = addPage(walk, step, state);
      const asking = window.asking.map((one) => (one.page === page ? { page, walk: came } : one));
      return { ...state, window: { ...window, asking } };
    }
    case 'sent':
      return state;
    case 'waiting':
      return walk.pages > 0 ? withRefilled(state, page, walk) : state;
    case 'ended':
      return step.error === undefined
        ? withRefilled(state, page, { ...walk, outcome: { is: 'end' } })
        : notRefilled(state, page, step.error, room);
  }
};

/** The pages from this one on will come again. Their rows stay until the walk has come to their index. */
const outdateFrom = <T>(state: ListState<T>, from: number): ListState<T> => {
  const { table } = state.walk;
  const outdated = {
    ...table,
    pages: table.pages.slice(0, from),
    old: blocksOf({ ...table, pages: table.pages.slice(from) }),
    // Pages are named from the one before them, so the first one has to come again.
    naming: from > 0 ? table.naming : undefined,
  };
  return {
    ...state,
    walk: { ...state.walk, table: outdated },
    window: { ...state.window, unobtainable: noEntries },
  };
};

/** A row was removed: its page, and those behind it, have others now. */
const outdateMoved = <T>(state: ListState<T>, before: PageTable<T>): ListState<T> => {
  const { walk, reload, log } = state;
  const { pages } = walk.table;
  const left = { ...state, window: { ...state.window, asking: noEntries } };
  const at = pages.findIndex(({ count }, index) => count !== before.pages[index]?.count);
  // Nobody knows any more which page it was on, or which one it is on now.
  if (at === -1)
    return {
      ...left,
      walk: { ...walk, generation: walk.generation + 1, left: log.clock },
      reload: { ...reload, isDue: true },
    };
  const moved = outdateFrom(left, at);
  const next = { start: pages[at]?.token, stage: 'none', outcome: { is: 'open' } } as const;
  return { ...moved, walk: { ...moved.walk, ...next } };
};

/** What a list does of which only the pages near its viewports are in memory. */
export const windowing = (room: Room): Windowing => ({
  // The walk continues when nothing is missing of what it has brought.
  isNextWanted: (state) =>
    state.window.asking.length === 0 &&
    missingPages(state, room).length === 0 &&
    isNextShown(state, viewportOf(state, room)),

  arrange: (state) => {
    const { walk } = state;
    const table = arrange(walk.table, viewportOf(state, room), isAtEnd(walk));
    return table === walk.table ? state : { ...state, walk: { ...walk, table } };
  },

  place: ({ walk, window }, given, page) => {
    const { restarts, start } = walk;
    const begun = page === undefined ? walk.table : withPage(walk.table, start, page);
    // A walk that says nothing of its pages has one.
    const table = begun.pages.length === 0 ? withNext(begun) : begun;
    const size = sizeOf(table);
    const before = given.map((_, at) => oldRow(table, size + at));
    const isNew = given.some(
      (_, at) => size + at >= restarts.reached || (!before[at] && isShown(size + at, window)),
    );
    const rows = given.map((row, at) => {
      const old = before[at];
      return old !== undefined && sameValue(old, row) ? old : row;
    });
    const reached = Math.max(restarts.reached, size + rows.length);
    return { table, rows, restarts: { reached, inVain: isNew ? 0 : restarts.inVain } };
  },

  outdate: (state, before) => (before ? outdateMoved(state, before) : outdateFrom(state, 0)),

  step: (state, event) =>
    event.type === 'turn' ? takeWindowTurn(state, room) : refill(state, event, room),
});

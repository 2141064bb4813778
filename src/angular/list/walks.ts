import * as O from 'fp-ts/Option';
import { resumeFrom } from '../../model/errors/resumeFrom';
import type { WalkError } from '../../model/errors/WalkError';
import { maxRestarts } from '../../walk/recovery/restarts';
import { farthest, isNextWanted, nameTo, pagesShown, pagesWanted } from '../table/looks';
import { none, objectsHeld } from '../table/PageTable';
import { confirmed, unseen } from '../table/rows';
import { again } from './fill';
import { atRest, type Desired, isBusy, type ListState, looksOf, newList, objectsIn, rowsIn } from './ListState';

/** Requests for pages that were dropped, or never walked, that are under way together where their scheme can name them. */
const maxAtOnce = 4;

const mayAsk = <T>({ isReleased, isPaused, isOpen, isDestroyed, isOutOfTime }: ListState<T>): boolean =>
  isOpen && !(isReleased || isPaused || isDestroyed || isOutOfTime);

/** Pages of a window that are wanted and not in memory, as far as they may be asked for beside those that are under way. */
const missing = <T>(state: ListState<T>): ReadonlyArray<number> => {
  const { rules, table, asking, unobtainable } = state;
  if (rules.known !== 'index') return none;
  const shown = pagesShown(table, looksOf(state));
  const isMissing = (page: number): boolean =>
    table.pages[page]?.rows === undefined &&
    !asking.includes(page) &&
    (shown.has(page) || !unobtainable.includes(page));
  const room = (table.naming?.follow === undefined ? 1 : maxAtOnce) - asking.length;
  return [...pagesWanted(table, looksOf(state))].filter(isMissing).slice(0, Math.max(0, room));
};

const isMoreWanted = <T>(state: ListState<T>): boolean => {
  const { rules, goal, table, isTransferred } = state;
  if (rules.server === 'nothing') return false;
  if (rules.rowsAhead === undefined) return rowsIn(state) <= goal;
  const objects = objectsIn(state);
  if (rules.server === 'page') return objects === 0;
  // Rows after those that came with the HTML cost the first page again: wait until half of them were seen.
  const rowsAhead = isTransferred ? Math.min(rules.rowsAhead, Math.floor(objects / 2)) : rules.rowsAhead;
  return isNextWanted(table, objects, { ...looksOf(state), rowsAhead });
};

export const isNextPageWanted = <T>(state: ListState<T>): boolean =>
  mayAsk(state) &&
  !(state.isFailed || state.isEnd || state.isPassing) &&
  state.asking.length === 0 &&
  missing(state).length === 0 &&
  isMoreWanted(state);

/** What should run now. What runs and is not among it is aborted. */
export const desired = <T>(state: ListState<T>): ReadonlyArray<Desired> => {
  const { walk, stage, start, reloading, asking, edition, table, isPassing } = state;
  const all: Array<Desired> = asking.map((page) => {
    return { id: `page ${page} ${edition}`, what: 'page', page, pageToken: table.pages[page]?.token };
  });
  if (stage !== 'none') all.push({ id: `walk ${walk}`, what: 'walk', pageToken: start });
  if (reloading) all.push({ id: `rows ${edition}`, what: 'rows', size: reloading.objects + reloading.invalid });
  if (isPassing) all.push({ id: 'pause', what: 'pause' });
  return all;
};

/** A walk has to begin, where the last one ended. */
export const due = <T>(state: ListState<T>): ListState<T> => ({
  ...state,
  walk: state.walk + 1,
  stage: 'due',
  isEnd: false,
  isFailed: false,
  error: undefined,
});

/** The same. Rows that will come again, and cannot be distinguished from those, are removed. */
export const begun = <T>(state: ListState<T>): ListState<T> =>
  due(state.start === undefined && !state.isTransferred ? again(state) : state);

/** The walk from its first page, while the rows stay that can be distinguished from those that will come again. */
export const begunAgain = <T>(state: ListState<T>): ListState<T> =>
  due({ ...again(state), ...atRest, isReloadDue: state.isReloadDue, start: undefined, isTransferred: false });

export const stopped = <T>(state: ListState<T>, change: Partial<ListState<T>> = {}): ListState<T> => ({
  ...state,
  walk: state.walk + 1,
  stage: 'none',
  isPaused: false,
  retrying: undefined,
  ...change,
});

export const failed = <T>(state: ListState<T>, error: WalkError): ListState<T> => {
  const { rules, isPaused, restarted, inVain } = state;
  if (rules.server !== undefined && error._tag === 'TimedOut') return stopped(state, { isPaused, isOutOfTime: true });
  if (error._tag === 'PageTokenExpired' && rules.known !== undefined && inVain < maxRestarts)
    return begunAgain({ ...state, restarted: { times: restarted.times + 1, error }, inVain: inVain + 1 });
  if (error._tag === 'RetrievalLimitExceeded') return stopped(state, { isEnd: true, error });
  return stopped(state, { isFailed: true, error, start: O.toUndefined(resumeFrom(error))?.pageToken });
};

export const threw = <T>(state: ListState<T>, one: Desired): ListState<T> => {
  if (one.what === 'page') return notRefilled(state, one.page, undefined);
  if (one.what === 'rows') return { ...state, reloading: undefined, error: undefined };
  return stopped(state, { isFailed: true, error: undefined, start: undefined });
};

/** The page could not be loaded. That stops the list only if a viewport shows it. */
export const notRefilled = <T>(state: ListState<T>, page: number, error: WalkError | undefined): ListState<T> => {
  const asking = state.asking.filter((other) => other !== page);
  const isShown = pagesShown(state.table, looksOf(state)).has(page);
  if (error !== undefined && !isShown) return { ...state, asking, unobtainable: [...state.unobtainable, page] };
  if (error?._tag === 'PageTokenExpired') return failed({ ...state, asking }, error);
  return { ...state, asking: none, isFailed: true, error };
};

export const retried = <T>(state: ListState<T>): ListState<T> => {
  if (state.isPaused) return { ...state, isPaused: false };
  if (!state.isFailed) return state;
  // The list continues behind its last page: what has failed was a page that it had before.
  if (state.stage !== 'none' || state.isEnd) return { ...state, isFailed: false, error: undefined };
  const next = begun(state);
  return { ...next, inVain: 0, goal: rowsIn(next) };
};

/** A list without rows, with what lies outside of it. */
export const emptied = <T>(state: ListState<T>, isOpen: boolean): ListState<T> => {
  const { rules, isReleased, restarted, edits, at } = state;
  const ranges = state.ranges.map(({ end }) => ({ start: 0, end: Math.min(0, end) }));
  const numbers = { restarted, walk: state.walk + 1, edition: state.edition + 1 };
  return { ...newList(rules, isOpen, at), ranges, isReleased, edits, ...numbers };
};

export const hasBegun = <T>({ stage, isEnd, isFailed, start, pages }: ListState<T>): boolean =>
  stage !== 'none' || isEnd || isFailed || start !== undefined || pages > 0;

export const committed = <T>(given: ListState<T>, edit: ListState<T>['edits'][number]): ListState<T> => {
  const { key } = given.rules;
  if (key === undefined || !given.edits.includes(edit)) return given;
  // What was asked for before does not have it.
  const isFirst = rowsIn(given) === 0 && isBusy(given);
  const state = isFirst ? begun({ ...emptied(given, given.isOpen), goal: 0 }) : given;
  const table = confirmed(state.table, edit, key);
  const objects = table.pages.flatMap(({ rows }) => rows ?? none);
  return {
    ...state,
    table,
    edits: state.edits.filter((other) => other !== edit),
    seen: state.rules.known === 'key' ? unseen(none, objects, key).seen : none,
    total: state.total === undefined ? undefined : state.total + objects.length - objectsHeld(state.table),
    edition: state.edition + 1,
  };
};

export const released = <T>(state: ListState<T>): ListState<T> => {
  const left = { ...state, isReleased: true, asking: none, isPassing: false };
  // Without a row nothing is lost; with some, the page in flight is where the walk continues.
  const isLost = state.stage === 'due' || (state.stage === 'sent' && rowsIn(state) === 0);
  return isLost ? stopped(left, { isPaused: state.isPaused }) : left;
};

/** Pages that are wanted begin to load. Those that nobody wants any more are left. */
export const turned = <T>(state: ListState<T>): ListState<T> => {
  const { table, start, stage } = state;
  const wanted = pagesWanted(table, looksOf(state));
  const asking = state.asking.filter((page) => wanted.has(page));
  if (asking.length < state.asking.length) return { ...state, asking, isPassing: true };
  const isAtRest = stage !== 'due' && stage !== 'sent' && !state.isFailed;
  if (!mayAsk(state) || state.isPassing || !(isAtRest || asking.length > 0)) return state;
  const index = asking.length === 0 ? farthest(table, state) : undefined;
  const named = index !== undefined && start !== undefined ? nameTo(table, index, start) : undefined;
  const next: ListState<T> = named?.next
    ? { ...state, table: named.table, start: named.next, walk: state.walk + 1, stage: 'none' }
    : state;
  const pages = missing(next);
  if (pages.length > 0)
    return { ...next, asking: [...asking, ...pages], error: next.isEnd ? next.error : undefined, isFailed: false };
  return next.stage === 'none' && isNextPageWanted(next) ? begun(next) : next;
};

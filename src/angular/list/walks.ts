import * as O from 'fp-ts/Option';
import { resumeFrom } from '../../model/errors/resumeFrom';
import type { WalkError } from '../../model/errors/WalkError';
import { maxRestarts } from '../../walk/recovery/restarts';
import { confirmed } from '../table/edits';
import { unseen } from '../table/rows';
import { farthest, nameTo, pagesShown, pagesWanted } from '../table/looks';
import { none, objectsHeld } from '../table/PageTable';
import { again } from './fill';
import { type Desired, isBusy, type ListState, newList, rowsIn } from './ListState';
import { isNextPageWanted, looksOf, mayAsk, missing } from './wants';

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
export const begunAgain = <T>(state: ListState<T>): ListState<T> => {
  const atRest = { start: undefined, isTransferred: false, asking: none, isPassing: false, reloading: undefined };
  return due({ ...again(state), ...atRest });
};

/** The walk is left. */
export const stopped = <T>(state: ListState<T>, change: Partial<ListState<T>>): ListState<T> => ({
  ...state,
  walk: state.walk + 1,
  stage: 'none',
  isPaused: false,
  retrying: undefined,
  ...change,
});

/** Whether the walk begins again by itself after this error. */
const mayRestart = <T>({ rules, inVain }: ListState<T>, error: WalkError): boolean =>
  error._tag === 'PageTokenExpired' && rules.known !== undefined && inVain < maxRestarts;

export const failed = <T>(state: ListState<T>, error: WalkError): ListState<T> => {
  if (state.rules.server !== undefined && error._tag === 'TimedOut')
    return { ...stopped(state, {}), isPaused: state.isPaused, isOutOfTime: true };
  if (mayRestart(state, error))
    return begunAgain({ ...state, restarts: state.restarts + 1, inVain: state.inVain + 1, retrying: undefined });
  if (error._tag === 'RetrievalLimitExceeded') return stopped(state, { isEnd: true, error });
  return stopped(state, { isFailed: true, error, start: O.toUndefined(resumeFrom(error))?.pageToken });
};

/** A function of the user threw. */
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
  const { rules, isReleased, walk, edition, restarts, edits, at } = state;
  const ranges = state.ranges.map(({ end }) => ({ start: 0, end: Math.min(0, end) }));
  const outside = { ranges, isReleased, restarts, edits, walk: walk + 1, edition: edition + 1 };
  return { ...newList(rules, isOpen, at), ...outside };
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
  const more = objectsHeld(table) - objectsHeld(state.table);
  return {
    ...state,
    table,
    edits: state.edits.filter((other) => other !== edit),
    seen: state.rules.known === 'key' ? unseen(none, objects, key).seen : none,
    total: state.total === undefined ? undefined : state.total + more,
    edition: state.edition + 1,
  };
};

export const released = <T>(state: ListState<T>): ListState<T> => {
  const left = { ...state, isReleased: true, asking: none, isPassing: false };
  // Without a row nothing is lost; with some, the page in flight is where the walk continues.
  const isLost = state.stage === 'due' || (state.stage === 'sent' && rowsIn(state) === 0);
  return isLost ? { ...stopped(left, {}), isPaused: state.isPaused } : left;
};

/** Pages that are wanted begin to load. Those that nobody wants any more are left. */
export const turned = <T>(state: ListState<T>): ListState<T> => {
  const isWanted = (page: number): boolean => pagesWanted(state.table, looksOf(state)).has(page);
  const asking = state.asking.filter(isWanted);
  if (asking.length < state.asking.length) return { ...state, asking, isPassing: true };
  const isAtRest = state.stage !== 'due' && state.stage !== 'sent' && !state.isFailed;
  if (!mayAsk(state) || state.isPassing || !(isAtRest || asking.length > 0)) return state;
  const index = asking.length === 0 && state.start !== undefined ? farthest(state.table, state) : undefined;
  let next = state;
  if (index !== undefined && state.start !== undefined) {
    const named = nameTo(state.table, index, state.start);
    if (named.next !== undefined)
      next = { ...state, table: named.table, start: named.next, walk: state.walk + 1, stage: 'none' };
  }
  const pages = missing(next);
  if (pages.length > 0)
    return { ...next, asking: [...asking, ...pages], error: next.isEnd ? next.error : undefined, isFailed: false };
  return next.stage === 'none' && isNextPageWanted(next) ? begun(next) : next;
};

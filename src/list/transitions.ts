import * as O from 'fp-ts/Option';
import { resumeFrom } from '../model/errors/resumeFrom';
import type { WalkError } from '../model/errors/WalkError';
import { maxRestarts } from '../walk/recovery/restarts';
import { none, objectsIn, sizeOf } from './table/PageTable';
import { confirmed, unseen } from './table/rows';
import { again } from './applyPage';
import { atRest, type Desired, isBusy, keyOf, type ListState, newList, rowsIn } from './ListState';

export const mayAsk = <T>({ isReleased, isPaused, isOpen, isDestroyed, isOutOfTime }: ListState<T>): boolean =>
  isOpen && !(isReleased || isPaused || isDestroyed || isOutOfTime);

export const isNextPageWanted = <T>(state: ListState<T>): boolean => {
  const { isFailed, isEnd, rules } = state;
  return mayAsk(state) && !(isFailed || isEnd || rules.server === 'nothing') && rules.isNextWanted(state);
};

/** What should run now. What runs and is not among it is aborted. */
export const desired = <T>(state: ListState<T>): ReadonlyArray<Desired> => {
  const { walk, stage, start, reloading, asking, edition, table, isPassing } = state;
  const rows = (id: string, size: number, page?: number): Desired => {
    const pageToken = page === undefined ? undefined : table.pages[page]?.token;
    return { id: `${id} ${edition}`, what: 'rows', size, page, pageToken };
  };
  const all = asking.map((page) => rows(`page ${page}`, 0, page));
  if (stage === 'waiting' || stage === 'sent') all.push({ id: `walk ${walk}`, what: 'walk', pageToken: start });
  if (reloading) all.push(rows('rows', reloading.objects + reloading.invalid));
  if (isPassing) all.push({ id: 'pause', what: 'pause' });
  return all;
};

/** A walk begins where the last one ended. */
export const continuing = <T>(state: ListState<T>): ListState<T> => ({
  ...state,
  walk: state.walk + 1,
  stage: 'sent',
  isEnd: false,
  isFailed: false,
  error: undefined,
});

/** The same. Rows that will come again, and cannot be distinguished from those, are removed. */
export const begun = <T>(state: ListState<T>): ListState<T> =>
  continuing(state.start === undefined && !state.isTransferred ? again(state) : state);

/** The walk from its first page, while the rows stay that can be distinguished from those that will come again. */
export const begunAgain = <T>(state: ListState<T>): ListState<T> =>
  continuing({ ...again(state), ...atRest, isReloadDue: state.isReloadDue, start: undefined, isTransferred: false });

/** Where a page is wanted, its walk begins in the next turn. */
export const soon = <T>(state: ListState<T>): ListState<T> =>
  state.stage === 'none' && isNextPageWanted(state) ? { ...begun(state), stage: 'soon' } : state;

export const turned = <T>(state: ListState<T>): ListState<T> => {
  if (state.stage === 'soon') return { ...state, stage: 'sent' };
  const next = state.rules.window?.turned(state) ?? state;
  return next === state && state.stage === 'none' && isNextPageWanted(state) ? begun(state) : next;
};

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
  if (error._tag === 'PageTokenExpired' && (rules.window ?? rules.key) !== undefined && inVain < maxRestarts)
    return begunAgain({ ...state, restarted: { times: restarted.times + 1, error }, inVain: inVain + 1 });
  if (error._tag === 'RetrievalLimitExceeded') return stopped(state, { isEnd: true, error });
  return stopped(state, { isFailed: true, error, start: O.toUndefined(resumeFrom(error))?.pageToken });
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
  return {
    ...state,
    table,
    edits: state.edits.filter((other) => other !== edit),
    seen: keyOf(state.rules) ? unseen(none, objectsIn(table), key).seen : none,
    total: state.total === undefined ? undefined : state.total + sizeOf(table) - sizeOf(state.table),
    edition: state.edition + 1,
  };
};

export const released = <T>(state: ListState<T>): ListState<T> => {
  const left = { ...state, isReleased: true, asking: none, isPassing: false };
  // Without a row nothing is lost; with some, the page in flight is where the walk continues.
  const isLost = state.stage === 'soon' || (state.stage === 'sent' && rowsIn(state) === 0);
  return isLost ? stopped(left, { isPaused: state.isPaused }) : left;
};

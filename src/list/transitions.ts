import * as O from 'fp-ts/Option';
import { resumeFrom } from '../model/errors/resumeFrom';
import type { WalkError } from '../model/errors/WalkError';
import { maxRestarts } from '../walk/recovery/restarts';
import {
  countedIn,
  type Desired,
  type ListState,
  newList,
  type Outcome,
  type PageEvent,
  rowsIn,
  type Walk,
} from './ListState';
import { emptyTable, noEntries } from './table/PageTable';
import { pageCame } from './edits/EditLog';
import { addPage, expectingInvalid, type PlacePage, send } from './walk';

export const mayAsk = <T>({ isReleased, isPaused, isOpen, walk }: ListState<T>): boolean =>
  isOpen && !isReleased && !isPaused && walk.stage !== 'destroyed' && walk.outcome.is !== 'late';

export const isNextPageWanted = <T>(state: ListState<T>): boolean => {
  const { window, server } = state.rules;
  if (!mayAsk(state) || state.walk.outcome.is !== 'open' || server === 'nothing') return false;
  // It is the one behind the rows that are being asked for again: where they end is not known yet.
  return (
    window?.isNextWanted(state) ?? (state.reload.walk === undefined && rowsIn(state) <= state.goal)
  );
};

/** What should run now. What runs and is not among it is aborted. */
export const desired = <T>({ walk, reload, window }: ListState<T>): ReadonlyArray<Desired> => {
  const all = window.asking.map(({ page }): Desired => {
    const pageToken = walk.table.pages[page]?.token;
    return { id: `page ${page}`, what: 'page', page, pageToken };
  });
  if (walk.stage === 'waiting' || walk.stage === 'sent')
    all.push({ id: `walk ${walk.generation}`, what: 'walk', pageToken: walk.start });
  if (reload.walk) {
    const id = `reload ${reload.begun} ${reload.walk.generation}`;
    all.push({ id, what: 'reload', pageToken: reload.walk.start });
  }
  return all;
};

/** Nothing runs any more. Rows that were being asked for again are to be asked for. */
export const atRest = <T>(state: ListState<T>): ListState<T> => {
  const { reload, window } = state;
  return {
    ...state,
    reload: { ...reload, isDue: reload.isDue || reload.walk !== undefined, walk: undefined },
    window: { ...window, asking: noEntries },
    retrying: undefined,
  };
};

/** The same objects will come again. Rows that are known stay, by their key or until the walk has come to their index. */
const expectAgain = <T>(state: ListState<T>): ListState<T> => {
  const { rules, walk } = state;
  if (rules.window !== undefined) return rules.window.outdate(state);
  const next =
    rules.key === undefined ? { ...walk, table: emptyTable, pages: 0 } : expectingInvalid(walk);
  return { ...state, walk: next };
};

/** A walk begins where the last one ended. Rows that will come again, and cannot be distinguished from those, are removed. */
export const beginWalk = <T>(state: ListState<T>): ListState<T> => {
  const { start, isTransferred } = state.walk;
  const next = start === undefined && !isTransferred ? expectAgain(state) : state;
  return { ...next, walk: { ...send(next.walk, next), outcome: { is: 'open' } } };
};

/** The walk from its first page, while the rows stay that can be distinguished from those that will come again. */
export const restartWalk = <T>(state: ListState<T>): ListState<T> => {
  const walk = { ...state.walk, start: undefined, isTransferred: false };
  const next = beginWalk(atRest({ ...state, walk }));
  const stage = state.isPaused ? 'none' : next.walk.stage;
  return { ...next, walk: { ...next.walk, stage, generation: walk.generation + 1 } };
};

/** Where a page is wanted, its walk begins in the next turn. */
export const beginSoon = <T>(state: ListState<T>): ListState<T> => {
  if (state.walk.stage !== 'none' || !isNextPageWanted(state)) return state;
  const next = beginWalk(state);
  return { ...next, walk: { ...next.walk, stage: 'soon' } };
};

/** A page of the walk has come. */
export const applyPage = <T>(given: ListState<T>, event: PageEvent<T>): ListState<T> => {
  const { page } = event;
  const isBehindTransferred = page && page.isTransferred !== true && given.walk.isTransferred;
  const state = isBehindTransferred ? expectAgain(given) : given;
  const { window } = state.rules;
  const place: PlacePage<T> | undefined =
    window && ((walk, rows, next) => window.place({ ...state, walk }, rows, next));
  const walk = addPage(state.walk, event, state, place);
  const isCounted = walk.said.seek !== undefined && window === undefined;
  const log = isCounted ? pageCame(state.log) : state.log;
  const { reload } = state;
  // A walk that would not wait any longer has brought it: a reload asks for it, too.
  const wanted = reload.walk ? Math.max(reload.wanted, countedIn(walk)) : reload.wanted;
  return { ...state, walk, log, reload: { ...reload, wanted } };
};

const stopWalk = <T>(state: ListState<T>, outcome: Outcome): ListState<T> => ({
  ...state,
  walk: { ...state.walk, stage: 'none', outcome },
  retrying: undefined,
});

/** Something has stopped the list. What it had come to before counts again after a retry. */
export const failedWith = <T>(error: WalkError, { outcome }: Walk<T>): Outcome => ({
  is: 'failed',
  error,
  before: outcome.is === 'failed' ? outcome.before : outcome,
});

/** The walk has ended: at the last page, or with an error. */
export const endWalk = <T>(state: ListState<T>, error: WalkError | undefined): ListState<T> => {
  const { rules, walk } = state;
  const { restarts } = walk;
  if (error === undefined) return stopWalk(state, { is: 'end' });
  if (rules.server !== undefined && error._tag === 'TimedOut')
    return stopWalk(state, { is: 'late' });
  if (
    error._tag === 'PageTokenExpired' &&
    (rules.window ?? rules.key) !== undefined &&
    restarts.inVain < maxRestarts
  ) {
    const again = { ...restarts, inVain: restarts.inVain + 1 };
    return restartWalk({ ...state, walk: { ...walk, restarts: again } });
  }
  if (error._tag === 'RetrievalLimitExceeded') return stopWalk(state, { is: 'end', error });
  const start = O.toUndefined(resumeFrom(error))?.pageToken;
  const stopped = stopWalk(state, failedWith(error, walk));
  return { ...stopped, walk: { ...stopped.walk, start } };
};

/** Whether the rows are old because a reload has failed. A limit of the service says nothing of them. */
export const isReloadFailed = <T>({ outcome: { is, error } }: Walk<T>): boolean =>
  is !== 'failed' && error !== undefined && error._tag !== 'RetrievalLimitExceeded';

/** Nothing more is asked for. A page that is on its way comes. */
export const pauseList = <T>(state: ListState<T>): ListState<T> => {
  const { walk } = state;
  const stage = walk.stage === 'soon' ? 'none' : walk.stage;
  return { ...state, isPaused: true, walk: { ...walk, stage } };
};

/** Continues after a pause, and after an error. */
export const retry = <T>(given: ListState<T>): ListState<T> => {
  const { walk, reload } = given;
  const { outcome, stage, restarts } = walk;
  const state = { ...given, isPaused: false };
  if (given.isPaused && outcome.is !== 'failed') return state;
  if (isReloadFailed(walk)) return { ...state, reload: { ...reload, isDue: true } };
  if (outcome.is !== 'failed') return state;
  // The list continues behind its last page: what has failed was a page that it had before.
  const later = { ...state, walk: { ...walk, outcome: outcome.before } };
  if (stage !== 'none' || outcome.before.is === 'end') return later;
  // A page waits for a reload.
  const next = reload.walk === undefined ? beginWalk(state) : later;
  const again = { ...next.walk, restarts: { ...restarts, inVain: 0 } };
  return { ...next, walk: again, goal: rowsIn(next) };
};

/** A list without rows and edits, with what lies outside of it. */
export const emptied = <T>(state: ListState<T>, isOpen = state.isOpen): ListState<T> => {
  const { rules, isReleased, walk, window, reload } = state;
  const ranges = window.ranges.map(({ end }) => ({ start: 0, end: Math.min(0, end) }));
  const next = newList(rules, isOpen, walk.at);
  return {
    ...next,
    walk: { ...next.walk, generation: walk.generation + 1 },
    reload: { ...next.reload, begun: reload.begun },
    window: { ...next.window, ranges },
    isReleased,
  };
};

export const hasBegun = <T>({ walk: { stage, outcome, start, pages } }: ListState<T>): boolean =>
  stage !== 'none' ||
  outcome.is === 'end' ||
  outcome.is === 'failed' ||
  start !== undefined ||
  pages > 0;

/** Nobody looks at the list any more. */
export const releaseList = <T>(state: ListState<T>): ListState<T> => {
  const left = { ...state, isReleased: true, window: { ...state.window, asking: noEntries } };
  const { stage, outcome } = state.walk;
  // Without a row nothing is lost; with some, the page in flight is where the walk continues.
  const isLost = stage === 'soon' || (stage === 'sent' && rowsIn(state) === 0);
  return isLost ? stopWalk(left, outcome) : left;
};

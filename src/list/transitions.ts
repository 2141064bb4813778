import * as O from 'fp-ts/Option';
import { resumeFrom } from '../model/errors/resumeFrom';
import type { WalkError } from '../model/errors/WalkError';
import { maxRestarts } from '../walk/recovery/restarts';
import { expectAgain } from './applyPage';
import {
  atRest,
  type Desired,
  keyOf,
  type ListState,
  newList,
  type Outcome,
  rowsIn,
} from './ListState';
import { none, objectsIn, type PageTable, sizeOf } from './table/PageTable';
import { confirmed, type Edit, unseen } from './table/rows';

export const mayAsk = <T>({
  isReleased,
  isPaused,
  isOpen,
  stage,
  outcome,
}: ListState<T>): boolean =>
  isOpen && !isReleased && !isPaused && stage !== 'destroyed' && outcome.is !== 'late';

export const isNextPageWanted = <T>(state: ListState<T>): boolean => {
  const { window, server } = state.rules;
  if (!mayAsk(state) || state.outcome.is !== 'open' || server === 'nothing') return false;
  // It is the one behind the rows that are being asked for again: where they end is not known yet.
  return (
    window?.isNextWanted(state) ?? (state.reload.sent === undefined && rowsIn(state) <= state.goal)
  );
};

/** What should run now. What runs and is not among it is aborted. */
export const desired = <T>({
  stage,
  generation,
  start,
  reload,
  asking,
  table,
  rules,
}: ListState<T>): ReadonlyArray<Desired> => {
  const all = asking.map((page): Desired => {
    const pageToken = table.pages[page]?.token;
    return { id: `page ${page}`, what: 'rows', size: 0, page, pageToken };
  });
  if (stage === 'waiting' || stage === 'sent')
    all.push({ id: `walk ${generation}`, what: 'walk', pageToken: start });
  if (reload.sent) {
    const size = rules.isOnePage ? 1 : reload.sent.objects + reload.sent.invalid;
    all.push({ id: 'rows', what: 'rows', size, page: undefined, pageToken: undefined });
  }
  return all;
};

/** A walk begins where the last one ended. Rows that will come again, and cannot be distinguished from those, are removed. */
export const beginWalk = <T>(state: ListState<T>): ListState<T> => ({
  ...(state.start === undefined && !state.isTransferred ? expectAgain(state) : state),
  stage: 'sent',
  outcome: { is: 'open' },
});

/** The walk from its first page, while the rows stay that can be distinguished from those that will come again. */
export const restartWalk = <T>(state: ListState<T>): ListState<T> => ({
  ...beginWalk({ ...state, start: undefined, isTransferred: false }),
  ...atRest,
  // What was asked for again is asked for after it.
  reload: { isDue: state.reload.isDue || state.reload.sent !== undefined, sent: undefined },
  generation: state.generation + 1,
});

/** Where a page is wanted, its walk begins in the next turn. */
export const beginSoon = <T>(state: ListState<T>): ListState<T> =>
  state.stage === 'none' && isNextPageWanted(state)
    ? { ...beginWalk(state), stage: 'soon' }
    : state;

/** What was wanted, and could not begin at once, begins. */
export const takeTurn = <T>(state: ListState<T>): ListState<T> => {
  if (state.stage === 'soon') return { ...state, stage: 'sent' };
  const next = state.rules.window?.takeTurn(state) ?? state;
  return next === state && state.stage === 'none' && isNextPageWanted(state)
    ? beginWalk(state)
    : next;
};

const stopWalk = <T>(state: ListState<T>, outcome: Outcome): ListState<T> => ({
  ...state,
  stage: 'none',
  isPaused: false,
  retrying: undefined,
  outcome,
});

/** Something has stopped the list. What it had come to before counts again after a retry. */
export const failedWith = (
  error: WalkError,
  { outcome }: Pick<ListState<never>, 'outcome'>,
): Outcome => ({
  is: 'failed',
  error,
  before: outcome.is === 'failed' ? outcome.before : outcome,
});

/** The walk has ended: at the last page, or with an error. */
export const endWalk = <T>(state: ListState<T>, error: WalkError | undefined): ListState<T> => {
  const { rules, isPaused, restarts } = state;
  if (error === undefined) return stopWalk(state, { is: 'end' });
  if (rules.server !== undefined && error._tag === 'TimedOut')
    return { ...stopWalk(state, { is: 'late' }), isPaused };
  if (
    error._tag === 'PageTokenExpired' &&
    (rules.window ?? rules.key) !== undefined &&
    restarts.inVain < maxRestarts
  )
    return restartWalk({ ...state, restarts: { ...restarts, inVain: restarts.inVain + 1 } });
  if (error._tag === 'RetrievalLimitExceeded') return stopWalk(state, { is: 'end', error });
  const start = O.toUndefined(resumeFrom(error))?.pageToken;
  return { ...stopWalk(state, failedWith(error, state)), start };
};

/** Whether the rows are old because a reload has failed. A limit of the service says nothing of them. */
export const isReloadFailed = <T>({ outcome: { is, error } }: ListState<T>): boolean =>
  is !== 'failed' && error !== undefined && error._tag !== 'RetrievalLimitExceeded';

/** Continues after a pause, and after an error. */
export const retry = <T>(state: ListState<T>): ListState<T> => {
  const { outcome, stage, restarts, reload } = state;
  if (state.isPaused) return { ...state, isPaused: false };
  if (isReloadFailed(state)) return { ...state, reload: { ...reload, isDue: true } };
  if (outcome.is !== 'failed') return state;
  // The list continues behind its last page: what has failed was a page that it had before.
  const later = { ...state, outcome: outcome.before };
  if (stage !== 'none' || outcome.before.is === 'end') return later;
  // A page waits for a reload.
  const next = reload.sent === undefined ? beginWalk(state) : later;
  return { ...next, restarts: { ...restarts, inVain: 0 }, goal: rowsIn(next) };
};

/** A list without rows, with what lies outside of it. */
export const emptied = <T>(state: ListState<T>, isOpen = state.isOpen): ListState<T> => {
  const { rules, isReleased, edits, at } = state;
  const ranges = state.ranges.map(({ end }) => ({ start: 0, end: Math.min(0, end) }));
  return {
    ...newList(rules, isOpen, at),
    ranges,
    isReleased,
    edits,
    generation: state.generation + 1,
  };
};

export const hasBegun = <T>({ stage, outcome, start, pages }: ListState<T>): boolean =>
  stage !== 'none' ||
  outcome.is === 'end' ||
  outcome.is === 'failed' ||
  start !== undefined ||
  pages > 0;

/** Asks for the rows again: as many as there are, and no page more. */
export const beginReload = <T>(state: ListState<T>): ListState<T> => {
  const [objects, rows] = [sizeOf(state.table), rowsIn(state)];
  if (!state.isOpen) return { ...state, reload: atRest.reload };
  if (state.rules.window === undefined && rows > 0)
    return { ...state, reload: { isDue: false, sent: { objects, invalid: rows - objects } } };
  return { ...restartWalk({ ...state, reload: atRest.reload }), goal: Math.max(0, rows - 1) };
};

/** There are fewer rows, or more. Where the service counts, the walk continues behind those that came: others have come to that place. */
const moveStart = <T>(state: ListState<T>, before: PageTable<T>, edit: Edit<T>): ListState<T> => {
  const { rules, table, start, said, inserted } = state;
  if (rules.window) return rules.window.moveRows(state, before, edit);
  // What comes again because inserted rows lie elsewhere is known by its key. A page of nothing else is not a repeated one.
  if (sizeOf(table) === sizeOf(before)) return state;
  if (said.seek === undefined) return state;
  const first = O.fromNullable(table.pages[0]?.token);
  const rows = Math.max(0, rowsIn(state) - inserted);
  const moved = start === undefined ? O.none : said.seek(first, rows, said.records);
  return O.isNone(moved)
    ? state
    : { ...state, start: moved.value, generation: state.generation + 1 };
};

/** An edit is a part of the rows from now on. What was asked for before does not have it. */
export const commitEdit = <T>(state: ListState<T>, edit: Edit<T>): ListState<T> => {
  const { key } = state.rules;
  if (key === undefined || !state.edits.includes(edit)) return state;
  // A first page on its way may lack it. Behind rows, what comes is known by its key.
  const isStale = state.start === undefined || rowsIn(state) === 0;
  const { reload, said } = state;
  const table = confirmed(state.table, edit, key);
  const moved = sizeOf(table) - sizeOf(state.table);
  const more = Math.max(0, moved);
  const next = {
    ...state,
    table,
    edits: state.edits.filter((other) => other !== edit),
    inserted: state.inserted + more,
    goal: state.goal + more,
    generation: state.generation + Number(isStale),
    // A row that was removed is known as well: a walk that has begun again may bring it.
    known: {
      ...state.known,
      keys: keyOf(state.rules) ? unseen(state.known.keys, objectsIn(table), key).seen : none,
    },
    said: { ...said, total: said.total === undefined ? undefined : said.total + moved },
    reload: {
      isDue: reload.isDue || (state.isAmbiguous && moved !== 0),
      sent: reload.sent && { ...reload.sent, isStale: true as const },
    },
    asking: none,
  };
  const after = moveStart(next, state.table, edit);
  // Where nobody looks, a walk does not begin again.
  return state.isReleased && after.generation !== state.generation
    ? { ...after, stage: 'none' }
    : after;
};

/** Nobody looks at the list any more. */
export const releaseList = <T>(state: ListState<T>): ListState<T> => {
  const left = { ...state, isReleased: true, asking: none };
  // Without a row nothing is lost; with some, the page in flight is where the walk continues.
  const isLost = state.stage === 'soon' || (state.stage === 'sent' && rowsIn(state) === 0);
  return isLost ? { ...stopWalk(left, left.outcome), isPaused: state.isPaused } : left;
};

import * as E from 'fp-ts/Either';
import type { WalkEvent } from '../client/WalkEvent';
import { none, sizeOf } from './table/PageTable';
import type { Retrying } from './ListView';
import { withCame, withReloaded, withRows } from './applyPage';
import { atRest, isBusy, type ListEvent, type ListState, rowsIn } from './ListState';
import * as walks from './transitions';

const heard = (before: Retrying | undefined, event: WalkEvent, at: number): Retrying | undefined => {
  const { type } = event;
  if (type === 'retry') return { attempt: event.attempt, at: at + event.delay, failure: event.failure };
  if (type === 'request')
    return before && event.attempt > 1 ? { ...before, attempt: event.attempt, at: undefined } : undefined;
  return type === 'page' ? undefined : before;
};

/** Somebody wants the rows again: they are asked for as soon as no page is on its way. */
const reloaded = <T>(state: ListState<T>): ListState<T> => {
  const left = { ...state, isReloadDue: false };
  const [objects, rows] = [sizeOf(state.table), rowsIn(state)];
  if (!state.isOpen) return left;
  if (state.rules.window === undefined && rows > 0) return { ...left, reloading: { objects, invalid: rows - objects } };
  // As many rows as there are, and no page more.
  return { ...walks.begunAgain(left), goal: Math.max(0, rows - 1) };
};

const step = <T>(state: ListState<T>, event: ListEvent<T>): ListState<T> => {
  switch (event.type) {
    case 'attach':
      return { ...state, rules: event.rules, isReleased: event.rules.rowsAhead !== undefined };
    case 'look':
      return { ...state, isReleased: false, ranges: event.ranges };
    case 'more':
      if (state.isPaused) return state;
      return walks.soon(state.isFailed ? walks.retried(state) : { ...state, goal: rowsIn(state) });
    case 'turn':
      return walks.turned(state);
    case 'passed':
      return { ...state, isPassing: false };
    case 'hydrate':
      return state.isOpen && !walks.hasBegun(state) ? walks.begun(state) : state;
    case 'sent':
      return { ...state, stage: 'sent' };
    case 'asked':
      return { ...state, stage: 'waiting' };
    case 'page':
      return withCame(state, event);
    case 'rows':
      return withRows(state, event);
    case 'failed':
      return walks.failed(state, event.error);
    case 'threw':
      if (event.one.what !== 'rows')
        return walks.stopped(state, { isFailed: true, error: undefined, start: undefined });
      return step(state, { type: 'again', page: event.one.page, came: E.left(undefined), at: state.at });
    case 'completed':
      return walks.stopped(state, { isEnd: true });
    case 'again': {
      const { page, came, at } = event;
      if (page !== undefined) return state.rules.window?.refilled(state, page, came) ?? state;
      return E.isLeft(came)
        ? { ...state, reloading: undefined, error: came.left }
        : withReloaded(state, came.right, at);
    }
    case 'reload':
      return { ...state, isReloadDue: true };
    case 'retry':
      return walks.soon(walks.retried(state));
    case 'clear': {
      const next = { ...walks.emptied(state, state.isOpen), goal: 0 };
      return state.isOpen ? walks.continuing(next) : next;
    }
    case 'session':
      return { ...walks.emptied(state, event.isOpen), edits: none, goal: walks.hasBegun(state) ? 0 : state.goal };
    case 'pause':
      // Only a list with a window may still ask for something at its end.
      if (state.isFailed || (state.isEnd && state.rules.window === undefined)) return state;
      return { ...state, isPaused: true, stage: state.stage === 'soon' ? 'none' : state.stage };
    case 'release':
      return walks.released(state);
    case 'destroy':
      return { ...walks.stopped(state), ...atRest, isDestroyed: true };
    case 'edit':
      return { ...state, edits: [...state.edits, event.edit] };
    case 'rollback':
      return { ...state, edits: state.edits.filter((edit) => edit !== event.edit) };
    case 'commit':
      return walks.committed(state, event.edit);
    case 'heard':
      return { ...state, retrying: heard(state.retrying, event.event, event.at) };
  }
};

/** What follows from where a list stands: a reload that waits, and a walk that waits. */
const settled = <T>(state: ListState<T>): ListState<T> => {
  const next = state.isReloadDue && !isBusy(state) && state.reloading === undefined ? reloaded(state) : state;
  const isGoing = next.stage === 'waiting' && walks.isNextPageWanted(next);
  const isQuiet = next.retrying === undefined || isBusy(next) || next.reloading !== undefined;
  return isGoing || !isQuiet
    ? { ...next, stage: isGoing ? 'sent' : next.stage, retrying: isQuiet ? next.retrying : undefined }
    : next;
};

export const reduce = <T>(state: ListState<T>, event: ListEvent<T>): ListState<T> => {
  if (state.isDestroyed) return state;
  const next = step(state, event);
  // A page is shown with its rows.
  return event.type === 'page' || event.type === 'heard' ? next : settled(next.rules.window?.arranged(next) ?? next);
};

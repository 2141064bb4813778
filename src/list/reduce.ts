import { forget, made, without } from './edits/EditLog';
import { commitEdit, foldEdits } from './edits/foldEdits';
import { isBusy, type ListEvent, type ListState, rowsIn } from './ListState';
import { beginDueReload, reloadStep } from './reload';
import * as transitions from './transitions';
import { takeTurn } from './turn';
import { send } from './walk';

const step = <T>(state: ListState<T>, event: ListEvent<T>): ListState<T> => {
  const { walk, reload } = state;
  switch (event.type) {
    case 'look':
      return { ...state, isReleased: false, window: { ...state.window, ranges: event.ranges } };
    case 'more':
      if (state.isPaused && walk.outcome.is !== 'failed') return state;
      return transitions.beginSoon(
        walk.outcome.is === 'open' ? { ...state, goal: rowsIn(state) } : transitions.retry(state),
      );
    case 'turn':
      return takeTurn(state);
    case 'hydrate':
      return state.isOpen && !transitions.hasBegun(state) ? transitions.beginWalk(state) : state;
    case 'sent':
      return { ...state, walk: send(walk, state) };
    case 'waiting':
      return { ...state, walk: { ...walk, stage: 'waiting' } };
    case 'page':
      return transitions.applyPage(state, event);
    case 'ended':
      return transitions.endWalk(state, event.error);
    case 'reloading':
      return reloadStep(state, event.step);
    case 'refetching':
      return state.rules.window?.step(state, event) ?? state;
    case 'reload':
      return beginDueReload({ ...state, reload: { ...reload, isDue: true } });
    case 'retry':
      return transitions.beginSoon(transitions.retry(state));
    case 'clear': {
      const next = { ...transitions.emptied(state), goal: 0 };
      return state.isOpen ? transitions.beginWalk(next) : next;
    }
    case 'session': {
      const goal = transitions.hasBegun(state) ? 0 : state.goal;
      return { ...transitions.emptied(state, event.isOpen), goal };
    }
    case 'pause':
      return transitions.pauseList(state);
    case 'release':
      return transitions.releaseList(state);
    case 'destroy':
      return {
        ...transitions.atRest(state),
        reload: { ...reload, isDue: false, walk: undefined },
        isPaused: false,
        walk: { ...walk, stage: 'destroyed' },
      };
    case 'edit':
      return { ...state, log: made(state.log, event.edit, state.rules.key) };
    case 'rollback':
      return foldEdits(state, without(state.log, event.edit));
    case 'commit':
      return commitEdit(state, event.edit, event.row);
    case 'retrying':
      return { ...state, retrying: event.retrying };
  }
};

/** When the oldest request under way left: what was confirmed after that may be missing in what it brings. */
const oldestRequest = <T>({ walk, reload, window }: ListState<T>): number =>
  Math.min(
    walk.stage === 'sent' ? walk.left : Infinity,
    reload.walk ? reload.left : Infinity,
    ...window.asking.map((one) => one.walk.left),
  );

/** A walk that waits continues as soon as its page is wanted. Where nothing runs, nothing is sent again. */
const followUp = <T>(state: ListState<T>): ListState<T> => {
  const { walk, reload, retrying } = state;
  if (walk.stage === 'waiting' && transitions.isNextPageWanted(state))
    return { ...state, walk: send(walk, state) };
  const isQuiet = retrying !== undefined && reload.walk === undefined && !isBusy(state);
  return isQuiet ? { ...state, retrying: undefined } : state;
};

const forgetting = <T>(state: ListState<T>): ListState<T> => {
  const log = forget(state.log, oldestRequest(state));
  return log === state.log ? state : { ...state, log };
};

/** The list after an event. */
export const reduce = <T>(state: ListState<T>, event: ListEvent<T>): ListState<T> => {
  const isGone = state.walk.stage === 'destroyed';
  // Its rows may still be shown, as those of the previous params.
  if (isGone && !('edit' in event)) return state;
  const next = step(state, event);
  const arranged = next.rules.window?.arrange(next) ?? next;
  if (isGone) {
    // What an edit makes due would have to be asked for.
    const { reload } = state;
    return forgetting({ ...arranged, reload, walk: { ...arranged.walk, stage: 'destroyed' } });
  }
  return forgetting(followUp(arranged));
};

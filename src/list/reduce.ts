import * as E from 'fp-ts/Either';
import { applyPage, applyReload } from './applyPage';
import { atRest, isBusy, type ListEvent, type ListState, rowsIn } from './ListState';
import { none } from './table/PageTable';
import * as transitions from './transitions';

type Of<T, K> = Extract<ListEvent<T>, { readonly type: K }>;

const refetched = <T>(
  state: ListState<T>,
  { page, came, at }: Of<T, 'refetched'>,
): ListState<T> => {
  const { rules, reload, outcome } = state;
  if (page !== undefined) return rules.window?.refill(state, page, came) ?? state;
  if (reload.sent?.isStale) return { ...state, reload: { isDue: true, sent: undefined } };
  if (E.isRight(came)) return applyReload(state, came.right, at);
  return {
    ...state,
    reload: { ...reload, sent: undefined },
    outcome: outcome.is === 'late' ? outcome : { ...outcome, error: came.left },
  };
};

const step = <T>(state: ListState<T>, event: ListEvent<T>): ListState<T> => {
  switch (event.type) {
    case 'look':
      return { ...state, isReleased: false, ranges: event.ranges };
    case 'more':
      if (state.isPaused) return state;
      return transitions.beginSoon(
        state.outcome.is === 'open' ? { ...state, goal: rowsIn(state) } : transitions.retry(state),
      );
    case 'turn':
      return transitions.takeTurn(state);
    case 'hydrate':
      return state.isOpen && !transitions.hasBegun(state) ? transitions.beginWalk(state) : state;
    case 'sent':
    case 'waiting':
      return { ...state, stage: event.type };
    case 'page':
      return applyPage(state, event);
    case 'ended':
      return transitions.endWalk(state, event.error);
    case 'refetched':
      return refetched(state, event);
    case 'reload':
      return { ...state, reload: { ...state.reload, isDue: true } };
    case 'retry':
      return transitions.beginSoon(transitions.retry(state));
    case 'clear': {
      const next = { ...transitions.emptied(state), goal: 0 };
      return state.isOpen ? transitions.beginWalk(next) : next;
    }
    case 'session': {
      const goal = transitions.hasBegun(state) ? 0 : state.goal;
      return { ...transitions.emptied(state, event.isOpen), edits: none, goal };
    }
    case 'pause':
      // Only a list with a window may still ask for something at its end.
      if (
        state.outcome.is === 'failed' ||
        (state.outcome.is === 'end' && state.rules.window === undefined)
      )
        return state;
      return { ...state, isPaused: true, stage: state.stage === 'soon' ? 'none' : state.stage };
    case 'release':
      return transitions.releaseList(state);
    case 'destroy':
      return { ...state, ...atRest, isPaused: false, stage: 'destroyed' };
    case 'edit':
      return { ...state, edits: [...state.edits, event.edit] };
    case 'rollback':
      return { ...state, edits: state.edits.filter((edit) => edit !== event.edit) };
    case 'commit':
      return transitions.commitEdit(state, event.edit);
    case 'retrying':
      return { ...state, retrying: event.retrying };
  }
};

/** What follows from where a list stands: a reload that waits begins, and so does a walk that waits. */
const followUp = <T>(state: ListState<T>): ListState<T> => {
  const { isReleased, reload } = state;
  const isFree = !isReleased && !isBusy(state) && !transitions.isNextPageWanted(state);
  const mayReload = reload.isDue && reload.sent === undefined && isFree;
  const next = mayReload ? transitions.beginReload(state) : state;
  if (next.stage === 'waiting' && transitions.isNextPageWanted(next))
    return { ...next, stage: 'sent' };
  const isQuiet = next.retrying !== undefined && next.reload.sent === undefined && !isBusy(next);
  return isQuiet ? { ...next, retrying: undefined } : next;
};

/** The list after an event. */
export const reduce = <T>(state: ListState<T>, event: ListEvent<T>): ListState<T> => {
  const isGone = state.stage === 'destroyed';
  // Its rows may still be shown, as those of the previous params.
  if (isGone && !('edit' in event)) return state;
  const next = step(state, event);
  const arranged = next.rules.window?.arrange(next) ?? next;
  return isGone ? { ...arranged, stage: 'destroyed' } : followUp(arranged);
};

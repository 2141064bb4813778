import type { ListState } from './ListState';
import { beginDueReload, resumeReload } from './reload';
import { beginWalk, isNextPageWanted } from './transitions';
import { send } from './walk';

/** What was wanted, and could not begin at once, begins: a walk, a reload that is due, or a page of a window. */
export const takeTurn = <T>(state: ListState<T>): ListState<T> => {
  if (state.walk.stage === 'soon') return { ...state, walk: send(state.walk, state) };
  const reloading = beginDueReload(resumeReload(state));
  if (reloading !== state) return reloading;
  const next = state.rules.window?.step(state, { type: 'turn' }) ?? state;
  return next === state && state.walk.stage === 'none' && isNextPageWanted(state)
    ? beginWalk(state)
    : next;
};

import { atRest, isAtEnd, type ListRules, type ListState, rowsIn } from './ListState';
import { isReloadFailed } from './transitions';

// A list that would have to begin again, and could not recognize its rows, is not kept.
/** How a list begins when it is shown again, with the page that failed if one has; undefined if it is not kept. */
export const keptState = <T>(state: ListState<T>): ListState<T> | undefined => {
  const { rules, isTransferred, start, edits, outcome, reload } = state;
  const isEnd = isAtEnd(state);
  const hasRows = rowsIn(state) > 0 || edits.length > 0;
  if (
    !isEnd &&
    !(
      hasRows &&
      ((rules.window ?? rules.key) !== undefined || isTransferred || start !== undefined)
    )
  )
    return undefined;
  return {
    ...state,
    ...atRest,
    // Rows that were being asked for again are old, also where that has failed.
    reload: {
      isDue: reload.isDue || reload.sent !== undefined || isReloadFailed(state),
      sent: undefined,
    },
    stage: 'none',
    goal: -1,
    isPaused: false,
    outcome: !isEnd ? { is: 'open' } : outcome.is === 'failed' ? outcome.before : outcome,
  };
};

/** Without edits that wait, the data of a list that nobody shows holds nothing of its component. */
export const detached = <T>(state: ListState<T>): ListState<T> =>
  state.edits.length > 0 ? state : { ...state, rules: { ...state.rules, key: undefined } };

/** A list that was kept is shown again. Edits may have ended meanwhile. */
export const attached = <T>(
  state: ListState<T>,
  rules: ListRules<T>,
  now: number,
): ListState<T> => {
  const isDue = state.reload.isDue || now - state.at > (rules.staleTime ?? Infinity);
  return {
    ...state,
    rules,
    isReleased: rules.window !== undefined,
    reload: { ...state.reload, isDue },
  };
};

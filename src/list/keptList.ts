import { forget } from './edits/EditLog';
import { isAtEnd, type ListRules, type ListState, rowsIn } from './ListState';
import { atRest, isReloadFailed } from './transitions';

// A list that would have to begin again, and could not recognize its rows, is not kept.
/** How a list begins when it is shown again, with the page that failed if one has; undefined if it is not kept. */
export const keptState = <T>(state: ListState<T>): ListState<T> | undefined => {
  const { rules, walk, log } = state;
  const { isTransferred, start, outcome } = walk;
  const isEnd = isAtEnd(walk);
  const hasRows = rowsIn(state) > 0 || log.entries.length > 0;
  if (
    !isEnd &&
    !(
      hasRows &&
      ((rules.window ?? rules.key) !== undefined || isTransferred || start !== undefined)
    )
  )
    return undefined;
  const rest = atRest(state);
  const open = outcome.is === 'failed' ? outcome.before : outcome;
  return {
    ...rest,
    // Rows that were being asked for again are old, also where that has failed.
    reload: { ...rest.reload, isDue: rest.reload.isDue || isReloadFailed(walk) },
    goal: -1,
    isPaused: false,
    log: forget(log, Infinity),
    walk: { ...walk, stage: 'none', outcome: isEnd ? open : { is: 'open' } },
  };
};

/** Without edits that wait, the data of a list that nobody shows holds nothing of its component. */
export const detached = <T>(state: ListState<T>): ListState<T> =>
  state.log.entries.length > 0 ? state : { ...state, rules: { ...state.rules, key: undefined } };

/** A list that was kept is shown again. Edits may have ended meanwhile. */
export const attached = <T>(
  state: ListState<T>,
  rules: ListRules<T>,
  now: number,
): ListState<T> => {
  const isDue = state.reload.isDue || now - state.walk.at > (rules.staleTime ?? Infinity);
  return {
    ...state,
    rules,
    isReleased: rules.window !== undefined,
    reload: { ...state.reload, isDue },
  };
};

import type { WalkProgress, WalkStatus } from '../WalkList';
import { isBusy, type ListState, rowsIn } from './ListState';

const statusOf = <T>(state: ListState<T>): WalkStatus => {
  if (state.isFailed) return 'error';
  if (state.isPaused) return 'paused';
  if (isBusy(state) || state.isOutOfTime) return 'loading';
  if (state.reloading !== undefined) return 'reloading';
  return state.isEnd ? 'end' : 'idle';
};

const progressOf = <T>(state: ListState<T>, length: number): WalkProgress => {
  const { rules, pages, total } = state;
  const objects = rules.window === undefined ? rowsIn(state) : length;
  // A service that says nonsense changes nothing.
  return total === undefined || total < objects ? { pages, objects } : { pages, objects, total };
};

/** What the users of a list see of it, beside its rows. `length` is how many rows there are to scroll through. */
export const viewOf = <T>(state: ListState<T>, length = state.table.length) => ({
  status: statusOf(state),
  error: state.error,
  retrying: state.retrying,
  isEnd: state.isEnd,
  progress: progressOf(state, length),
});

export type ListView = ReturnType<typeof viewOf>;

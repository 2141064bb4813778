import * as O from 'fp-ts/Option';
import { resumeFrom } from '../../model/errors/resumeFrom';
import type { WalkError } from '../../model/errors/WalkError';
import type { WalkPace, WalkStatus } from '../WalkState';

/** Where the walk of a list stands. */
export interface ListState {
  readonly phase: Exclude<WalkStatus, 'paused'>;
  /** Whether a walk is subscribed; it may be waiting for demand. */
  readonly isWalking: boolean;
  /** Where the next walk begins: with the page after the last one that came, or with the first one. */
  readonly start: Pick<WalkPace, 'pageToken'>;
  readonly isPaused: boolean;
  /** The list is not visible: after the page in flight, no page is requested. */
  readonly isReleased: boolean;
  readonly isDestroyed: boolean;
  /** The rows came with the HTML. The walk that brings the next ones begins with the same page. */
  readonly isTransferred: boolean;
  /** The time for a render on the server is over: the list stays as it is, and the browser begins again. */
  readonly isOutOfTime: boolean;
  readonly error: WalkError | undefined;
  /** How many objects there are in all, as the service says. */
  readonly total: number | undefined;
}

/** What happens to a list. */
export type ListInput =
  | { readonly type: 'look' | 'soon' | 'due' | 'sent' | 'completed' | 'outOfTime' | 'again' }
  | { readonly type: 'retry' | 'restart' | 'reset' | 'pause' | 'resume' | 'cancel' | 'destroy' }
  | { readonly type: 'asked'; readonly isWanted: boolean }
  | {
      readonly type: 'page';
      readonly start: ListState['start'];
      readonly total: unknown;
      readonly isTransferred: boolean;
    }
  | {
      readonly type: 'refreshed';
      readonly start: ListState['start'];
      readonly total: unknown;
      readonly isLast: boolean;
    }
  | { readonly type: 'failed'; readonly error: WalkError; readonly mayRestart: boolean }
  | { readonly type: 'threw' }
  | { readonly type: 'edited'; readonly more: number }
  | { readonly type: 'release'; readonly isEmpty: boolean };

/**
 * What is to be done about it, in this order. `begin` and `leave` are about the walk, `welcome` is for one that somebody has
 * asked for, and the others are about the rows.
 */
export type ListAct = 'leave' | 'welcome' | 'begin' | 'show' | 'countPage' | 'beginAgain' | 'makeRoom' | 'clear';

export interface ListStep {
  readonly state: ListState;
  readonly acts: ReadonlyArray<ListAct>;
}

export const newList = (phase: 'idle' | 'loading'): ListState => ({
  phase,
  isWalking: false,
  start: {},
  isPaused: false,
  isReleased: false,
  isDestroyed: false,
  isTransferred: false,
  isOutOfTime: false,
  error: undefined,
  total: undefined,
});

/** Whether the list may still request pages by itself. */
const isOpen = ({ phase }: ListState): boolean => phase === 'idle' || phase === 'loading';

/** Whether the service has no more to give: it said "last page", or that it returns no more. */
export const isExhausted = ({ phase, error }: ListState): boolean =>
  phase === 'end' || error?._tag === 'RetrievalLimitExceeded';

/** Whether it takes a `retry` to continue. */
const isStuck = (state: ListState): boolean =>
  (state.phase === 'error' || state.phase === 'cancelled') && !isExhausted(state);

/** Whether a walk has ever been under way. */
const hasBegun = ({ isWalking, phase, start }: ListState): boolean =>
  isWalking || phase !== 'idle' || start.pageToken !== undefined;

const stopped = (state: ListState, change: Partial<ListState>): ListStep => ({
  state: { ...state, isWalking: false, isPaused: false, ...change },
  acts: ['leave', 'show'],
});

const begun = (state: ListState, ...acts: ReadonlyArray<ListAct>): ListStep => ({
  state: { ...state, phase: 'loading', isWalking: true, error: undefined },
  acts: [...acts, 'begin'],
});

/** Rows that cannot be distinguished from those that will come again are removed. Those that have travelled stay until then. */
const again = ({ start, isTransferred }: ListState): ReadonlyArray<ListAct> =>
  start.pageToken !== undefined || isTransferred ? [] : ['beginAgain'];

/** The walk from its first page, while the rows stay that can be distinguished from those that will come again. */
const begunAgain = (state: ListState): ListStep => begun({ ...state, start: {} }, 'show', 'leave', 'beginAgain');

const failed = (state: ListState, error: WalkError, mayRestart: boolean): ListStep => {
  const start = O.getOrElse<ListState['start']>(() => ({}))(resumeFrom(error));
  return mayRestart ? begunAgain(state) : stopped(state, { phase: 'error', error, start });
};

const totalOf = (total: unknown): number | undefined => (Number.isSafeInteger(total) ? (total as number) : undefined);

/** A list, one step on. A state in which nothing has changed is the same one. */
export const step = (state: ListState, input: ListInput): ListStep => {
  const to = (change: Partial<ListState>, ...acts: ReadonlyArray<ListAct>): ListStep => ({
    state: (Object.keys(change) as Array<keyof ListState>).every((name) => change[name] === state[name])
      ? state
      : { ...state, ...change },
    acts,
  });
  if (state.isDestroyed) return to({});

  switch (input.type) {
    case 'look':
      return to({ isReleased: false });
    case 'soon':
      return state.isWalking || !isOpen(state) ? to({}) : to({ phase: 'loading' });
    case 'due':
      return state.isWalking || state.isOutOfTime || !isOpen(state) ? to({}) : begun(state, ...again(state));
    case 'asked':
      return input.isWanted ? to({}, 'show') : to({ phase: 'idle' }, 'show');
    case 'sent':
      return to({ phase: 'loading' });
    case 'page':
      return to(
        {
          start: input.start,
          isTransferred: input.isTransferred,
          total: totalOf(input.total),
        },
        ...(state.isTransferred && !input.isTransferred ? (['makeRoom'] as const) : []),
        'countPage',
      );
    case 'refreshed':
      // The page that is under way comes behind the rows that there were.
      if (state.phase === 'loading' || state.phase === 'cancelled') return to({ total: totalOf(input.total) });
      return {
        state: {
          ...state,
          phase: input.isLast ? 'end' : 'idle',
          isWalking: false,
          isTransferred: false,
          start: input.start,
          error: undefined,
          total: totalOf(input.total),
        },
        acts: ['leave'],
      };
    case 'edited':
      return to({ total: state.total === undefined ? undefined : state.total + input.more });
    case 'again':
      return begunAgain(state);
    case 'failed':
      return failed(state, input.error, input.mayRestart);
    case 'outOfTime':
      return { state: { ...state, isWalking: false, isOutOfTime: true }, acts: ['leave', 'show'] };
    case 'threw':
      return stopped(state, { phase: 'error', start: {} });
    case 'completed':
      return stopped(state, { phase: 'end' });
    case 'retry':
      if (!isStuck(state)) return to({});
      return begun({ ...state, isPaused: false }, ...again(state), 'welcome');
    case 'restart':
      return begun({ ...newList('loading'), isReleased: state.isReleased }, 'leave', 'clear', 'welcome');
    case 'reset':
      return {
        state: { ...newList('idle'), isReleased: state.isReleased },
        acts: ['leave', 'clear', ...(hasBegun(state) ? (['welcome'] as const) : [])],
      };
    case 'pause':
      return isOpen(state) ? to({ isPaused: true }) : to({});
    case 'resume':
      return to({ isPaused: false });
    case 'release': {
      // Without a row nothing is lost; with some, the page in flight is where the walk continues.
      const isLost = state.phase === 'loading' && (input.isEmpty || !state.isWalking);
      return isLost ? stopped(state, { phase: 'idle', isReleased: true }) : to({ isReleased: true });
    }
    case 'cancel':
      return isOpen(state) ? stopped(state, { phase: 'cancelled', start: {} }) : to({});
    case 'destroy':
      return isOpen(state) ? stopped(state, { phase: 'cancelled', isDestroyed: true }) : to({ isDestroyed: true });
  }
};

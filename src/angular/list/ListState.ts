import * as O from 'fp-ts/Option';
import { asyncScheduler } from 'rxjs';
import type { WalkEvent } from '../../client/WalkEvent';
import type { PageInfo } from '../../model/endpoints/Page';
import { resumeFrom } from '../../model/errors/resumeFrom';
import type { WalkError } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import type { Retrying, WalkPace, WalkStatus } from '../WalkList';

/** What is asked for again: all rows, or one page of a window. */
export type Again = 'rows' | number;

const nothing: ReadonlyArray<never> = [];

/** Where a list stands: its walk, and what is asked for again beside it. */
export interface ListState {
  readonly phase: 'idle' | 'loading' | 'error';
  /** Nothing more comes: the service said "last page", or that it returns no more. */
  readonly isEnd: boolean;
  /** Whether a walk is subscribed; it may be waiting for demand. */
  readonly isWalking: boolean;
  /** Where the next walk begins: with the page after the last one that came, or with the first one. */
  readonly start: Pick<WalkPace, 'pageToken'>;
  /** What is being asked for again: the rows, or pages of a window. */
  readonly again: ReadonlyArray<Again>;
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

/** What a page, or what was asked for again, says of the pages behind it. */
export interface NextPage extends Pick<ListState, 'start' | 'total'> {
  readonly isLast: boolean;
}

export const nextPageAfter = ({ nextPageToken, isLast, fields }: PageInfo): NextPage => {
  const total = fields.totalCount ?? fields.total;
  return {
    start: O.isSome(nextPageToken) ? { pageToken: nextPageToken.value } : {},
    isLast,
    total: Number.isSafeInteger(total) ? (total as number) : undefined,
  };
};

/** What happens to a list. */
export type ListInput =
  | { readonly type: 'look' | 'soon' | 'due' | 'sent' | 'completed' | 'outOfTime' | 'threw' }
  | { readonly type: 'retry' | 'clear' | 'reset' | 'pause' | 'destroy' }
  | { readonly type: 'asked'; readonly isWanted: boolean }
  | ({ readonly type: 'page'; readonly isTransferred: boolean } & Pick<NextPage, 'start' | 'total'>)
  | { readonly type: 'failed'; readonly error: WalkError; readonly mayRestart: boolean }
  /** With rows that are known by a key, they are asked for beside the walk. Others make room for those of a new walk. */
  | { readonly type: 'reload'; readonly isInPlace: boolean }
  /** Pages of a window are missing, or nobody wants them any more. */
  | { readonly type: 'missing' | 'passed'; readonly pages: ReadonlyArray<number> }
  /** Pages were named up to one that was never walked. */
  | { readonly type: 'jumped'; readonly pageToken: PageToken }
  /** What was asked for again is here. Undefined where it says nothing of what comes behind the rows. */
  | { readonly type: 'cameAgain'; readonly what: Again; readonly next: NextPage | undefined }
  | {
      readonly type: 'failedAgain';
      readonly what: Again;
      readonly error: WalkError | undefined;
      readonly isStopped: boolean;
    }
  | { readonly type: 'edited'; readonly more: number }
  | { readonly type: 'release'; readonly isEmpty: boolean };

/**
 * What to do about it, in this order. `begin` and `leave` are about the walk, `ask` and `drop` about what is asked for
 * again, `welcome` is for a walk that somebody has asked for, and the others are about the rows.
 */
export type ListAct =
  'leave' | 'drop' | 'welcome' | 'begin' | 'ask' | 'show' | 'countPage' | 'beginAgain' | 'makeRoom' | 'clear';

export interface ListStep {
  readonly state: ListState;
  readonly acts: ReadonlyArray<ListAct>;
}

export const newList = (phase: 'idle' | 'loading'): ListState => ({
  phase,
  isEnd: false,
  isWalking: false,
  start: {},
  again: nothing,
  isPaused: false,
  isReleased: false,
  isDestroyed: false,
  isTransferred: false,
  isOutOfTime: false,
  error: undefined,
  total: undefined,
});

export const statusOf = ({ phase, isPaused, isEnd, again }: ListState): WalkStatus => {
  if (phase === 'error') return 'error';
  if (isPaused) return 'paused';
  if (phase === 'loading') return 'loading';
  if (again[0] === 'rows') return 'reloading';
  return isEnd ? 'end' : 'idle';
};

/** Whether the walk may still request pages by itself. */
const isOpen = ({ phase, isEnd }: ListState): boolean => phase !== 'error' && !isEnd;

/** Whether a walk has ever been under way. */
const hasBegun = ({ isWalking, isEnd, phase, start }: ListState): boolean =>
  isWalking || isEnd || phase !== 'idle' || start.pageToken !== undefined;

const stopped = (state: ListState, change: Partial<ListState>): ListStep => ({
  state: { ...state, isWalking: false, isPaused: false, ...change },
  acts: ['leave', 'show'],
});

const begun = (state: ListState, ...acts: ReadonlyArray<ListAct>): ListStep => ({
  state: { ...state, phase: 'loading', isEnd: false, isWalking: true, error: undefined },
  acts: [...acts, 'begin'],
});

/** Rows that cannot be distinguished from those that will come again are removed. Those that came with the HTML stay until then. */
const fromStart = ({ start, isTransferred }: ListState): ReadonlyArray<ListAct> =>
  start.pageToken !== undefined || isTransferred ? [] : ['beginAgain'];

/** The walk from its first page, while the rows stay that can be distinguished from those that will come again. */
const begunAgain = (state: ListState, ...rows: ReadonlyArray<ListAct>): ListStep =>
  begun({ ...state, start: {}, again: nothing }, 'show', 'leave', 'drop', ...rows);

const failed = (state: ListState, error: WalkError, mayRestart: boolean): ListStep => {
  if (mayRestart) return begunAgain(state, 'beginAgain');
  if (error._tag === 'RetrievalLimitExceeded') return stopped(state, { phase: 'idle', isEnd: true, error });
  const start = O.getOrElse<ListState['start']>(() => ({}))(resumeFrom(error));
  return stopped(state, { phase: 'error', error, start });
};

/** The next state of a list. If nothing has changed, it is the same object. */
export const step = (state: ListState, input: ListInput): ListStep => {
  const to = (change: Partial<ListState>, ...acts: ReadonlyArray<ListAct>): ListStep => ({
    state: (Object.keys(change) as Array<keyof ListState>).every((name) => change[name] === state[name])
      ? state
      : { ...state, ...change },
    acts,
  });
  const isPageAgain = typeof state.again[0] === 'number';
  /** Only this is still asked for again. */
  const only = (again: ReadonlyArray<Again>) => ({
    again: again.length > 0 ? again : nothing,
    phase: isPageAgain && again.length === 0 ? ('idle' as const) : state.phase,
  });
  if (state.isDestroyed) return to({});

  switch (input.type) {
    case 'look':
      return to({ isReleased: false });
    case 'soon':
      return state.isWalking || !isOpen(state) ? to({}) : to({ phase: 'loading' });
    case 'due':
      return state.isWalking || state.isOutOfTime || !isOpen(state) ? to({}) : begun(state, ...fromStart(state));
    case 'asked':
      return input.isWanted ? to({}, 'show') : to({ phase: 'idle' }, 'show');
    case 'sent':
      return to({ phase: 'loading' });
    case 'page':
      return to(
        { start: input.start, isTransferred: input.isTransferred, total: input.total },
        ...(state.isTransferred && !input.isTransferred ? (['makeRoom'] as const) : []),
        'countPage',
      );
    case 'failed':
      return failed(state, input.error, input.mayRestart);
    case 'outOfTime':
      return { state: { ...state, isWalking: false, isOutOfTime: true }, acts: ['leave', 'show'] };
    case 'threw':
      return stopped(state, { phase: 'error', start: {} });
    case 'completed':
      return stopped(state, { phase: 'idle', isEnd: true });

    case 'missing':
      return to(
        {
          again: [...state.again, ...input.pages],
          phase: 'loading',
          error: state.isEnd ? state.error : undefined,
        },
        'ask',
      );
    case 'passed':
      return to(only(state.again.filter((what) => what === 'rows' || !input.pages.includes(what))), 'drop');
    case 'jumped':
      return to({ start: { pageToken: input.pageToken }, isWalking: false }, 'leave');
    case 'cameAgain': {
      const { next, what } = input;
      if (next === undefined) return to(only(state.again.filter((other) => other !== what)), 'drop');
      const { isLast: isEnd, start, total } = next;
      // The page that is under way comes behind the rows that there were.
      if (!isPageAgain && state.phase === 'loading') return to({ again: nothing, error: undefined, total }, 'drop');
      const still = only(state.again.filter((other) => other < what));
      const phase = isPageAgain ? still.phase : 'idle';
      return to(
        { ...still, phase, isWalking: false, isTransferred: false, error: undefined, isEnd, start, total },
        'drop',
        'leave',
      );
    }
    case 'failedAgain':
      if (input.isStopped) return to({ again: nothing, phase: 'error', error: input.error }, 'drop');
      return to(
        { ...only(state.again.filter((what) => what !== input.what)), ...(!isPageAgain && { error: input.error }) },
        'drop',
      );
    case 'edited':
      return to({ total: state.total === undefined ? undefined : state.total + input.more });

    case 'reload':
      if (state.phase === 'loading' || state.again.length > 0) return to({});
      return input.isInPlace ? to({ again: ['rows'] }, 'ask') : begunAgain(state, 'makeRoom');
    case 'retry':
      if (state.isPaused) return to({ isPaused: false });
      if (state.phase !== 'error') return to({});
      // The list continues behind its last page: what has failed was a page that it had before.
      if (state.isWalking || state.isEnd) return to({ phase: 'idle', error: undefined });
      return begun(state, ...fromStart(state), 'welcome');
    case 'clear':
      return begun({ ...newList('loading'), isReleased: state.isReleased }, 'leave', 'drop', 'clear', 'welcome');
    case 'reset':
      return {
        state: { ...newList('idle'), isReleased: state.isReleased },
        acts: ['leave', 'drop', 'clear', ...(hasBegun(state) ? (['welcome'] as const) : [])],
      };
    case 'pause':
      return state.phase === 'error' ? to({}) : to({ isPaused: true });
    case 'release': {
      // Without a row nothing is lost; with some, the page in flight is where the walk continues.
      const isLost = state.phase === 'loading' && !isPageAgain && (input.isEmpty || !state.isWalking);
      if (isLost) return stopped(state, { phase: 'idle', isReleased: true });
      return isPageAgain ? to({ ...only(nothing), isReleased: true }, 'drop') : to({ isReleased: true });
    }
    case 'destroy': {
      const phase = state.phase === 'error' ? 'error' : 'idle';
      return to({ phase, isWalking: false, isDestroyed: true, again: nothing }, 'leave', 'drop', 'show');
    }
  }
};

/** The state of the request for a page, after an event of its walk. */
export const retryingAfter = (before: Retrying | undefined, event: WalkEvent): Retrying | undefined => {
  const { type } = event;
  if (type === 'retry')
    return { attempt: event.attempt, at: asyncScheduler.now() + event.delay, failure: event.failure };
  if (type === 'request')
    return before && event.attempt > 1 ? { ...before, attempt: event.attempt, at: undefined } : undefined;
  return type === 'page' ? undefined : before;
};

import type * as E from 'fp-ts/Either';
import type { WalkEvent } from '../client/WalkEvent';
import type { InvalidObject, PageTokenExpired, WalkError } from '../model/errors/WalkError';
import type { PageToken } from '../model/PageToken';
import type { Key } from '../walk/recovery/seenBefore';
import type { ListedPage } from './WalkSource';
import { emptyTable, invalidIn, none, type PageTable, sizeOf } from './table/PageTable';
import type { Edit, Seen } from './table/rows';
import type { Retrying, WalkProgress, WalkStatus } from './ListView';

/** Rows that a viewport shows: from an index up to another one. */
export interface ListRange {
  readonly start: number;
  readonly end: number;
}

type Step = <T>(state: ListState<T>) => ListState<T>;

/** What a list does differently of which only some pages are in memory. `walkWindow` brings it: other lists do not load it. */
export interface Windowing {
  /** The rows as they are shown after an event. */
  readonly arranged: Step;
  /** The walk begins again. Rows stay until it has come to their index. */
  readonly again: Step;
  /** Pages that are wanted begin to load. Those that nobody wants any more are left. */
  readonly turned: Step;
  readonly withPage: <T>(table: PageTable<T>, token: PageToken | undefined, page: ListedPage) => PageTable<T>;
  /** Rows of the page that came last, as they are kept, and what they change beside the table. */
  readonly placed: <T>(
    state: ListState<T>,
    rows: ReadonlyArray<T>,
  ) => Pick<ListState<T>, 'reached' | 'inVain'> & { readonly rows: ReadonlyArray<T> };
  readonly refilled: <T>(state: ListState<T>, page: number, came: CameAgain<T>) => ListState<T>;
}

export interface ListRules<T> {
  readonly key: ((object: T) => Key) | undefined;
  /** How many pages are in memory at most. A list that grows keeps all of them. */
  readonly max: number;
  /** How many rows are wanted ready beyond the end of a viewport; undefined where pages are asked for one by one. */
  readonly rowsAhead: number | undefined;
  /** Whether the page behind the last one is wanted. */
  readonly isNextWanted: <S>(state: ListState<S>) => boolean;
  readonly window: Windowing | undefined;
  /** Where the list is rendered: a server asks for one page, or for none. */
  readonly server: 'page' | 'nothing' | undefined;
}

/** The rules of a list without a viewport, of which all pages are in memory. */
export const keepsAll = { max: Infinity, rowsAhead: undefined, window: undefined };

/** What rows are known by where they are not known by their index: a walk that begins again skips them. */
export const keyOf = <T>({ window, key }: ListRules<T>): ListRules<T>['key'] =>
  window === undefined ? key : undefined;

export const newList = <T>(rules: ListRules<T>, isOpen: boolean, at: number) => ({
  rules,
  table: emptyTable as PageTable<T>,
  edits: none as ReadonlyArray<Edit<T>>,
  seen: none as Seen,
  /** What could not be read before the walk began again, and may come again. */
  expected: none as ReadonlyArray<InvalidObject>,
  /** How far rows have ever come. */
  reached: 0,

  /** A page is wanted while there are no more rows than this, where pages are asked for one by one. */
  goal: -1,
  /** What viewports show, or have shown last. */
  ranges: none as ReadonlyArray<ListRange>,
  /** The list is not visible: after the page in flight, no page is requested. The first walk waits for a viewport. */
  isReleased: rules.rowsAhead !== undefined,
  isPaused: false,
  /** Whether a user is signed in, where the application has a session. */
  isOpen,
  isDestroyed: false,

  /** Its number: where it is another one, another walk has to run. */
  walk: 0,
  /** There is no walk, one begins in the next turn, it waits until a page is wanted, or a page is on its way. */
  stage: 'none' as 'none' | 'soon' | 'waiting' | 'sent',
  /** Where the next walk begins: with the page after the last one that came, or with the first one. */
  start: undefined as PageToken | undefined,
  /** Nothing more comes: the service said "last page", or that it returns no more. */
  isEnd: false,
  isFailed: false,
  error: undefined as WalkError | undefined,
  /** The rows came with the HTML. The walk that brings the next ones begins with the same page. */
  isTransferred: false,
  /** The time for a render on the server is over: the list stays as it is, and the browser begins again. */
  isOutOfTime: false,
  /** The walk was restarted this often, at last because of this, and this often in a row without a new row. */
  restarted: { times: 0 } as { readonly times: number; readonly error?: PageTokenExpired },
  inVain: 0,
  /** Raised when what was asked for before is out of date. */
  edition: 0,
  /** The pages of a window that could not be loaded. */
  unobtainable: none as ReadonlyArray<number>,
  ...atRest,

  /** The pages that have come, including those that came again. */
  pages: 0,
  /** What the last one says: how many records it had, and how many objects there are in all. */
  records: 0,
  total: undefined as number | undefined,
  /** When the rows were asked for, in milliseconds since 1970. */
  at,
});

/** Where a list stands: what it has, what is wanted of it, and what is under way. */
export type ListState<T> = Readonly<ReturnType<typeof newList<T>>>;

/** Nothing is under way beside the walk. */
export const atRest = {
  /** Whether the rows have to be asked for again, are being asked for, or both. */
  isReloadDue: false,
  reloading: undefined as { readonly objects: number; readonly invalid: number } | undefined,
  /** The pages of a window that are being asked for, and whether viewports have just passed some. */
  asking: none as ReadonlyArray<number>,
  isPassing: false,
  retrying: undefined as Retrying | undefined,
};

/** What was asked for again, as a separate list; the error is undefined where that ended with an exception. */
export type CameAgain<T> = E.Either<WalkError | undefined, ListState<T>>;

type Token = PageToken | undefined;

/** Something that should run for a list. What has the same id is the same. */
export type Desired = { readonly id: string } &
  /** The walk that brings the next pages. It waits while the stage is not `sent`. */
  (
    | { readonly what: 'walk'; readonly pageToken: Token }
    /** The rows again, this many, or a page of a window that is not in memory. */
    | { readonly what: 'rows'; readonly size: number; readonly page: number | undefined; readonly pageToken: Token }
    /** A pause after pages that viewports have scrolled past: not each of them is worth a request. */
    | { readonly what: 'pause' }
  );

export type ListEvent<T> =
  | { readonly type: 'more' | 'pause' | 'retry' | 'reload' | 'clear' | 'release' | 'destroy' }
  /** A page may begin to load: not while Angular renders, nor before inputs are set. */
  | { readonly type: 'turn' | 'hydrate' | 'passed' }
  | { readonly type: 'look'; readonly ranges: ReadonlyArray<ListRange> }
  | { readonly type: 'attach'; readonly rules: ListRules<T> }
  | { readonly type: 'session'; readonly isOpen: boolean }
  /** The walk waits for demand, waits no longer, has brought a page and its rows, or has ended. */
  | { readonly type: 'asked' | 'sent' | 'completed' }
  | { readonly type: 'page'; readonly page: ListedPage; readonly at: number }
  | { readonly type: 'rows'; readonly objects: ReadonlyArray<T>; readonly invalid: ReadonlyArray<InvalidObject> }
  | { readonly type: 'failed'; readonly error: WalkError }
  /** What was asked for again has come, or could not be loaded: all rows, or a page of a window. */
  | { readonly type: 'again'; readonly page: number | undefined; readonly came: CameAgain<T>; readonly at: number }
  | { readonly type: 'threw'; readonly one: Desired; readonly thrown: unknown }
  | { readonly type: 'edit' | 'commit' | 'rollback'; readonly edit: Edit<T> }
  | { readonly type: 'heard'; readonly event: WalkEvent; readonly at: number };

/** Whether a page of the walk is on its way, or about to be. */
export const isWalking = <T>({ stage }: ListState<T>): boolean => stage === 'soon' || stage === 'sent';

/** Whether any page is. */
export const isBusy = <T>(state: ListState<T>): boolean =>
  isWalking(state) || state.asking.length > 0 || state.isPassing;

/** How many objects have come. Those that could not be read count where rows have no index. */
export const rowsIn = <T>({ rules, table }: ListState<T>): number =>
  sizeOf(table) + (rules.window === undefined ? invalidIn(table).length : 0);

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

import type * as E from 'fp-ts/Either';
import type { Numbering } from '../model/paging/scheme';
import type { InvalidObject, PageFailure, WalkError } from '../model/errors/WalkError';
import type { PageToken } from '../model/PageToken';
import type { Key } from '../walk/recovery/seenBefore';
import { emptyTable, invalidIn, none, type PageTable, sizeOf } from './table/PageTable';
import type { Edit, Seen } from './table/rows';
import type { ListedPage } from './WalkSource';

/**
 * What a list does. `idle`: it waits until more is wanted. `loading`: a page is on its way. `reloading`: its rows are being asked for
 * again. `paused`: after `pause()`. `end`: nothing more comes. `error`: it has stopped, and `retry()` continues. @inline
 */
export type WalkStatus = 'idle' | 'loading' | 'reloading' | 'paused' | 'end' | 'error';

/** How far a list has come. @inline */
export interface WalkProgress {
  /** The pages that have come, including those that came again. */
  readonly pages: number;
  /** The objects of the list, including those that could not be read. */
  readonly objects: number;
  /** How many objects there are in all, where the service says so. */
  readonly total?: number;
}

/** A request that failed and is sent again. @inline */
export interface Retrying {
  /** How many requests were sent for the page. */
  readonly attempt: number;
  /** When the next one is sent, in milliseconds since 1970; undefined while one is on its way. */
  readonly at: number | undefined;
  /** Why the one before failed. */
  readonly failure: PageFailure;
}

/** Rows that a viewport shows: from an index up to another one. */
export interface ListRange {
  readonly start: number;
  readonly end: number;
}

type Step = <T>(state: ListState<T>) => ListState<T>;

/** What a list does differently of which only some pages are in memory. `walkWindow` brings it: other lists do not load it. */
export interface Windowing {
  /** How many pages are in memory at most. */
  readonly keepPages: number;
  /** How many rows are wanted ready beyond the end of a viewport. */
  readonly rowsAhead: number;
  /** Whether the page behind the last one is wanted. */
  readonly isNextWanted: <T>(state: ListState<T>) => boolean;
  /** The rows as they are shown after an event. */
  readonly arrange: Step;
  /** The walk begins again. Rows stay until it has come to their index. */
  readonly keepOld: Step;
  /** Pages that are wanted begin to load. Those that nobody wants any more are left. */
  readonly takeTurn: Step;
  readonly addPage: <T>(
    table: PageTable<T>,
    token: PageToken | undefined,
    page: ListedPage,
  ) => PageTable<T>;
  /** Rows of the page that came last, as they are kept, and what they say of restarts. */
  readonly placeRows: <T>(
    state: ListState<T>,
    rows: ReadonlyArray<T>,
  ) => Pick<ListState<T>, 'restarts'> & { readonly rows: ReadonlyArray<T> };
  /** A row was removed: its page, and those behind it, have others now. Rows stay until the walk has come to their index. */
  readonly moveRows: <T>(state: ListState<T>, before: PageTable<T>, edit: Edit<T>) => ListState<T>;
  readonly refill: <T>(state: ListState<T>, page: number, came: Refetched<T>) => ListState<T>;
}

export interface ListRules<T> {
  readonly key: ((object: T) => Key) | undefined;
  /** Undefined where pages are asked for one by one, and all of them are in memory. */
  readonly window: Windowing | undefined;
  /** Where the list is rendered: a server asks for one page, or for none. */
  readonly server: 'page' | 'nothing' | undefined;
  /** A list that was kept for more milliseconds than this is reloaded when it is shown again. */
  readonly staleTime?: number | undefined;
  /** Whether it is one page, however many rows were inserted: a reload asks for no other. */
  readonly isOnePage?: boolean | undefined;
}

/** What rows are known by where they are not known by their index: a walk that begins again skips them. */
export const keyOf = <T>({ window, key }: ListRules<T>): ListRules<T>['key'] =>
  window === undefined ? key : undefined;

/**
 * There is no walk, one begins in the next turn, it waits until a page is wanted, a page is on its way, or the list is gone.
 */
type Stage = 'none' | 'soon' | 'waiting' | 'sent' | 'destroyed';

/** What the walk has come to. */
export type Outcome =
  /** More may come. The error is that of a reload. */
  | { readonly is: 'open'; readonly error?: WalkError }
  /** Nothing more comes: the service said "last page", or that it returns no more. */
  | { readonly is: 'end'; readonly error?: WalkError }
  /** It has stopped. A retry continues, with what it had come to before. */
  | { readonly is: 'failed'; readonly error: WalkError; readonly before: Outcome }
  /** The time for a render on the server is over: the list stays as it is, and the browser begins again. */
  | { readonly is: 'late'; readonly error?: never };

export const newList = <T>(rules: ListRules<T>, isOpen: boolean, at: number) => ({
  rules,

  // What it has.
  table: emptyTable as PageTable<T>,
  edits: none as ReadonlyArray<Edit<T>>,
  /** How many of its rows were inserted and confirmed. The service may have them anywhere. */
  inserted: 0,
  /** What tells rows that come again from new ones: their keys, and what could not be read before the walk began again. */
  known: { keys: none as Seen, invalid: none as ReadonlyArray<InvalidObject> },
  /** The pages that have come, including those that came again. */
  pages: 0,
  /** What the last one says: how many records it had, how many objects there are in all, and how other pages are named. */
  said: {
    records: 0,
    total: undefined as number | undefined,
    seek: undefined as Numbering['seek'] | undefined,
  },
  /** Whether it came while edits waited: the service may have counted with or without them. */
  isAmbiguous: false,
  /** When the rows were asked for, in milliseconds since 1970. */
  at,

  // What is wanted of it.
  /** A page is wanted while there are no more rows than this, where pages are asked for one by one. */
  goal: -1,
  /** What viewports show, or have shown last. */
  ranges: none as ReadonlyArray<ListRange>,
  /** The list is not visible: after the page in flight, no page is requested. The first walk waits for a viewport. */
  isReleased: rules.window !== undefined,
  isPaused: false,
  /** Whether a user is signed in, where the application has a session. */
  isOpen,

  // The walk that brings pages.
  stage: 'none' as Stage,
  /** Raised where another walk has to run in the place of one that runs. */
  generation: 0,
  /** Where the next walk begins: with the page after the last one that came, or with the first one. */
  start: undefined as PageToken | undefined,
  /** The rows came with the HTML. The walk that brings the next ones begins with the same page. */
  isTransferred: false,
  outcome: { is: 'open' } as Outcome,
  /** How often in a row the walk began again without a new row, and how far rows have ever come. */
  restarts: { inVain: 0, reached: 0 },

  ...atRest,
  /** The pages of a window that could not be loaded. */
  unobtainable: none as ReadonlyArray<number>,
});

/** Where a list stands: what it has, what is wanted of it, and what is under way. */
export type ListState<T> = Readonly<ReturnType<typeof newList<T>>>;

/** The rows are to be asked for again, and are being asked for: so many. What was confirmed meanwhile makes that stale. */
interface Reload {
  readonly isDue: boolean;
  readonly sent:
    { readonly objects: number; readonly invalid: number; readonly isStale?: true } | undefined;
}

/** Nothing is under way beside the walk. */
export const atRest = {
  reload: { isDue: false, sent: undefined } as Reload,
  /** The pages of a window that are being asked for. */
  asking: none as ReadonlyArray<number>,
  retrying: undefined as Retrying | undefined,
};

/** What was asked for again, as a separate list. */
export type Refetched<T> = E.Either<WalkError, ListState<T>>;

type Token = PageToken | undefined;

/** Something that should run for a list. What has the same id is the same. */
export type Desired = { readonly id: string } &
  /** The walk that brings the next pages. It waits while the stage is not `sent`. */
  (
    | { readonly what: 'walk'; readonly pageToken: Token }
    /** The rows again, this many, or a page of a window that is not in memory. */
    | {
        readonly what: 'rows';
        readonly size: number;
        readonly page: number | undefined;
        readonly pageToken: Token;
      }
  );

/** A page and its rows. An operator of the source may delay rows: these belong to the page that came last. */
export interface PageEvent<T> {
  readonly type: 'page';
  readonly page: ListedPage | undefined;
  readonly objects: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
  readonly at: number;
}

/** What happens to a list. */
export type ListEvent<T> =
  // Somebody wants something of it.
  | {
      readonly type:
        'more' | 'pause' | 'retry' | 'reload' | 'clear' | 'release' | 'destroy' | 'hydrate';
    }
  | { readonly type: 'look'; readonly ranges: ReadonlyArray<ListRange> }
  | { readonly type: 'edit' | 'commit' | 'rollback'; readonly edit: Edit<T> }
  | { readonly type: 'session'; readonly isOpen: boolean }
  /** A page may begin to load: not while a framework renders, nor before inputs are set. */
  | { readonly type: 'turn' }
  // What runs for it says something: the walk waits for demand, waits no longer, has brought a page, or has ended.
  | { readonly type: 'waiting' | 'sent' }
  | PageEvent<T>
  | { readonly type: 'ended'; readonly error: WalkError | undefined }
  /** What was asked for again has come, or could not be loaded: all rows, or a page of a window. */
  | {
      readonly type: 'refetched';
      readonly page: number | undefined;
      readonly came: Refetched<T>;
      readonly at: number;
    }
  | { readonly type: 'retrying'; readonly retrying: Retrying | undefined };

/** Whether a page of the walk is on its way, or about to be. */
export const isWalking = <T>({ stage }: ListState<T>): boolean =>
  stage === 'soon' || stage === 'sent';

/** Whether any page is. */
export const isBusy = <T>(state: ListState<T>): boolean =>
  isWalking(state) || state.asking.length > 0;

/** Whether nothing more comes, also where a page that had come before could not be loaded again. */
export const isAtEnd = <T>({ outcome }: Pick<ListState<T>, 'outcome'>): boolean =>
  (outcome.is === 'failed' ? outcome.before : outcome).is === 'end';

/** How many objects have come. Those that could not be read count where rows have no index. */
export const rowsIn = <T>({ rules, table }: ListState<T>): number =>
  sizeOf(table) + (rules.window === undefined ? invalidIn(table).length : 0);

const statusOf = <T>(state: ListState<T>, isTurnDue: boolean): WalkStatus => {
  const { outcome, reload } = state;
  if (outcome.is === 'failed') return 'error';
  if (state.isPaused) return 'paused';
  if (isBusy(state) || isTurnDue || outcome.is === 'late') return 'loading';
  if (reload.sent !== undefined) return 'reloading';
  return outcome.is === 'end' ? 'end' : 'idle';
};

const progressOf = <T>(state: ListState<T>, length: number): WalkProgress => {
  const { rules, pages } = state;
  const { total } = state.said;
  const objects = rules.window === undefined ? rowsIn(state) : length;
  // A service that says nonsense changes nothing.
  return total === undefined || total < objects ? { pages, objects } : { pages, objects, total };
};

/**
 * What the users of a list see of it, beside its rows. `length` is how many rows there are to scroll through; `isTurnDue` says that
 * pages which viewports want are asked for in a moment.
 */
export const viewOf = <T>(state: ListState<T>, length = state.table.length, isTurnDue = false) => ({
  status: statusOf(state, isTurnDue),
  error: state.outcome.error,
  retrying: state.retrying,
  isEnd: isAtEnd(state),
  isOpen: state.isOpen,
  progress: progressOf(state, length),
});

export type ListView = ReturnType<typeof viewOf>;

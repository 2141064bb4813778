import type { Numbering } from '../model/paging/scheme';
import type { InvalidObject, WalkError } from '../model/errors/WalkError';
import type { PageToken } from '../model/PageToken';
import type { Key } from '../walk/recovery/seenBefore';
import { emptyTable, invalidIn, noEntries, type PageTable, sizeOf } from './table/PageTable';
import type { SeenKeys } from './table/rows';
import type { Edit } from './edits/Edit';
import { newLog } from './edits/EditLog';
import type { Retrying, WalkProgress, WalkStatus } from './WalkStatus';
import type { ListedPage } from './WalkSource';

/** Rows that a viewport shows: from an index up to another one. */
export interface ListRange {
  readonly start: number;
  readonly end: number;
}

/** Rows that have got their place in a table, and what they say of restarts. */
export interface PlacedRows<T> extends Pick<Walk<T>, 'table' | 'restarts'> {
  readonly rows: ReadonlyArray<T>;
}

/** What a list does differently of which only some pages are in memory. `walkWindow` brings it: other lists do not load it. */
export interface Windowing {
  /** Whether the page behind the last one is wanted. */
  readonly isNextWanted: <T>(state: ListState<T>) => boolean;
  /** The rows as they are shown after an event: those that there is no room for are dropped. */
  readonly arrange: <T>(state: ListState<T>) => ListState<T>;
  /** Where the rows of a page go, which is begun if it is given. */
  readonly place: <T>(
    state: ListState<T>,
    rows: ReadonlyArray<T>,
    page: ListedPage | undefined,
  ) => PlacedRows<T>;
  /**
   * Pages will come again: all of them, or those from the first one on that has other rows than before. Their rows stay until the walk has
   * come to their index.
   */
  readonly outdate: <T>(state: ListState<T>, before?: PageTable<T>) => ListState<T>;
  /** Pages that are wanted begin to load, and those that nobody wants any more are left; or the walk of one says something. */
  readonly step: <T>(
    state: ListState<T>,
    event: { readonly type: 'turn' } | PageAgain<T>,
  ) => ListState<T>;
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
export const rowKeyOf = <T>({ window, key }: ListRules<T>): ListRules<T>['key'] =>
  window === undefined ? key : undefined;

/**
 * There is no walk, one begins in the next turn, it waits until a page is wanted, a page is on its way, or the list is gone.
 */
type Stage = 'none' | 'soon' | 'waiting' | 'sent' | 'destroyed';

/** What a walk has come to. */
export type Outcome =
  /** More may come. The error is that of a reload. */
  | { readonly is: 'open'; readonly error?: WalkError }
  /** Nothing more comes: the service said "last page", or that it returns no more. */
  | { readonly is: 'end'; readonly error?: WalkError }
  /** It has stopped. A retry continues, with what it had come to before. */
  | { readonly is: 'failed'; readonly error: WalkError; readonly before: Outcome }
  /** The time for a render on the server is over: the list stays as it is, and the browser begins again. */
  | { readonly is: 'late'; readonly error?: never };

/** A walk that begins, with what it has brought: the rows of a list, or those of a reload. */
export const newWalk = <T>(at = 0) => ({
  table: emptyTable as PageTable<T>,
  /** The keys of rows that were inserted, and that no page has brought: they count for no offset. */
  inserted: new Set<Key>() as ReadonlySet<Key>,
  /** What tells rows that come again from new ones: their keys, and what could not be read before the walk began again. */
  known: { keys: noEntries as SeenKeys, invalid: noEntries as ReadonlyArray<InvalidObject> },
  /** The pages that have come, including those that came again. */
  pages: 0,
  /** What the last one says: how many records it had, how many objects there are in all, and how other pages are named. */
  said: {
    records: 0,
    total: undefined as number | undefined,
    seek: undefined as Numbering['seek'] | undefined,
  },
  /** When the rows were asked for, in milliseconds since 1970. */
  at,

  stage: 'none' as Stage,
  /** Raised where another walk has to run in the place of one that runs. */
  generation: 0,
  /** Where the next walk begins: with the page after the last one that came, or with the first one. */
  start: undefined as PageToken | undefined,
  /** When the request of the page on its way left, by the clock of the edits. */
  left: 0,
  /** The rows came with the HTML. The walk that brings the next ones begins with the same page. */
  isTransferred: false,
  outcome: { is: 'open' } as Outcome,
  /** How often in a row the walk began again without a new row, and how far rows have ever come. */
  restarts: { inVain: 0, reached: 0 },
});

export type Walk<T> = Readonly<ReturnType<typeof newWalk<T>>>;

/** The rows are to be asked for again, and are being asked for. */
export interface Reload<T> {
  readonly isDue: boolean;
  /** Brings them; undefined while none is under way. */
  readonly walk: Walk<T> | undefined;
  /** How many rows of the service there were. */
  readonly wanted: number;
  /** When its first request left. */
  readonly left: number;
  /** How many there were. */
  readonly begun: number;
}

/** A page of a window that is being asked for, and the walk that brings it. */
interface AskedPage<T> {
  readonly page: number;
  readonly walk: Walk<T>;
}

const noReload: Reload<never> = { isDue: false, walk: undefined, wanted: 0, left: 0, begun: 0 };

export const newList = <T>(rules: ListRules<T>, isOpen: boolean, at: number) => ({
  rules,
  /** Brings the rows. */
  walk: newWalk<T>(at),
  /** Brings them again. */
  reload: noReload as Reload<T>,
  /** What only a list has of which some pages are not in memory. */
  window: {
    /** What viewports show, or have shown last. */
    ranges: noEntries as ReadonlyArray<ListRange>,
    asking: noEntries as ReadonlyArray<AskedPage<T>>,
    /** The pages that could not be loaded. */
    unobtainable: noEntries as ReadonlyArray<number>,
  },
  /** What is put over the rows. */
  log: newLog<T>(),
  /** A page is wanted while there are no more rows than this, where pages are asked for one by one. */
  goal: -1,
  /** The list is not visible: after the page in flight, no page is requested. The first walk waits for a viewport. */
  isReleased: rules.window !== undefined,
  isPaused: false,
  /** Whether a user is signed in, where the application has a session. */
  isOpen,
  retrying: undefined as Retrying | undefined,
});

/** Where a list stands: what it has, what is wanted of it, and what is under way. */
export type ListState<T> = Readonly<ReturnType<typeof newList<T>>>;

type Token = PageToken | undefined;

/** Something that should run for a list: a walk, or the request for a page of a window. What has the same id is the same. */
export interface Desired {
  readonly id: string;
  readonly what: 'walk' | 'reload' | 'page';
  readonly pageToken: Token;
  /** The index of a page that is not in memory. */
  readonly page?: number;
}

/** A page and its rows. An operator of the source may delay rows: these belong to the page that came last. */
export interface PageEvent<T> {
  readonly type: 'page';
  readonly page: ListedPage | undefined;
  readonly objects: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
  readonly at: number;
}

/** What a walk says: it waits for demand, waits no longer, has brought a page, or has ended. */
export type WalkStep<T> =
  | { readonly type: 'waiting' | 'sent' }
  | PageEvent<T>
  | { readonly type: 'ended'; readonly error: WalkError | undefined };

/** What the walk says that brings a page of a window. */
export interface PageAgain<T> {
  readonly type: 'refetching';
  readonly page: number;
  readonly step: WalkStep<T>;
}

/** What happens to a list. */
export type ListEvent<T> =
  // Somebody wants something of it.
  | {
      readonly type:
        'more' | 'pause' | 'retry' | 'reload' | 'clear' | 'release' | 'destroy' | 'hydrate';
    }
  | { readonly type: 'look'; readonly ranges: ReadonlyArray<ListRange> }
  | { readonly type: 'edit' | 'rollback'; readonly edit: Edit<T> }
  /** The service has accepted an edit. It may have made another row of what was inserted. */
  | { readonly type: 'commit'; readonly edit: Edit<T>; readonly row?: T }
  | { readonly type: 'session'; readonly isOpen: boolean }
  /** A page may begin to load: not while a framework renders, nor before inputs are set. */
  | { readonly type: 'turn' }
  // What runs for it says something.
  | WalkStep<T>
  | { readonly type: 'reloading'; readonly step: WalkStep<T> }
  | PageAgain<T>
  | { readonly type: 'retrying'; readonly retrying: Retrying | undefined };

/** Whether a page of the walk is on its way, or about to be. */
export const isWalking = <T>({ stage }: Walk<T>): boolean => stage === 'soon' || stage === 'sent';

/** The walk of something that runs; undefined where it should not run any more. */
export const runningWalk = <T>(
  { walk, reload, window }: ListState<T>,
  { what, page }: Desired,
): Walk<T> | undefined => {
  if (what === 'walk') return walk;
  return what === 'reload' ? reload.walk : window.asking.find((one) => one.page === page)?.walk;
};

/** Whether any page is that the list does not have. */
export const isBusy = <T>({ walk, window }: ListState<T>): boolean =>
  isWalking(walk) || window.asking.length > 0;

/** Whether nothing more comes, also where a page that had come before could not be loaded again. */
export const isAtEnd = <T>({ outcome }: Walk<T>): boolean =>
  (outcome.is === 'failed' ? outcome.before : outcome).is === 'end';

/** How many objects have come. Those that could not be read count where rows have no index. */
export const rowsIn = <T>({
  rules,
  walk: { table },
}: Pick<ListState<T>, 'rules' | 'walk'>): number =>
  sizeOf(table) + (rules.window === undefined ? invalidIn(table).length : 0);

/** How many rows of the service those are. */
export const countedIn = <T>({ table, inserted }: Walk<T>): number =>
  Math.max(0, sizeOf(table) + invalidIn(table).length - inserted.size);

/** Whether anything may be asked for without another wish. Only a window may ask for something at its end. */
const mayContinue = <T>({ rules, walk, reload }: ListState<T>): boolean =>
  rules.window !== undefined || walk.outcome.is !== 'end' || reload.isDue || !!reload.walk;

const listStatus = <T>(state: ListState<T>, isTurnDue: boolean): WalkStatus => {
  const { walk, reload } = state;
  const { outcome } = walk;
  if (outcome.is === 'failed') return 'error';
  if (state.isPaused && mayContinue(state)) return 'paused';
  if (isBusy(state) || isTurnDue || outcome.is === 'late') return 'loading';
  if (reload.walk !== undefined || (reload.isDue && !state.isReleased)) return 'reloading';
  return outcome.is === 'end' ? 'end' : 'idle';
};

const progressOf = <T>(state: ListState<T>, length: number): WalkProgress => {
  const { pages, said } = state.walk;
  const { total } = said;
  const objects = state.rules.window === undefined ? rowsIn(state) : length;
  // A service that says nonsense changes nothing.
  return total === undefined || total < objects ? { pages, objects } : { pages, objects, total };
};

/**
 * What the users of a list see of it, beside its rows. `length` is how many rows there are to scroll through; `isTurnDue` says that
 * pages which viewports want are asked for in a moment.
 */
export const viewOf = <T>(
  state: ListState<T>,
  length = state.walk.table.length,
  isTurnDue = false,
) => ({
  status: listStatus(state, isTurnDue),
  error: state.walk.outcome.error,
  retrying: state.retrying,
  isEnd: isAtEnd(state.walk),
  isOpen: state.isOpen,
  progress: progressOf(state, length),
});

export type ListView = ReturnType<typeof viewOf>;

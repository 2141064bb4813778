import type { ListRange } from '@angular/cdk/collections';
import type * as E from 'fp-ts/Either';
import type { WalkEvent } from '../../client/WalkEvent';
import type { InvalidObject, PageTokenExpired, WalkError } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import type { Key } from '../../walk/recovery/seenBefore';
import type { ListedPage } from '../PagewalkFeature';
import type { Looks } from '../table/looks';
import { emptyTable, invalidIn, none, objectsHeld, type PageTable, sizeOf } from '../table/PageTable';
import type { Edit, Seen } from '../table/rows';
import type { Retrying, WalkProgress, WalkStatus } from '../WalkList';

export interface ListRules<T> {
  readonly key: ((object: T) => Key) | undefined;
  /** What rows are known by, so that a walk may begin again by itself when a page token has expired. */
  readonly known: 'key' | 'index' | undefined;
  /** How many pages are in memory at most. A list that grows keeps all of them. */
  readonly max: number;
  /** How many rows are wanted ready beyond the end of a viewport; undefined where pages are asked for one by one. */
  readonly rowsAhead: number | undefined;
  /** Where the list is rendered: a server asks for one page, or for none. */
  readonly server: 'page' | 'nothing' | undefined;
}

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
  /** There is no walk, one has to begin, it waits until a page is wanted, or a page is on its way. */
  stage: 'none' as 'none' | 'due' | 'waiting' | 'sent',
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
  /** How many objects there are in all, as the service says. */
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

/** What a walk has brought, and what its last page says: how many records it had, and where the next one begins. */
export interface Collected<T> extends Pick<ListState<T>, 'pages' | 'start' | 'total'> {
  readonly objects: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
  readonly records: number;
  readonly isLast: boolean;
}

/** Something that should run for a list. What has the same id is the same. */
export type Desired = { readonly id: string } &
  /** The walk that brings the next pages. It waits while the stage is not `sent`. */
  (
    | { readonly what: 'walk'; readonly pageToken: PageToken | undefined }
    /** The rows again, this many. */
    | { readonly what: 'rows'; readonly size: number }
    /** A page of a window that is not in memory. */
    | { readonly what: 'page'; readonly page: number; readonly pageToken: PageToken | undefined }
    /** A pause after pages that viewports have scrolled past: not each of them is worth a request. */
    | { readonly what: 'pause' }
  );

export type ListEvent<T> =
  | { readonly type: 'pause' | 'retry' | 'reload' | 'clear' | 'release' | 'destroy' | 'more' }
  /** A page may begin to load: not while Angular renders, nor before inputs are set. `soon`: it will. */
  | { readonly type: 'soon' | 'turn' | 'hydrate' | 'passed' }
  | { readonly type: 'look'; readonly ranges?: ReadonlyArray<ListRange> }
  | { readonly type: 'attach'; readonly rules: ListRules<T> }
  | { readonly type: 'session'; readonly isOpen: boolean }
  /** The walk has begun, waits for demand, waits no longer, has brought a page and its rows, or has ended. */
  | { readonly type: 'began' | 'asked' | 'sent' | 'completed' }
  | { readonly type: 'page'; readonly page: ListedPage; readonly at: number }
  | { readonly type: 'rows'; readonly objects: ReadonlyArray<T>; readonly invalid: ReadonlyArray<InvalidObject> }
  | { readonly type: 'failed'; readonly error: WalkError }
  /** What was asked for again has come, or could not be loaded. */
  | { readonly type: 'reloaded'; readonly came: E.Either<WalkError, Collected<T>>; readonly at: number }
  | { readonly type: 'refilled'; readonly page: number; readonly came: E.Either<WalkError, Collected<T>> }
  | { readonly type: 'threw'; readonly one: Desired; readonly thrown: unknown }
  | { readonly type: 'edit' | 'commit' | 'rollback'; readonly edit: Edit<T> }
  | { readonly type: 'heard'; readonly event: WalkEvent; readonly at: number };

/** Whether a page is on its way, or about to be. */
export const isBusy = <T>({ stage, asking, isPassing }: ListState<T>): boolean =>
  stage === 'due' || stage === 'sent' || asking.length > 0 || isPassing;

const statusOf = <T>(state: ListState<T>): WalkStatus => {
  if (state.isFailed) return 'error';
  if (state.isPaused) return 'paused';
  if (isBusy(state) || state.isOutOfTime) return 'loading';
  if (state.reloading !== undefined) return 'reloading';
  return state.isEnd ? 'end' : 'idle';
};

/** How many objects have come, as far as their walk has; those that could not be read count where rows have no index. */
export const objectsIn = <T>({ rules, table }: ListState<T>): number =>
  rules.known === 'index' ? sizeOf(table) : objectsHeld(table);

export const rowsIn = <T>(state: ListState<T>): number =>
  objectsIn(state) + (state.rules.known === 'index' ? 0 : invalidIn(state.table).length);

export const looksOf = <T>({ ranges, rules, edits }: ListState<T>): Looks => ({
  // As many rows may have been removed before what is shown.
  ranges: edits.length === 0 ? ranges : ranges.map(({ start, end }) => ({ start, end: end + edits.length })),
  max: rules.max,
  rowsAhead: rules.rowsAhead ?? 0,
});

const progressOf = <T>(state: ListState<T>, length: number): WalkProgress => {
  const { rules, pages, total } = state;
  const objects = rules.known === 'index' ? length : rowsIn(state);
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

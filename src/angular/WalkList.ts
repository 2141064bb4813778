import type { Injector, Signal } from '@angular/core';
import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { Client } from '../client/Client';
import type { Retrying, WalkProgress, WalkStatus } from '../list/WalkStatus';
import type { InvalidObject, WalkError } from '../model/errors/WalkError';
import type { Key } from '../walk/recovery/seenBefore';

/** A change of a list that the service has not confirmed yet. Call one of its functions, once, to end it. @inline */
export interface PendingEdit {
  /** The service has accepted it. What is shown stays the same, until the rows are reloaded. Its argument is not read. */
  commit(this: void): void;
  /** The service has refused it: the change is undone. */
  rollback(this: void): void;
}

/** A row that the service has not confirmed yet. @inline */
export interface PendingInsert<T> extends PendingEdit {
  /**
   * The service has accepted it, and this is the row that it made. From now on the key of the inserted row means the key of this one,
   * also for edits that wait, and for later ones, until another row is inserted with it.
   */
  commitAs(this: void, row: T): void;
}

/** How to change what a list shows. Later changes of a row are shown over earlier ones, whichever is committed first. @inline */
export interface ListEdits<T> {
  /** Changes a row. */
  patch(key: Key, change: (object: T) => T): PendingEdit;
  /** Adds a row at the top, or behind the row with the key `after` if that is there. */
  insert(object: T, options?: { readonly after?: Key | undefined }): PendingInsert<T>;
  /** Removes a row. */
  remove(key: Key): PendingEdit;
}

/** What a list does on the server. @inline */
export interface ServerOptions {
  /** Whether it asks for nothing there. Default false. */
  readonly skip?: boolean | undefined;
}

/** Options of every list. @since 0.2.0 */
export interface WalkListOptions<P, T> {
  /** What the walk depends on, read from signals; undefined for no walk. By default there is one walk, from the start. */
  readonly params?: (() => P | undefined) | undefined;
  /** Makes the walk for these params. The walks of this client wait until the list wants a page. Signals that are read are not tracked. */
  readonly stream: (request: {
    readonly params: NoInfer<P>;
    readonly client: Pick<Client, 'list' | 'search' | 'objects'>;
  }) => Observable<Either<WalkError, T>>;
  /** The client whose walks fill the list. Default: the injected one. */
  readonly client?: Client | undefined;
  /** How many milliseconds params must stay the same before they count. The first ones count at once. Default 0. */
  readonly debounceTime?: number | undefined;
  /** Shows the rows of the previous params, marked by `isPrevious()`, until the first new page arrives. Default false. */
  readonly keepPrevious?: boolean | undefined;
  /**
   * What distinguishes one object from another. With it an expired page token goes unnoticed, because the walk begins again and
   * skips objects that the list has, and `reload()` changes only what has changed. The keys are kept in memory.
   */
  readonly key?: ((object: T) => Key) | undefined;
  /**
   * Keeps the list under this name while it has other params, or the component is away. A list with the same name and params
   * continues with its rows, without a request. By default nothing is kept.
   */
  readonly cacheKey?: string | undefined;
  /** A list that was kept for more than this many milliseconds is reloaded when it is shown again. It needs a `key`. */
  readonly staleTime?: number | undefined;
  /** Reloads the list at this interval in milliseconds, in the browser and while its page is visible. It needs a `key`. */
  readonly refreshEvery?: number | undefined;
  /**
   * When the list is reloaded by itself, which needs a `key`. `visible`: when its page becomes visible again. `online`: when the browser
   * is online again; a list that the network has stopped continues then.
   */
  readonly refreshOn?: ReadonlyArray<'visible' | 'online'> | undefined;
  /** What the list does when a page is rendered on the server. By default it requests one page. */
  readonly server?: ServerOptions | undefined;
  /** The name of the list in Angular's developer tools, and the `label` of its walks in events. */
  readonly debugName?: string | undefined;
  /** The injector that the list belongs to and ends with. Default: the current injection context. */
  readonly injector?: Injector | undefined;
}

/** A list that a walk fills, as signals. `walkResource`, `walkWindow` and `walkPage` make one. @since 0.2.0 */
export interface WalkList<T> {
  /** The objects so far, without those that could not be read; a new array whenever there are more. */
  readonly value: Signal<ReadonlyArray<T>>;
  /** The objects that could not be read, and why. */
  readonly invalid: Signal<ReadonlyArray<InvalidObject>>;
  readonly status: Signal<WalkStatus>;
  /** Whether a page is on its way: the status is `loading` or `reloading`. */
  readonly isLoading: Signal<boolean>;
  /** Whether there may be more rows: false at the end, without params, and while nobody is signed in. */
  readonly hasMore: Signal<boolean>;
  /**
   * Why the list has stopped, or a `reload()` has failed, and at the `end` why the service returns no more. What your own functions
   * throw is an `InvalidRequest` (`params`, `stream`) or an `InvalidEnvelope` (`key`), and goes to the `ErrorHandler`.
   */
  readonly error: Signal<WalkError | undefined>;
  readonly progress: Signal<WalkProgress>;
  /** Set while the request for a page has failed and is sent again. */
  readonly retrying: Signal<Retrying | undefined>;
  /** Whether the rows belong to the previous params: with `keepPrevious`, and while debouncing. */
  readonly isPrevious: Signal<boolean>;
  /**
   * Continues after an error, with the page or reload that failed, and after `pause()`. If the page token has expired, rows without a
   * `key` are dropped.
   */
  retry(): void;
  /**
   * Requests the rows again, as many as there are, after the page or reload that is on its way. The rows stay meanwhile. With
   * a `key`, those that have not changed stay the same objects. `{ clear: true }` drops them first.
   */
  reload(options?: { readonly clear?: boolean }): void;
  /**
   * Requests nothing more until `retry()`, and no reload either. A page that is on its way still arrives, so that the walk can continue.
   * After an error `loadMore()` of `walkResource` ends it, too.
   */
  pause(): void;
  /**
   * Shows changed rows before the service has confirmed the change, also if a page or a reload arrives meanwhile. It needs a
   * `key`.
   */
  readonly edit: ListEdits<T>;
}

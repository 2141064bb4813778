import type { Injector, Signal } from '@angular/core';
import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { WalkOptions } from '../client/WalkOptions';
import type { PageToken } from '../model/PageToken';
import type { InvalidObject, PageFailure, WalkEnd, WalkError } from '../model/errors/WalkError';
import type { Demand } from '../walk/Demand';
import type { Key } from '../walk/recovery/seenBefore';
import type { ServerStatus } from './server/ServerOutcome';

/**
 * Says when a walk may ask for a page and where it continues, and hears of each page and event. Spread it into the params of the
 * walk.
 *
 * @since 0.1.0
 */
export interface WalkPace extends Pick<WalkOptions, 'onPage' | 'onEvent' | 'label'> {
  readonly valve: Demand;
  readonly pageToken?: PageToken;
}

/**
 * Makes the walk of a list, at its start and whenever it continues after an error. Signals that it reads are not tracked.
 *
 * @since 0.1.0
 */
export type WalkSource<T> = (pace: WalkPace) => Observable<Either<WalkError, T>>;

/**
 * One entry of a list: an object, or why it is not one. A template tells them apart by `row._tag === 'Right'`.
 *
 * @since 0.1.0
 */
export type Row<T> = Either<InvalidObject, T>;

/**
 * What a list does: waits for demand, waits for a page, was paused, has reached the last page, or has stopped.
 *
 * @since 0.1.0
 */
export type WalkStatus = 'idle' | 'loading' | 'paused' | 'end' | 'error' | 'cancelled';

/**
 * How far a list has come: its rows, and its pages, including those that came again.
 *
 * @since 0.1.0
 */
export interface WalkProgress {
  readonly pages: number;
  readonly objects: number;
  /** How many objects there are in all, where the service says so. */
  readonly total?: number;
}

/**
 * Options of every list.
 *
 * @since 0.1.0
 */
export interface WalkStateOptions<T> {
  /**
   * What tells one object from another. With it an expired page token goes unnoticed: the walk begins again, and objects
   * that the list has are skipped. The keys are kept in memory.
   */
  readonly key?: ((object: T) => Key) | undefined;
  /** How many restarts in a row may bring no new key. Default 3. */
  readonly restarts?: number | undefined;
  /** `'online'`: if the network has stopped the list, it continues when the browser is online again. Default: never. */
  readonly resumeOn?: 'online' | undefined;
  /**
   * Keeps the list under this name while the component is away. A list with the same name continues with its
   * rows where it was left, without a request. By default nothing is kept. It needs `withListCache`, which says for how
   * long.
   */
  readonly cacheKey?: string | undefined;
  /**
   * With a `cacheKey`: a list whose rows were asked for more than this many milliseconds ago is refreshed when it is shown
   * again. By default it is shown as it was left. It needs a `key`.
   */
  readonly staleMs?: number | undefined;
  /**
   * Refreshes the list at this interval in milliseconds, in the browser and while its page is visible. By default it does not. It
   * needs a `key`.
   */
  readonly every?: number | undefined;
  /**
   * Lets the list set the HTTP status of the page that the server renders. `true`: 404 if the service says 404, and 503 if the
   * list has failed otherwise. A function chooses for itself; undefined leaves the status alone. Default: nothing is set.
   */
  readonly serverStatus?: true | ServerStatus | undefined;
  /** The name of the list in Angular's developer tools, and the `label` of its walks in events. */
  readonly debugName?: string | undefined;
  /** The injector that the list belongs to and ends with. Default: the current injection context. */
  readonly injector?: Injector | undefined;
}

/**
 * A change of a list that the service has not confirmed yet. Each of the two ends it, once.
 *
 * @since 0.1.0
 */
export interface PendingEdit {
  /** The service has accepted it: it is a part of the rows now, until they are refreshed. */
  commit(this: void): void;
  /** The service has refused it: the rows are as if it had not been. */
  rollback(this: void): void;
}

/**
 * A list that a walk fills, as signals.
 *
 * @since 0.1.0
 */
export interface WalkState<T> {
  /** The objects so far, without those that could not be read; a new array whenever there are more. */
  readonly value: Signal<ReadonlyArray<T>>;
  /** The objects that could not be read, and why. */
  readonly invalid: Signal<ReadonlyArray<InvalidObject>>;
  /** The rows so far: both kinds, in their order; a new array whenever there are more. */
  readonly objects: Signal<ReadonlyArray<Row<T>>>;
  readonly status: Signal<WalkStatus>;
  /** Whether somebody waits for a page that is on its way. */
  readonly isLoading: Signal<boolean>;
  /** Whether there may be more: the last page has not come, and the service has not said that it returns no more. */
  readonly hasMore: Signal<boolean>;
  /** Why the list stopped, while its status is `error`. */
  readonly error: Signal<WalkError | undefined>;
  readonly progress: Signal<WalkProgress>;
  /** How many requests were sent for the page that is on its way; 0 if none is. From 2 on, something failed before. */
  readonly attempt: Signal<number>;
  /** When the request is sent again, in milliseconds since 1970, while the list waits for that. */
  readonly retryAt: Signal<number | undefined>;
  /** Why the request for this page failed the last time. Undefined once the page has come. */
  readonly lastFailure: Signal<PageFailure | undefined>;
  /** Whether the rows are being asked for again by `refresh()`. */
  readonly isRefreshing: Signal<boolean>;
  /** Why the last `refresh()` failed. The rows are those before it, and may be out of date. */
  readonly refreshError: Signal<WalkEnd | undefined>;
  /** For `@for (object of list.value(); track list.track($index, object))`: the key, or the index where there is none. */
  track(this: void, index: number, object: T): unknown;
  /** The same for `objects()`, and for the `trackBy` of `*cdkVirtualFor`. */
  trackRow(this: void, index: number, row: Row<T>): unknown;
  /** How far somebody has scrolled; kept with the rows where there is a `cacheKey`. `keepScroll` reads and writes it. */
  readonly scroll: { offset: number };
  /**
   * Continues after an error, with the page that failed. Where that cannot be, because the page token is gone or the list
   * was cancelled, the walk begins again: with a `key` the rows stay and are not repeated, without one they go.
   */
  retry(): void;
  /**
   * Asks for the rows again, as many as there are, and puts what has changed in its place. Rows that did not change stay the
   * same objects, and the scroll position stays. False where there is nothing to do: while the list loads or is refreshed, and
   * before it has rows. It needs a `key`.
   */
  refresh(): boolean;
  /** Shows a row changed before the service has confirmed it, also if a page or a refresh comes meanwhile. It needs a `key`. */
  patch(key: Key, change: (object: T) => T): PendingEdit;
  /** The same for a new row, which comes first. */
  insert(object: T): PendingEdit;
  /** The same for a row that goes. */
  remove(key: Key): PendingEdit;
  /** Drops the rows and begins again. */
  restart(): void;
  /** Asks for nothing more until `resume()`. A page that is under way still comes, so that the walk can continue. */
  pause(): void;
  /** Continues where `pause()` stopped: no page is asked for again. */
  resume(): void;
  /** Aborts the request in flight and asks for nothing more. The walk cannot continue from there; after `pause()` it can. */
  cancel(): void;
}

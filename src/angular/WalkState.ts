import type { Injector, Signal } from '@angular/core';
import type { Either } from 'fp-ts/Either';
import type { Observable } from 'rxjs';
import type { PageToken } from '../model/PageToken';
import type { InvalidObject, WalkError } from '../model/WalkError';
import type { Demand } from '../walk/Demand';
import type { Key } from '../walk/seenBefore';

/**
 * What a list tells its walk: when to ask for a page, and where to go on. Spread it into the params of the walk.
 *
 * @since 0.1.0
 */
export interface WalkPace {
  readonly valve: Demand;
  readonly pageToken?: PageToken;
}

/**
 * Makes the walk of a list, at its start and whenever it goes on after an error. Signals that it reads are not tracked.
 *
 * @since 0.1.0
 */
export type WalkSource<T> = (pace: WalkPace) => Observable<Either<WalkError, T>>;

/**
 * One entry of a list: an object, or why it is none. A template tells them apart by `row._tag === 'Right'`.
 *
 * @since 0.1.0
 */
export type Row<T> = Either<InvalidObject, T>;

/**
 * What a list does: waits for demand, waits for a page, has reached the last page, or has stopped.
 *
 * @since 0.1.0
 */
export type WalkStatus = 'idle' | 'loading' | 'end' | 'error' | 'cancelled';

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
  /** Where the list belongs to; it ends with it. Default: the current injection context. */
  readonly injector?: Injector | undefined;
}

/**
 * A list that a walk fills, as signals.
 *
 * @since 0.1.0
 */
export interface WalkState<T> {
  /** The rows so far; a new array whenever there are more. */
  readonly objects: Signal<ReadonlyArray<Row<T>>>;
  readonly status: Signal<WalkStatus>;
  /** Why the list stopped, while its status is `error`. */
  readonly error: Signal<WalkError | undefined>;
  /** Pages that came, those that came again included, and rows so far. */
  readonly progress: Signal<{ readonly pages: number; readonly objects: number }>;
  /**
   * Goes on after an error, with the page that failed. Where that cannot be, because the page token is gone or the list
   * was cancelled, the walk begins again: with a `key` the rows stay and are not repeated, without one they go.
   */
  retry(): void;
  /** Drops the rows and begins anew. */
  restart(): void;
  /** Aborts the request in flight and asks for nothing more. */
  cancel(): void;
}

import type { PageFailure } from '../model/errors/WalkError';

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

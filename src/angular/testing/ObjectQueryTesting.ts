import type { HttpRequest } from '../../model/http';
import type { TransportFailure } from '../../transport/Transport';

/**
 * The service of a test: says when a page comes, and when it fails. `TestBed.inject(ObjectQueryTesting)` gives it where
 * `provideObjectQueryTesting` is provided.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { ObjectQueryTesting } from 'pagewalk/angular/testing';
 *
 * const fails = async (service: ObjectQueryTesting): Promise<void> => {
 *   await service.requested(1);
 *   service.sendPage(1);
 *   service.fail(503);
 * };
 * ```
 *
 * @see provideObjectQueryTesting
 * @since 0.1.0
 */
export abstract class ObjectQueryTesting {
  /** Every request so far, including those that were answered or aborted. */
  abstract readonly requests: ReadonlyArray<HttpRequest>;
  /** Which pages are waited for, counted from 1, in the order of their requests. */
  abstract readonly waiting: ReadonlyArray<number>;
  /**
   * Resolves as soon as this page, counted from 1, is waited for. A list begins a moment after it was made, and one that
   * follows params with the next render. Rejects after 4,000 milliseconds, or those that are given.
   */
  abstract requested(page: number, within?: number): Promise<void>;
  /** Sends this page, counted from 1. Throws if no walk waits for it. */
  abstract sendPage(page: number): void;
  /** Lets the request that has waited longest fail: with an HTTP status, or as a transport does. Throws if none waits. */
  abstract fail(failure: number | TransportFailure): void;
  /** Refuses the page token of the request that has waited longest. Throws if none waits. */
  abstract expire(): void;
}

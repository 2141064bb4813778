import type { Observable } from 'rxjs';

/** The right to send one request. @since 0.2.0 */
export interface Permit {
  /** The request is over, however it ended, or was never sent (`isUnused`): then its start may count for another. What this throws is ignored. */
  release(isUnused?: boolean): void;
  /** Emits when the request counts as over for others: it is aborted, as one whose network failed. */
  readonly lost?: Observable<unknown> | undefined;
}

/**
 * Limits that are shared with others, with other processes above all: `polite` asks it before each start, beside its own
 * limits. Write your own for another store.
 *
 * @example
 * ```ts
 * import { axiosTransport, type Budget, polite } from 'pagewalk';
 * import { of } from 'rxjs';
 *
 * // It lets every request start. A real one asks a store that other processes ask, too.
 * const generous: Budget = {
 *   start: () => of({ release: () => undefined }),
 *   hold: (ms) => console.log(`silence for ${ms} ms`),
 * };
 * const transport = polite({ budget: generous })(axiosTransport({ baseURL: 'https://objects.example.com' }));
 * ```
 *
 * @see polite
 * @since 0.2.0
 */
export interface Budget {
  /**
   * Emits once, when a request may start now. Unsubscribing before that leaves the queue. An error ends the request that
   * waits longest, as one that its transport threw.
   */
  start(): Observable<Permit>;
  /**
   * The service asked to wait: no request of this budget starts for this many milliseconds. If it refused a request
   * (`isRefusal`), fewer should start afterwards. What this throws is ignored.
   */
  hold(ms: number, isRefusal?: boolean): void;
}

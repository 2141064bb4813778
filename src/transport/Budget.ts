import type { Observable } from 'rxjs';

/**
 * The right to send one request.
 *
 * @since 0.2.0
 */
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
 * import { axiosTransport, type Budget, createClient, polite } from 'pagewalk';
 * import { filter, map, startWith, Subject, take } from 'rxjs';
 *
 * // At most two requests at once, for all who share it. (A real one asks a store that other processes ask, too.)
 * const twoAtOnce = (): Budget => {
 *   const released = new Subject<void>();
 *   let free = 2;
 *   const release = () => {
 *     free += 1;
 *     released.next();
 *   };
 *   return {
 *     start: () =>
 *       released.pipe(
 *         startWith(undefined),
 *         filter(() => free > 0),
 *         take(1),
 *         map(() => {
 *           free -= 1;
 *           return { release };
 *         }),
 *       ),
 *     hold: () => undefined,
 *   };
 * };
 *
 * const transport = polite({ budget: twoAtOnce() })(axiosTransport({ baseURL: 'https://objects.example.com' }));
 * const client = createClient({ transport });
 * ```
 *
 * @see polite
 * @since 0.2.0
 */
export interface Budget {
  /**
   * Emits once, when a request may start now. Unsubscribing before that leaves the line. An error ends the request that
   * waits longest, as one that its transport threw.
   */
  start(): Observable<Permit>;
  /** The service asked to wait: no request of this budget starts for this many milliseconds. */
  hold(ms: number): void;
}

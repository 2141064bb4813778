import { isRight } from 'fp-ts/Either';
import { asyncScheduler, defer, finalize, map, Observable, startWith, Subject, type Subscription, tap } from 'rxjs';
import type { HttpResponse } from '../model/http';
import { maxTimer } from '../model/maxTimer';
import { retryAfter } from '../model/errors/retryAfter';
import { startWindow } from './startWindow';
import type { Transport } from './Transport';
import { waitingLine } from './waitingLine';

/**
 * The limits that a service sets.
 *
 * @since 0.1.0
 */
export interface PoliteOptions {
  /** The maximum of requests in flight. By default there is none. */
  readonly concurrent?: number | undefined;
  /** The maximum of requests that start within any 60 seconds; 0.5 is one in two minutes. By default there is none. */
  readonly perMinute?: number | undefined;
}

/**
 * The state of the requests of a `polite`.
 *
 * @since 0.1.0
 */
export interface PoliteState {
  /** Requests that wait in the line. */
  readonly waiting: number;
  /** Requests that were sent and are not over. */
  readonly inFlight: number;
  /** Until when the service wants no requests, in milliseconds of `Date.now()`; absent if it has not said so. */
  readonly heldUntil?: number;
}

/**
 * Makes transports polite; those that one `Polite` has made share its limits.
 *
 * @since 0.1.0
 */
export interface Polite {
  (transport: Transport): Transport;
  /** The state of its requests: at once, and after each change. */
  readonly state: Observable<PoliteState>;
}

/** The longest time for which one answer can hold the line. */
const maxHold = 600_000;
const firstBackoff = 1_000;
const maxBackoff = 60_000;

/** A limit as it is counted. Of what is below one request, one: the line must move. */
const limitOf = (limit: number): number => {
  if (typeof limit === 'number' && limit > 0) return Math.max(1, Math.floor(limit));
  throw new TypeError('polite: concurrent and perMinute must be numbers above 0');
};

/**
 * Keeps the requests of any number of walks within what a service allows, and holds them all when it asks for that.
 *
 * ```text
 * asked     abc---d--|            polite({ concurrent: 2 })
 * sent      ab-----------c-d      429: b's answer says "Retry-After" and holds the line
 * a         ---(200)
 * b         --(429)
 *             ^---------^         nobody starts, though there is room
 * ```
 *
 * - No more than `concurrent` requests are in flight, and no 60 seconds see more than `perMinute` starts. First come,
 *   first served.
 * - A 429 or 503 with a `Retry-After` holds every start until then, for ten minutes at most. A 429 without one holds them
 *   for 1 s, the next one for 2 s, and so on up to 60 s, until a 2xx comes. Those that answer requests from before a hold
 *   count as one. `polite({})` does only this.
 * - Whoever unsubscribes while waiting leaves the line. The transport's timeout begins when the request is sent; the
 *   client's `request` events, and `ms`, tell when the walk asked.
 *
 * The walk whose request was refused asks again by its own `retry`, behind those that wait.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, polite, rights } from 'pagewalk';
 * import { count, from, mergeMap } from 'rxjs';
 *
 * const limits = polite({ concurrent: 8, perMinute: 5_000 });
 * const client = createClient({ transport: limits(axiosTransport({ baseURL: 'https://objects.example.com' })) });
 *
 * const progress = limits.state.subscribe(({ waiting, heldUntil }) => {
 *   if (waiting > 0 && heldUntil !== undefined) console.log('waiting for the service');
 * });
 * from(['employee', 'person', 'event'])
 *   .pipe(
 *     mergeMap((objectType) => client.list({ ontologyRid: 'ri.ontology.main', objectType })),
 *     rights(),
 *     count(),
 *   )
 *   .subscribe({ complete: () => progress.unsubscribe() });
 * ```
 *
 * @since 0.1.0
 */
export const polite = ({ concurrent = Infinity, perMinute = Infinity }: PoliteOptions): Polite => {
  const limit = limitOf(concurrent);
  const starts = startWindow(limitOf(perMinute), 60_000 * Math.max(1, 1 / perMinute));
  const line = waitingLine();
  const changes = new Subject<void>();
  let inFlight = 0;
  let holds = 0;
  let heldUntil = 0;
  let backoff = firstBackoff;
  let isMoving = false;
  let timer: Subscription | undefined;

  /** Starts whoever may start, in a loop: requests that are answered synchronously would exhaust the stack otherwise. */
  const move = (): void => {
    if (isMoving) return;
    isMoving = true;
    timer?.unsubscribe();
    for (;;) {
      if (line.size === 0 || inFlight >= limit) break;
      const now = asyncScheduler.now();
      const wait = Math.max(heldUntil, starts.opensAt(now)) - now;
      if (wait > 0) {
        timer = asyncScheduler.schedule(move, Math.min(wait, maxTimer));
        break;
      }
      starts.add(now);
      inFlight += 1;
      line.first()();
    }
    isMoving = false;
    changes.next();
  };

  const listen = (response: HttpResponse, holdsBefore: number): void => {
    const { status } = response;
    if (status >= 200 && status < 300) backoff = firstBackoff;
    if (status !== 429 && status !== 503) return;
    const now = asyncScheduler.now();
    const asked = retryAfter(response, now);
    if (asked === undefined && (status === 503 || holdsBefore < holds)) return;
    holds += 1;
    heldUntil = Math.max(heldUntil, now + Math.min(asked ?? backoff, maxHold));
    if (asked === undefined) backoff = Math.min(backoff * 2, maxBackoff);
    move();
  };

  const stateNow = (): PoliteState => ({
    waiting: line.size,
    inFlight,
    ...(heldUntil > asyncScheduler.now() && { heldUntil }),
  });

  const decorate = (transport: Transport): Transport => {
    return (request) =>
      new Observable((subscriber) => {
        const start = (): void => {
          const holdsBefore = holds;
          defer(() => transport(request))
            .pipe(
              tap((result) => {
                if (isRight(result)) listen(result.right, holdsBefore);
              }),
              finalize(() => {
                inFlight -= 1;
                move();
              }),
            )
            .subscribe(subscriber);
        };
        const leave = line.join(start);
        subscriber.add(() => {
          if (leave()) move();
        });
        move();
      });
  };

  return Object.assign(decorate, {
    // The state is read when it is handed out: a listener that makes a change would have the others see them in reverse.
    state: changes.pipe(startWith(undefined), map(stateNow)),
  });
};

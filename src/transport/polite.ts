import { map as mapRight } from 'fp-ts/Either';
import {
  asyncScheduler,
  concat,
  defaultIfEmpty,
  defer,
  finalize,
  map,
  Observable,
  startWith,
  Subject,
  type Subscription,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs';
import { queue } from '../model/scheduling/queue';
import { oneByOne } from '../model/scheduling/oneByOne';
import type { Budget, Permit } from './Budget';
import { networkFailure } from './networkFailure';
import { ignoringErrors, permitsOf, unlimited } from './permits';
import { paceOf, startWindow } from './startWindow';
import { steadyClock, type SteadyClock } from './steadyClock';
import { limited, maxBytesOf } from './TransportLimits';
import type { Transport } from './Transport';
import { isRefusal, limitsIn, resetOf, retryAfter } from '../model/errors/retryAfter';
import { type HttpResponse, isSuccess, withReadHeaders } from '../model/http';
import { checkKnown } from '../model/optionChecks';

/** The longest time for which one response can hold the line, by default. */
const tenMinutes = 600_000;
const firstBackoff = 1_000;
const maxBackoff = 60_000;

/** What the service says about waiting. */
const ofWaits = /^(?:retry-after|(?:x-)?rate-?limit(?:-reset)?)$/;

/** A refusal for which the whole line waits already. A 403 that says nothing about waiting would end a walk. */
const withoutWait = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: {
    ...Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ofWaits.test(name))),
    ...(response.status === 403 && { 'retry-after': '0' }),
  },
});

/** The silence that a service asks for (laws 15 and 39). */
const serviceHold = ({ now }: SteadyClock, maxHold: number) => {
  let count = 0;
  let until = 0;
  let backoff = firstBackoff;
  let limitsNow: Pick<PoliteState, 'remaining' | 'resetsAt'> = {};
  return {
    /** How many there have been. */
    get count() {
      return count;
    },
    /** What the service said last of its limits. */
    get limits() {
      return limitsNow;
    },
    /** The milliseconds that are left of it; 0 or less: none. */
    remaining: () => until - now(),
    /**
     * Reads the response to a request that was sent after this many holds; `onHold` is called when it asks for silence.
     * Returns the response to hand on: without the wait that the whole line now waits for.
     */
    hear: (response: HttpResponse, holdsBefore: number, onHold: (ms: number) => void): HttpResponse => {
      const { status } = response;
      const at = asyncScheduler.now();
      const isRefused = isRefusal(status);
      if (isSuccess(status)) backoff = firstBackoff;
      const limits = limitsIn(response, at);
      const [least] = [...limits].sort(([one, a], [other, b]) => one - other || (b || 0) - (a || 0));
      if (least) limitsNow = { remaining: least[0], ...(least[1] >= 0 && { resetsAt: at + least[1] }) };
      const asked = Math.max(resetOf(limits) ?? -1, (isRefused ? retryAfter(response, at) : undefined) ?? -1);
      if (asked < 0 && (status !== 429 || holdsBefore < count)) return response;
      const ms = Math.min(asked < 0 ? backoff : asked, maxHold);
      if (isRefused || ms > 0) count += 1;
      until = Math.max(until, now() + ms);
      if (asked < 0) backoff = Math.min(backoff * 2, maxBackoff);
      if (ms > 0) onHold(ms);
      return isRefused && asked === ms ? withoutWait(response) : response;
    },
  };
};

/** The limits that a service sets. @since 0.1.0 */
export interface PoliteOptions {
  /** The maximum number of requests in flight. By default there is none. */
  readonly concurrent?: number | undefined;
  /** The maximum number of requests that start within any 60 seconds; 0.5 is one in two minutes. By default there is none. */
  readonly perMinute?: number | undefined;
  /**
   * How many of those may start at once; the others follow evenly, so that no walk stands still for long. From 1 to
   * `perMinute`. Default a tenth of `perMinute`.
   */
  readonly burst?: number | undefined;
  /** Limits that are shared with others, as those of `postgresBudget`; it is asked before each start, beside the two above. */
  readonly budget?: Budget | undefined;
  /** The longest time, in milliseconds, for which one response holds the queue. Default 600,000. @since 1.0.0 */
  readonly maxHold?: number | undefined;
}

/** The state of the requests of a `polite`. @since 0.1.0 */
export interface PoliteState {
  /** Requests that wait in the queue. */
  readonly waiting: number;
  /** Requests that were sent and are not over. */
  readonly inFlight: number;
  /** Until when the service wants no requests, in milliseconds of `Date.now()`; absent if it has not said so. */
  readonly heldUntil?: number;
  /** How many requests are left of the service's limit, as it said last; absent if it has not said so. @since 1.0.0 */
  readonly remaining?: number;
  /**
   * When that limit is reset, in milliseconds of `Date.now()`; absent if the service has not said so.
   *
   * @since 1.0.0
   */
  readonly resetsAt?: number;
}

/** Makes transports polite; those that one `Polite` has made share its limits. @since 0.1.0 */
export interface Polite {
  (transport: Transport): Transport;
  /** The state of its requests: at once, and after each change. Until a hold is over, a listener needs a timer. */
  readonly state: Observable<PoliteState>;
}

const positive = (name: string, value: number): number => {
  if (typeof value === 'number' && value > 0) return value;
  throw new TypeError(`polite: ${name} must be a number above 0`);
};

const checkBudget = (budget: unknown): void => {
  const { start, hold } = Object(budget) as Partial<Budget>;
  if (budget !== undefined && !(typeof start === 'function' && typeof hold === 'function')) {
    throw new TypeError('polite: budget must have the functions start and hold');
  }
};

/** What a request ends with that stood still for so long that others were given its share. */
const givenAway = networkFailure('its share of the budget was given to others while this process stood still');

interface Waiter {
  readonly start: (permit: Permit) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Keeps the requests of any number of walks within the limits of a service, and starts none while the service asks for a
 * pause.
 *
 * ```text
 * asked     abc---d--|            polite({ concurrent: 2 })
 * sent      ab-----------c-d      429: b's response says "Retry-After" and holds the line
 * a         ---(200)
 * b         --(429)
 *             ^---------^         no request starts, though there is room
 * ```
 *
 * - No more than `concurrent` requests are in flight, and no 60 seconds see more than `perMinute` starts. First come,
 *   first served. Of those starts `burst` may leave at once, and the others follow evenly.
 * - A 403, 429 or 503 with a `Retry-After` holds every start until then, for `maxHold` at most. So does any response, also a
 *   2xx, that says that nothing is left of a limit: `RateLimit-Remaining`, `X-RateLimit-Remaining`, `X-Rate-Limit-Remaining`
 *   and their `-Reset`, or `RateLimit`. The request that would be refused is not sent.
 * - A 429 without any of these holds them for 1 s, the next one for 2 s, and so on up to 60 s, until a 2xx comes. Those that
 *   respond to requests from before a hold count as one. `polite({})` only holds.
 * - A request that is unsubscribed while it waits leaves the queue. The transport's timeout begins when the request is
 *   sent; the client's `request` events, and `ms`, say when the walk asked.
 * - A `budget` is asked before each start, once the limits above allow it. It is notified of every hold.
 *
 * A walk whose request was refused asks again by its own `retry`, and waits in the queue behind the others. A wait of up to
 * `maxHold` is taken out of the response: the queue waits for it, and no `maxDelay` of `retry` makes it a failure.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, polite } from 'pagewalk';
 *
 * const limits = polite({ concurrent: 8, perMinute: 5_000 });
 * const client = createClient({ transport: limits(axiosTransport({ baseURL: 'https://objects.example.com' })) });
 * ```
 *
 * @since 0.1.0
 */
export const polite = ({
  concurrent = Infinity,
  perMinute,
  burst,
  budget,
  maxHold = tenMinutes,
  ...others
}: PoliteOptions): Polite => {
  checkKnown('polite', others);
  // Less than one request counts as one: the line must move.
  const limit = Math.max(1, Math.floor(positive('concurrent', concurrent)));
  const pace =
    perMinute === undefined && burst === undefined
      ? { max: Infinity, minutes: 1, burst: Infinity }
      : paceOf('polite', perMinute, burst);
  const starts = startWindow(pace.max, 60_000 * pace.minutes, pace.burst);
  checkBudget(budget);
  const clock = steadyClock();
  const hold = serviceHold(clock, positive('maxHold', maxHold));
  const line = queue<Waiter>();
  const inTurn = oneByOne();
  const changes = new Subject<void>();
  let inFlight = 0;
  let alarm: Subscription | undefined;

  /** How many may start by the limits of this process. There is an alarm only while somebody waits for the time to come. */
  const ready = (): number => {
    const free = Math.min(line.size, limit - inFlight);
    const now = clock.now();
    const held = hold.remaining();
    const wait = free > 0 ? Math.max(held, starts.wait(now)) : 0;
    if (free <= 0 || held > 0) starts.rest();
    if (wait > 0) {
      // No start can become due earlier than it was: an alarm that is set is never too late.
      alarm ??= clock.after(wait, () => {
        alarm = undefined;
        move();
      });
      return 0;
    }
    alarm?.unsubscribe();
    alarm = undefined;
    return Math.min(free, starts.room(now));
  };

  /** Starts the first in the line if it may start, and looks at the next one. */
  const step = (): void => {
    const count = ready();
    const permit = count > 0 ? permits.take() : undefined;
    if (permit) {
      starts.add(clock.now());
      inFlight += 1;
      line.take().start(permit);
      move();
    } else {
      if (count > 0) starts.rest();
      permits.want(count);
      changes.next();
    }
  };

  /** In turn: requests whose responses come synchronously would exhaust the stack otherwise. */
  const move = (): void => inTurn(step);

  const permits = budget
    ? permitsOf(budget, clock.now, move, (error) => {
        if (line.size > 0) line.take().fail(error);
        move();
      })
    : unlimited;

  const onHold = (ms: number): void => {
    ignoringErrors(() => budget?.hold(ms));
    move();
  };

  const stateNow = (): PoliteState => {
    // Timers count no parts of a millisecond.
    const remaining = Math.floor(hold.remaining());
    return {
      waiting: line.size,
      inFlight,
      ...hold.limits,
      ...(remaining > 0 && { heldUntil: asyncScheduler.now() + remaining }),
    };
  };

  const decorate = (transport: Transport): Transport =>
    limited(
      maxBytesOf(transport),
      (request) =>
        new Observable((subscriber) => {
          const start = (permit: Permit): void => {
            const { count } = hold;
            const { lost } = permit;
            const exchange = defer(() => transport(request));
            (lost ? exchange.pipe(takeUntil(lost), defaultIfEmpty(givenAway)) : exchange)
              .pipe(
                map(mapRight((response) => hold.hear(withReadHeaders(response), count, onHold))),
                finalize(() => {
                  inFlight -= 1;
                  permit.release();
                  move();
                }),
              )
              .subscribe(subscriber);
          };
          const fail = (error: unknown): void => subscriber.error(error);
          const waiter = line.push({ start, fail });
          subscriber.add(() => {
            if (line.remove(waiter)) move();
          });
          move();
        }),
    );

  return Object.assign(decorate, {
    // The state is read when it is handed out: a listener that makes a change would have the others see them in reverse. It
    // changes by itself when a hold is over.
    state: changes.pipe(
      startWith(undefined),
      switchMap(() => concat([0], hold.remaining() > 0 ? timer(hold.remaining()) : [])),
      map(stateNow),
    ),
  });
};

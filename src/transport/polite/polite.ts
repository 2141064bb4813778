import { map as mapRight } from 'fp-ts/Either';
import {
  asyncScheduler,
  concat,
  concatMap,
  defaultIfEmpty,
  defer,
  finalize,
  map,
  type Observable,
  startWith,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs';
import { readLimits } from '../../model/errors/readLimits';
import { type HttpResponse, withReadHeaders } from '../../model/http';
import { checkKnown } from '../../model/optionChecks';
import type { Budget, Permit } from '../Budget';
import { networkFailure } from '../networkFailure';
import type { Exchange, Transport } from '../Transport';
import { limited, maxBytesOf } from '../TransportLimits';
import { allowance } from './allowance';
import { evenFlow } from './evenFlow';
import { allOf, type StartGate, type Heard } from './Gate';
import { handedOn } from './handedOn';
import { hold } from './hold';
import { learnedRate } from './learnedRate';
import { waitingLine } from './line';
import { paceOf } from './paceOf';
import { ignoringErrors } from './permits';
import { startWindow } from './startWindow';
import { steadyClock } from './steadyClock';

/** The longest time for which one response can hold the line, by default. */
const tenMinutes = 600_000;

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
  /**
   * The longest time, in milliseconds, for which one response holds the queue, and all responses for one page together.
   * Default 600,000.
   *
   * @since 1.0.0
   */
  readonly maxHold?: number | undefined;
}

/** The state of the requests of a `polite`. @since 0.1.0 */
export interface PoliteState {
  /** Requests that wait in the queue. */
  readonly waiting: number;
  /** Requests that were sent and are not over. */
  readonly inFlight: number;
  /**
   * How many requests may start within a minute at the moment: `perMinute`, or less after the service refused some; absent
   * if there is no limit.
   *
   * @since 1.0.0
   */
  readonly perMinute?: number;
  /** Until when the service wants no requests, in milliseconds of `Date.now()`; absent if it has not said so. */
  readonly heldUntil?: number;
  /** How many requests are left of the service's limit, as it said last; absent if it has not said so. @since 1.0.0 */
  readonly remaining?: number;
  /** When that limit is reset, in milliseconds of `Date.now()`; absent if the service has not said so. @since 1.0.0 */
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
const permitLost = networkFailure(
  'its share of the budget was given to others while this process stood still',
);

/** The gates of a limit per minute. */
const paced = (
  perMinute: number | undefined,
  burst: number | undefined,
): ReadonlyArray<StartGate> => {
  if (perMinute === undefined && burst === undefined) return [];
  const pace = paceOf('polite', perMinute, burst);
  return [startWindow(pace.max, pace.ms), evenFlow(pace.max, pace.ms, pace.burst)];
};

/** What all requests of a `polite` share: the line in which they wait, and the gates that let its first one start. */
const sharedBy = ({
  concurrent = Infinity,
  perMinute,
  burst,
  budget,
  maxHold = tenMinutes,
  ...others
}: PoliteOptions) => {
  checkKnown('polite', others);
  // Less than one request counts as one: the line must move.
  const limit = Math.max(1, Math.floor(positive('concurrent', concurrent)));
  positive('maxHold', maxHold);
  checkBudget(budget);
  const clock = steadyClock();
  // A budget without a rate of this process is the one that learns: for all who share it.
  const rate = perMinute === undefined && budget ? undefined : learnedRate(perMinute ?? Infinity);
  const silence = hold(maxHold, (ms, isFirst) => {
    ignoringErrors(() => budget?.hold(ms, isFirst));
    line.move();
  });
  const gates = allOf([
    silence,
    allowance(() => asyncScheduler.now()),
    ...paced(perMinute, burst),
    ...(rate ? [rate] : []),
  ]);
  const line = waitingLine({ limit, gates, silence, clock, budget });
  return { maxHold, clock, rate, silence, gates, line };
};

type Shared = ReturnType<typeof sharedBy>;

const politeState = ({ clock, silence, gates, line }: Shared): PoliteState => {
  const now = clock.now();
  // Timers count no parts of a millisecond.
  const held = Math.floor(silence.remaining(now));
  return {
    waiting: line.waiting,
    inFlight: line.inFlight,
    ...gates.state(now),
    ...(held > 0 && { heldUntil: asyncScheduler.now() + held }),
  };
};

/** Lets the gates hear a response, and takes out of it what the walk need not wait for. */
const afterHearing = (
  { maxHold, clock, rate, silence }: Shared,
  given: HttpResponse,
  heard: Heard,
): HttpResponse => {
  const response = withReadHeaders(given);
  const reading = readLimits(response, asyncScheduler.now());
  const now = clock.now();
  heard(reading, now);
  return handedOn(response, reading, silence.remaining(now), maxHold, rate?.news(now));
};

/** Sends a request whose turn it is. */
const inItsTurn = (
  shared: Shared,
  permit: Permit,
  exchange: Observable<Exchange>,
): Observable<Exchange> => {
  const { clock, gates, line } = shared;
  const { lost } = permit;
  const heard = gates.started(clock.now());
  return (lost ? exchange.pipe(takeUntil(lost), defaultIfEmpty(permitLost)) : exchange).pipe(
    map(mapRight((response) => afterHearing(shared, response, heard))),
    finalize(() => {
      line.ended();
      heard(undefined, clock.now());
      permit.release();
      line.move();
    }),
  );
};

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
 * - At most `concurrent` requests are in flight, and at most `perMinute` start in any 60 seconds: first come, first served.
 *   `burst` of them may start at once, and the others follow evenly.
 * - A 403, 429 or 503 with a `Retry-After` holds every start until then, for `maxHold` at most. So does any response, also a
 *   2xx, that says that nothing is left of a limit: `RateLimit-Remaining`, `X-RateLimit-Remaining`, `X-Rate-Limit-Remaining`
 *   and their `-Reset`, or `RateLimit`. Requests in flight count against what is left, so the request that would be refused
 *   is not sent.
 * - A 429 without any of these holds them for 1 s, the next one for 2 s, and so on up to 60 s, until a 2xx comes. A 403 whose
 *   words speak of a rate limit, of throttling, or of a quota that is exceeded holds them for 60 s, the next one for 120 s, and so on
 *   up to ten minutes. Those that respond to requests from before a hold count as one.
 * - When a hold is over, one request starts. The others follow when it is answered, or after two seconds.
 * - Where more than a tenth of the answers of the last minute were refusals (five or more), as many requests start in a minute, evenly, as
 *   were accepted in it, but not less than half of the rate before. Each minute a tenth of `perMinute` is given back. Without
 *   `perMinute` it is a tenth of the rate that was measured. A `slowed` event says when the rate is half, or whole again.
 * - A request that is unsubscribed while it waits leaves the queue. The transport's timeout begins when the request is
 *   sent; the client's `request` events, and `ms`, say when the walk asked.
 * - A `budget` is asked before each start, once the limits above allow it. It is notified of every hold and refusal.
 *
 * A walk whose request was refused asks again, behind the others in the queue. That is not an attempt of its `retry`. If the
 * holds for one page are longer than `maxHold` in all, the walk ends with the refusal. A wait of up to `maxHold` is taken out
 * of the response: the queue waits for it. A longer one is left to `retry`.
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
export const polite = (options: PoliteOptions): Polite => {
  if (typeof options !== 'object')
    throw new TypeError('polite needs options, such as polite({ perMinute: 60 })(transport)');
  const shared = sharedBy(options);
  const { clock, silence, line } = shared;
  const decorate = (transport: Transport): Transport =>
    limited(maxBytesOf(transport), (request) => {
      const exchange = defer(() => transport(request));
      return line.turn.pipe(concatMap((permit) => inItsTurn(shared, permit, exchange)));
    });
  return Object.assign(decorate, {
    // The state is read when it is handed out: a listener that makes a change would have the others see them in reverse. It
    // changes by itself when a hold is over.
    state: line.changes.pipe(
      startWith(undefined),
      switchMap(() => {
        const held = silence.remaining(clock.now());
        return concat([0], held > 0 ? timer(held) : []);
      }),
      map(() => politeState(shared)),
    ),
  });
};

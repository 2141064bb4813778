import { isLeft, left, right, type Right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, concatMap, defer, delay, type Observable, of, Subject, timer } from 'rxjs';
import { isSecretName } from '../model/secrets/secretParameter';
import { type HttpRequest, type HttpResponse, readHeaders } from '../model/http';
import { maxTimer } from '../model/maxTimer';
import type { ArrivedRequest } from '../service/core/answerRequest';
import {
  type AnswerStep,
  beginExchange,
  exchangeBy,
  type ReadBody,
} from '../service/core/beginExchange';
import type { ServedRequest, ServiceOptions } from '../service/core/ServiceOptions';
import type { Service } from '../service/core/Service';
import { createWorld, type World } from '../service/core/World';
import type { Exchange, Transport } from '../transport/Transport';
import { withinTime } from '../transport/withinTime';
import { type FindHandler, readRoutes, type RouteHandler, targetPath } from './routes';

/**
 * Options of `memoryService`: those of `startService`, where `port` and `closeGrace` have no effect, and three more.
 *
 * @since 0.2.0
 */
export interface MemoryServiceOptions extends ServiceOptions {
  /** How many milliseconds each response takes, or a function of the request that returns it. Default 0. */
  readonly latency?: number | ((request: HttpRequest) => number) | undefined;
  /** After how many milliseconds the transport gives up, as other transports do. Default 60,000; 0 for no limit. */
  readonly timeout?: number | undefined;
  /**
   * Responses of your own by method and path, such as `GET /repos/{owner}/{repo}/issues`. They come before the service's own.
   * A route is called with the request, its `params`, `query` and `json`, and returns a response, `{ status, headers, body
   * }`, a failure of the transport, or a promise or an Observable of one. `paged` turns a list into a route.
   *
   * @since 1.0.0
   */
  readonly routes?: Readonly<Record<string, RouteHandler>> | undefined;
}

/**
 * A request that is over, and its response. It contains the page tokens of the test; a credential is `[redacted]`.
 *
 * @since 0.2.0
 */
export interface MemoryExchange extends ServedRequest {
  /** When the request came, in milliseconds of RxJS's `asyncScheduler`. */
  readonly at: number;
  readonly request: HttpRequest;
  /** What was sent; undefined where the connection ended before that. */
  readonly response: HttpResponse | undefined;
}

/** The reference service without HTTP. `memoryService` makes one. @since 0.2.0 */
export interface MemoryService extends Omit<Service, 'url' | 'close'> {
  /** Leads to the service; give it to `createClient`. */
  readonly transport: Transport;
  /** Every exchange, when it is over. It never completes. */
  readonly exchanges: Observable<MemoryExchange>;
}

/** What a client sees of a connection that is reset, in the words of Node. */
const reset = (reason: string): Exchange =>
  left({ _tag: 'NetworkFailure', reason, code: 'ECONNRESET' });

const withoutCredential = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      isSecretName(name) ? '[redacted]' : value,
    ]),
  ),
});

const arrived = (request: HttpRequest): ArrivedRequest => ({
  method: request.method,
  target: targetPath(request),
  headers: readHeaders(request.headers),
  from: 'memory',
});

interface Handled {
  readonly type: 'handled';
  readonly by: () => Observable<Exchange>;
  readonly answer: (outcome: Right<HttpResponse>) => AnswerStep;
}

const answerTo = ({ body = '' }: HttpRequest, step: AnswerStep | ReadBody): AnswerStep => {
  if (step.type === 'answer') return step;
  const bytes = new TextEncoder().encode(body);
  return step.then(bytes.length > step.maxBytes ? O.none : O.some(bytes), asyncScheduler.now());
};

/** The way to a service that needs no connection: a request is a value, and time is that of the `asyncScheduler`. */
const memoryTransport =
  (
    world: World,
    exchanges: Subject<MemoryExchange>,
    findHandler: FindHandler,
    latencyOf: (request: HttpRequest) => number,
  ): ((request: HttpRequest, emit: (result: Exchange) => void) => () => void) =>
  (request, emit) => {
    const latency = latencyOf(request);
    const at = asyncScheduler.now();
    const asked = arrived(request);
    const handler = findHandler(request);
    const exchange = O.isSome(handler)
      ? exchangeBy<Handled>(world, asked, at, () =>
          right((answer) => ({ type: 'handled', by: handler.value.respond, answer })),
        )
      : beginExchange(world, asked, at);
    let sent: HttpResponse | undefined;
    let isOver = false;

    const end = (aborted: boolean): void => {
      if (isOver) return;
      // First: a listener may unsubscribe because of the exchange, and that would be another end.
      isOver = true;
      const { method, path, status } = exchange.end(sent?.status, aborted);
      exchanges.next({
        method,
        path,
        status,
        aborted,
        at,
        request: withoutCredential(request),
        response: sent,
      });
    };
    const deliver = ({
      response: { status, headers, body },
      isCut,
      trickle,
    }: AnswerStep): Observable<Exchange> => {
      // Links are resolved there, and nothing is sent.
      sent = { status, headers, body, url: `http://localhost${asked.target}` };
      const result = of(isCut ? reset('aborted') : right(sent));
      return trickle > 0 ? result.pipe(delay(trickle)) : result;
    };
    const look = (): Observable<Exchange> => {
      const step = exchange.look(asyncScheduler.now());
      if (step.type === 'reset') return of(reset('read ECONNRESET'));
      if (step.type !== 'handled') return deliver(answerTo(request, step));
      return step
        .by()
        .pipe(concatMap((result) => (isLeft(result) ? of(result) : deliver(step.answer(result)))));
    };
    const wait = exchange.wait + latency;
    // A route is asked at once, and says itself when its response comes.
    const isAtOnce = O.isSome(handler) && wait === 0;
    const results = isAtOnce ? defer(look) : timer(Math.min(wait, maxTimer)).pipe(concatMap(look));
    const subscription = results.subscribe((result) => {
      end(isLeft(result));
      emit(result);
    });
    return () => {
      subscription.unsubscribe();
      end(true);
    };
  };

const checkTime = (name: string, ms: unknown): void => {
  if (typeof ms === 'number' && ms >= 0 && ms <= maxTimer) return;
  throw new TypeError(
    `memoryService: ${name} must be a number of milliseconds from 0 to ${maxTimer}`,
  );
};

/**
 * The reference service without HTTP, in a browser as well as in Node: what `startService` sends, `memoryService` sends
 * too, through a transport.
 *
 * All of its time is that of RxJS's `asyncScheduler`. In a `TestScheduler`'s `run` an hour takes no time. Outside of it,
 * responses take as long as they do over HTTP. Resets and timeouts are the transport's failures, as they are over HTTP.
 *
 * Options that cannot be right throw a `TypeError` that names every problem.
 *
 * @example
 * ```ts
 * import { createClient, rights } from 'pagewalk';
 * import { memoryService } from 'pagewalk/testing';
 * import { count, lastValueFrom } from 'rxjs';
 *
 * const { transport, ontologyRid, objectType } = memoryService({ faults: [{ type: 'reset-during', at: 7 }] });
 *
 * const client = createClient({ transport, retry: { baseDelay: 1 } });
 * const employees = await lastValueFrom(client.list({ ontologyRid, objectType }).pipe(rights(), count()));
 * console.log(objectType, employees);
 * // Logs:
 * // employee 2500
 * ```
 *
 * @since 0.2.0
 */
export const memoryService = (options: MemoryServiceOptions = {}): MemoryService => {
  const { latency = 0, timeout = 60_000, routes = {}, ...others } = options;
  if (typeof latency !== 'function') checkTime('latency', latency);
  checkTime('timeout', timeout);
  const findHandler = readRoutes(routes);
  const world = createWorld('memoryService', others);
  const exchanges = new Subject<MemoryExchange>();
  const latencyOf = (request: HttpRequest): number => {
    if (typeof latency === 'number') return latency;
    const ms = latency(request);
    checkTime('what latency returns', ms);
    return ms;
  };
  const start = memoryTransport(world, exchanges, findHandler, latencyOf);
  return {
    ...world.handles,
    transport: (request) => withinTime(timeout, (emit) => start(request, emit)),
    exchanges: exchanges.asObservable(),
  };
};

import { left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, type Observable, Subject, Subscription } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../model/http';
import { maxTimer } from '../model/maxTimer';
import type { ArrivedRequest } from '../service/core/answerRequest';
import { type Answer, beginExchange, type Step } from '../service/core/beginExchange';
import { readOptions } from '../service/core/readOptions';
import { handlesOf, orTypeError, type Service } from '../service/core/Service';
import type { ServedRequest, ServiceOptions } from '../service/core/ServiceOptions';
import { createWorld, type World } from '../service/core/World';
import type { Exchange, Transport } from '../transport/Transport';
import { withinTime } from '../transport/withinTime';

/**
 * Options of `memoryService`: those of `startService`, of which `port` and `closeGrace` mean nothing here, and two more.
 *
 * @since 0.2.0
 */
export interface MemoryServiceOptions extends ServiceOptions {
  /** How many milliseconds each answer takes, or a function that says it for a request. Default 0. */
  readonly latency?: number | ((request: HttpRequest) => number) | undefined;
  /** After how many milliseconds the transport gives up, as other transports do. Default 60,000; 0 for no limit. */
  readonly timeout?: number | undefined;
}

/**
 * A request that is over, and what it was answered. It holds the page tokens of the test; of a credential it says `[redacted]`.
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

/**
 * The reference service without HTTP. `memoryService` makes one.
 *
 * @since 0.2.0
 */
export interface MemoryService extends Omit<Service, 'url' | 'close'> {
  /** Leads to the service; give it to `createClient`. */
  readonly transport: Transport;
  /** Every exchange, when it is over. It never completes. */
  readonly exchanges: Observable<MemoryExchange>;
}

interface Conditions {
  readonly latencyOf: (request: HttpRequest) => number;
  readonly timeout: number;
  readonly exchanges: Subject<MemoryExchange>;
}

/** What a client sees of a connection that is reset, in the words of Node. */
const reset = (reason: string): Exchange => left({ _tag: 'NetworkFailure', reason, code: 'ECONNRESET' });

/** Where links are resolved; nothing is sent there. */
const base = 'http://localhost';

const encoder = new TextEncoder();

/** The value of a header, in whatever case its name is written. */
const headerOf = ({ headers }: HttpRequest, name: string): string | undefined => {
  const written = Object.keys(headers).find((key) => key.length === name.length && key.toLowerCase() === name);
  return written === undefined ? undefined : headers[written];
};

/** The headers that authenticate requests, by the names that are common for them. */
const credential = /^(?:proxy-)?authorization$|^cookie$|key|secret|signature|token/i;

/** A request as it may be printed. */
const withoutCredential = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, credential.test(name) ? '[redacted]' : value]),
  ),
});

const arrived = (request: HttpRequest): ArrivedRequest => ({
  method: request.method,
  target: `/${request.url.replace(/^\/+/, '')}`,
  headers: {
    host: headerOf(request, 'host'),
    origin: headerOf(request, 'origin'),
    authorization: headerOf(request, 'authorization'),
  },
  from: 'memory',
});

const answerTo = ({ body = '' }: HttpRequest, step: Exclude<Step, { type: 'reset' }>): Answer => {
  if (step.type === 'answer') return step;
  const bytes = encoder.encode(body);
  return step.then(bytes.length > step.maxBytes ? O.none : O.some(bytes), asyncScheduler.now());
};

/** The way to a service that needs no connection: a request is a value, and time is that of the `asyncScheduler`. */
const memoryTransport =
  (world: World, { latencyOf, timeout, exchanges }: Conditions): Transport =>
  (request) =>
    withinTime(timeout, (emit) => {
      const latency = latencyOf(request);
      const at = asyncScheduler.now();
      const asked = arrived(request);
      const exchange = beginExchange(world, asked, at);
      const timers = new Subscription();
      let sent: HttpResponse | undefined;

      const after = (ms: number, work: () => void): void =>
        timers.add(asyncScheduler.schedule(work, Math.min(ms, maxTimer)));
      const end = (aborted: boolean): void => {
        exchange.end();
        const { path } = exchange;
        const status = sent?.status;
        world.settings.onRequest({ method: asked.method, path, status, aborted });
        exchanges.next({
          method: asked.method,
          path,
          status,
          aborted,
          at,
          request: withoutCredential(request),
          response: sent,
        });
      };
      const finish = (result: Exchange, aborted: boolean): void => {
        timers.unsubscribe();
        end(aborted);
        emit(result);
      };
      after(exchange.wait + latency, () => {
        const step = exchange.look(asyncScheduler.now());
        if (step.type === 'reset') {
          finish(reset('read ECONNRESET'), true);
          return;
        }
        const { response: answer, isCut, trickle } = answerTo(request, step);
        const { status, headers, body } = answer;
        const response = { status, headers, body, url: `${base}${asked.target}` };
        const arrive = (): void => {
          if (isCut) finish(reset('aborted'), true);
          else finish(right(response), false);
        };
        sent = response;
        if (trickle > 0) after(trickle, arrive);
        else arrive();
      });

      return () => {
        timers.unsubscribe();
        end(true);
      };
    });

const isTime = (ms: unknown): boolean => typeof ms === 'number' && ms >= 0 && ms <= maxTimer;

const checkTime = (name: string, ms: unknown): void => {
  if (isTime(ms)) return;
  throw new TypeError(`memoryService: ${name} must be a number of milliseconds from 0 to ${maxTimer}`);
};

/**
 * The reference service without HTTP, in a browser as well as in Node: what `startService` answers, `memoryService` answers
 * too, through a transport.
 *
 * All of its time is that of RxJS's `asyncScheduler`. In a `TestScheduler`'s `run` an hour takes no time. Outside of it,
 * answers take as long as they do over HTTP. Resets and timeouts are the transport's failures, as they are over HTTP.
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
  const { latency = 0, timeout = 60_000, ...others } = options;
  if (typeof latency !== 'function') checkTime('latency', latency);
  checkTime('timeout', timeout);
  const world = createWorld(orTypeError('memoryService', readOptions(others)));
  const exchanges = new Subject<MemoryExchange>();
  const latencyOf: Conditions['latencyOf'] = (request) => {
    if (typeof latency === 'number') return latency;
    const ms = latency(request);
    checkTime('what latency returns', ms);
    return ms;
  };
  return {
    ...handlesOf(world),
    transport: memoryTransport(world, { latencyOf, timeout, exchanges }),
    exchanges: exchanges.asObservable(),
  };
};

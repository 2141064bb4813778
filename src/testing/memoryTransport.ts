import { left, right } from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, Subscription } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../model/http';
import { maxTimer } from '../model/maxTimer';
import { beginExchange } from '../service/core/beginExchange';
import type { Answer, ArrivedRequest, Step } from '../service/core/Exchange';
import type { World } from '../service/core/World';
import type { Exchange, Transport } from '../transport/Transport';
import { withinTime } from '../transport/withinTime';
import type { MemoryExchange } from './MemoryServiceOptions';

interface Conditions {
  readonly latencyOf: (request: HttpRequest) => number;
  readonly timeout: number;
  readonly tell: (exchange: MemoryExchange) => void;
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
export const memoryTransport =
  (world: World, { latencyOf, timeout, tell }: Conditions): Transport =>
  (request) =>
    withinTime(timeout, (emit) => {
      const latency = latencyOf(request);
      const at = asyncScheduler.now();
      const asked = arrived(request);
      const exchange = beginExchange(world, asked, at);
      const timers = new Subscription();
      let sent: HttpResponse | undefined;

      const after = (ms: number, work: () => void): void => {
        timers.add(asyncScheduler.schedule(work, Math.min(ms, maxTimer)));
      };
      const end = (aborted: boolean): void => {
        exchange.end();
        const { path } = exchange;
        const status = sent?.status;
        world.settings.onRequest({ method: asked.method, path, status, aborted });
        tell({ method: asked.method, path, status, aborted, at, request, response: sent });
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

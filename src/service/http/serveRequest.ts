import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { beginExchange } from '../core/beginExchange';
import type { Answer, Step } from '../core/Exchange';
import type { World } from '../core/World';
import { receiveBody } from './receiveBody';
import { send } from './send';
import { whenOver } from './whenOver';

/** How time passes. */
export interface Clock {
  readonly now: () => number;
  /** Resolves after some milliseconds, or rejects when it is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const realTime: Clock = {
  // No step of the system's clock moves it, so that a page token lives as long as it should.
  now: () => performance.timeOrigin + performance.now(),
  pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
};

/** Waits, but not for a client that has gone. */
const waiter = ({ pause }: Clock, request: IncomingMessage, response: ServerResponse) => {
  let gone: AbortController | undefined;
  const whenGone = (): AbortSignal => {
    if (gone === undefined) {
      const left = new AbortController();
      whenOver(request, response, () => {
        left.abort();
      });
      gone = left;
    }
    return gone.signal;
  };
  return (ms: number): Promise<unknown> => pause(ms, whenGone()).catch(() => undefined);
};

const answerTo = async (
  request: IncomingMessage,
  step: Exclude<Step, { type: 'reset' }>,
  clock: Clock,
): Promise<Answer> =>
  step.type === 'answer' ? step : step.then(await receiveBody(request, step.maxBytes), clock.now());

/** Takes a request from its first word to the last byte of its answer, faults included. */
export const serveRequest = async (
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  clock = realTime,
): Promise<void> => {
  const { method = '', url: target = '/', headers, socket } = request;
  const exchange = beginExchange(world, { method, target, headers, from: socket.remoteAddress ?? '' }, clock.now());
  whenOver(request, response, exchange.end);
  // Set at once, so that whatever the answer will be, a page that may read answers can read it.
  for (const [name, value] of Object.entries(exchange.headers)) response.setHeader(name, value);

  const wait = waiter(clock, request, response);
  if (exchange.wait > 0) await wait(exchange.wait);
  if (response.destroyed) return;
  const step = exchange.look(clock.now());
  if (step.type === 'reset') response.socket?.resetAndDestroy();
  else await send(response, await answerTo(request, step, clock), wait);
};

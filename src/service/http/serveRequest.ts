import * as O from 'fp-ts/Option';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type AnswerStep, beginExchange } from '../core/beginExchange';
import type { World } from '../core/World';

/** A client that has sent too much still reads its response if it may continue for a moment; what it sends is discarded. */
const linger = 250;

/** The bytes of a request's body, or none where there are too many, of which none are kept. Rejects when the client goes away. */
const collectBody = (request: IncomingMessage, maxBytes: number): Promise<O.Option<Uint8Array>> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = [];
    let size = 0;
    const refuse = (): void => {
      chunks.length = 0;
      request.off('data', keep).resume();
      setTimeout(() => request.complete || request.socket.destroy(), linger).unref();
      resolve(O.none);
    };
    const keep = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) refuse();
      else chunks.push(chunk);
    };
    if (Number(request.headers['content-length']) > maxBytes) return refuse();
    request.on('data', keep);
    request.once('end', () => resolve(O.some(Buffer.concat(chunks))));
    request.once('error', reject);
  });

/** Resolves after some milliseconds, or sooner where the client has gone. */
type Wait = (ms: number) => Promise<unknown>;

/** A reset drops what the client has not read yet. On the same machine it reads within this time. */
const timeToRead = 20;

const resetDuring = async (response: ServerResponse, body: Buffer): Promise<void> => {
  await new Promise((resolve) =>
    response.write(body.subarray(0, Math.floor(body.length / 2)), resolve),
  );
  await pause(timeToRead);
  response.socket?.resetAndDestroy();
};

const pieces = 10;

const dribble = async (
  response: ServerResponse,
  body: Buffer,
  ms: number,
  wait: Wait,
): Promise<void> => {
  const size = Math.ceil(body.length / pieces);
  for (let piece = 0; piece < pieces && !response.destroyed; piece++) {
    response.write(body.subarray(piece * size, (piece + 1) * size));
    await wait(ms / pieces);
  }
  response.end();
};

/** Sends a response, whole unless the connection is to break off in the middle of it. */
export const sendResponse = async (
  response: ServerResponse,
  { response: answer, isCut, trickle }: AnswerStep,
  wait: Wait = pause,
): Promise<void> => {
  const body = Buffer.from(answer.body);
  const length = answer.status === 204 ? {} : { 'content-length': body.length };
  response.writeHead(answer.status, { ...answer.headers, ...length });
  if (isCut) await resetDuring(response, body);
  else if (trickle > 0) await dribble(response, body, trickle, wait);
  else response.end(body);
};

export interface Clock {
  readonly now: () => number;
  /** Resolves after some milliseconds, or rejects when it is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const realTime: Clock = {
  // No step of the system's clock moves it, so that a page token lives as long as it should.
  now: () => performance.timeOrigin + performance.now(),
  pause: (ms, signal) => pause(ms, undefined, { signal }),
};

export const serveRequest = async (
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  clock = realTime,
): Promise<void> => {
  const { method = '', url: target = '/', headers, socket } = request;
  const exchange = beginExchange(
    world,
    { method, target, headers, from: socket.remoteAddress ?? '' },
    clock.now(),
  );
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
    exchange.end(
      response.headersSent ? response.statusCode : undefined,
      !response.writableFinished,
    );
  });
  // Set at once, so that whatever the response will be, a page that may read responses can read it.
  for (const [name, value] of Object.entries(exchange.headers)) response.setHeader(name, value);

  const wait: Wait = (ms) => clock.pause(ms, gone.signal).catch(() => undefined);
  if (exchange.wait > 0) await wait(exchange.wait);
  if (gone.signal.aborted) return;
  const step = exchange.look(clock.now());
  if (step.type === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const answer =
    step.type === 'read' ? step.then(await collectBody(request, step.maxBytes), clock.now()) : step;
  await sendResponse(response, answer, wait);
};

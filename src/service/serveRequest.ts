import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse } from '../model/http';
import { answerRequest } from './answerRequest';
import { route } from './route';
import { preflight, send } from './send';
import { errorResponse, type Outcome } from './ServiceError';
import { targetOf } from './targetOf';
import { whenOver } from './whenOver';
import type { World } from './World';

const toResponse = (world: World, outcome: Outcome): HttpResponse =>
  pipe(
    outcome,
    E.getOrElse((error) => errorResponse(error, world.errorInstanceId())),
  );

/** Waits, but not for a client that has gone. */
const waitFor = async (ms: number, response: ServerResponse): Promise<void> => {
  const gone = new AbortController();
  const stop = (): void => {
    gone.abort();
  };
  response.once('close', stop);
  await pause(ms, undefined, { signal: gone.signal }).catch(() => undefined);
  response.off('close', stop);
};

/** Takes a request from its first word to the last byte of its answer, faults included. */
export const serveRequest = async (world: World, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === 'OPTIONS') return send(response, preflight);
  const { path, query } = targetOf(request);
  const routed = route(request.method ?? '', path);
  if (E.isLeft(routed)) return send(response, toResponse(world, routed));
  const admitted = world.admit(request.headers.authorization);
  if (E.isLeft(admitted)) return send(response, toResponse(world, admitted));
  whenOver(request, response, admitted.right);

  const mishap = world.faults().onRequest();
  if (mishap.wait > 0) await waitFor(mishap.wait, response);
  if (mishap.reset === 'before') response.socket?.resetAndDestroy();
  if (mishap.reset === 'before' || response.destroyed) return;
  const outcome = O.isSome(mishap.instead)
    ? mishap.instead.value
    : await answerRequest(world, routed.right, request, query);
  await send(response, toResponse(world, outcome), mishap);
};

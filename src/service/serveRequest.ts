import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse } from '../model/http';
import { answerRequest } from './answerRequest';
import { checkHost } from './http/checkHost';
import { corsHeaders, preflight } from './http/cors';
import { route } from './http/route';
import { send } from './http/send';
import { errorResponse, type Outcome } from './http/ServiceError';
import { targetOf } from './http/targetOf';
import { whenOver } from './http/whenOver';
import type { World } from './World';

const toResponse = (world: World, outcome: Outcome): HttpResponse =>
  pipe(
    outcome,
    E.getOrElse((error) => errorResponse(error, world.errorInstanceId())),
  );

/** Waits, but not for a client that has gone. */
const waitFor = async (ms: number, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const gone = new AbortController();
  whenOver(request, response, () => {
    gone.abort();
  });
  await pause(ms, undefined, { signal: gone.signal }).catch(() => undefined);
};

/** Takes a request from its first word to the last byte of its answer, faults included. */
export const serveRequest = async (world: World, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const host = checkHost(request);
  if (E.isLeft(host)) return send(response, toResponse(world, host));
  // Set at once, so that whatever the answer will be, a page that may read answers can read it.
  const headers = corsHeaders(world.settings.cors, request.headers.origin);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (request.method === 'OPTIONS') return send(response, preflight(headers));
  const { path, query } = targetOf(request);
  const routed = route(request.method ?? '', path);
  if (E.isLeft(routed)) return send(response, toResponse(world, routed));
  const admitted = world.admit(request.headers.authorization);
  if (E.isLeft(admitted)) return send(response, toResponse(world, admitted));
  whenOver(request, response, admitted.right);

  const mishap = world.faults().onRequest();
  if (mishap.wait > 0) await waitFor(mishap.wait, request, response);
  if (mishap.reset === 'before') response.socket?.resetAndDestroy();
  if (mishap.reset === 'before' || response.destroyed) return;
  const outcome = O.isSome(mishap.instead)
    ? mishap.instead.value
    : await answerRequest(world, routed.right, request, query);
  await send(response, toResponse(world, outcome), mishap);
};

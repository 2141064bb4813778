import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { errorResponse, type Outcome } from '../answers/ServiceError';
import { answerRequest } from './answerRequest';
import { checkHost } from './checkHost';
import { corsHeaders, preflight } from './cors';
import { type Answer, answerOf, type ArrivedRequest, type Exchange } from './Exchange';
import { targetOf } from './route';
import type { World } from './World';

const noStore = { 'cache-control': 'no-store' };

const nothing = (): void => undefined;

/**
 * Begins to serve a request. These are the rules of the service without a clock and without a connection: what an answer has
 * to wait for is handed out, and so is the wish to read the body. HTTP is one way to give them both, memory is another.
 */
export const beginExchange = (world: World, request: ArrivedRequest, now: number): Exchange => {
  const { method, headers: given } = request;
  const host = checkHost(request);
  const headers = E.isLeft(host) ? noStore : Object.assign({}, noStore, corsHeaders(world.settings.cors, given.origin));
  const answer = (outcome: Outcome, onItsWay?: Parameters<typeof answerOf>[2]): Answer => {
    const response = E.isRight(outcome) ? outcome.right : errorResponse(outcome.left, world.errorInstanceId());
    return answerOf(response, headers, onItsWay);
  };
  const { path, query } = targetOf(request.target);
  const atOnce = (outcome: Outcome): Exchange => ({
    path,
    headers,
    wait: 0,
    look: () => answer(outcome),
    end: nothing,
  });

  if (E.isLeft(host)) return atOnce(host);
  if (method === 'OPTIONS') return atOnce(E.right(preflight(headers)));
  const routed = world.route(method, path);
  if (E.isLeft(routed)) return atOnce(routed);
  const admitted = world.admit(given.authorization, now);
  if (E.isLeft(admitted)) return atOnce(admitted);

  const mishap = world.faults().onRequest();
  return {
    path,
    headers,
    wait: mishap.wait,
    look: (later) => {
      if (mishap.reset === 'before') return { type: 'reset' };
      if (O.isSome(mishap.instead)) return answer(mishap.instead.value, mishap);
      const toBody = answerRequest(world, routed.right, { path, query }, request);
      if (E.isLeft(toBody)) return answer(toBody, mishap);
      if (method === 'GET') return answer(toBody.right(O.none, later), mishap);
      const { maxBodyBytes: maxBytes } = world.settings;
      return { type: 'read', maxBytes, then: (body, last) => answer(toBody.right(body, last), mishap) };
    },
    end: admitted.right,
  };
};

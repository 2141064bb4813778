import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { type HttpResponse, isLoopback } from '../../model/http';
import {
  type Accepted,
  errorResponse,
  type ServiceOutcome,
  serviceError,
} from '../answers/ServiceError';
import type { Mishap } from '../faults/Misbehaviour';
import { answerRequest, type ArrivedRequest } from './answerRequest';
import { type Route, type RequestTarget, targetOf } from './route';
import type { ServedRequest } from './ServiceOptions';
import type { World } from './World';

export interface AnswerStep {
  readonly type: 'answer';
  readonly response: HttpResponse;
  readonly isCut: boolean;
  readonly trickle: number;
}

/** The response depends on the body: `none` stands for one that has more bytes than these. */
export interface ReadBody {
  readonly type: 'read';
  readonly maxBytes: number;
  readonly then: (body: O.Option<Uint8Array>, now: number) => AnswerStep;
}

/** One exchange. Time passes and bytes travel outside of it. */
interface ServiceExchange<Next> {
  readonly headers: HttpResponse['headers'];
  /** For how many milliseconds the request waits before the service looks at it. */
  readonly wait: number;
  /** Call it after that time, unless the client has gone. */
  readonly look: (now: number) => Next | AnswerStep | { readonly type: 'reset' };
  /** Call it when the exchange is over, however it ended. It says what was served, to `onRequest` too. */
  readonly end: (status: number | undefined, aborted: boolean) => ServedRequest;
}

/** A response as it travels: its body may break off. */
export const answerOf = (
  { status, headers, body }: HttpResponse,
  common: HttpResponse['headers'] = {},
  { isTruncated = false, reset, trickle = 0 }: Mishap = {},
): AnswerStep => {
  const sent = isTruncated ? body.slice(0, Math.floor(body.length / 2)) : body;
  const isCut = reset === 'during';
  // A connection that breaks off does so at once.
  return {
    type: 'answer',
    response: { status, headers: Object.assign({}, common, headers), body: sent },
    isCut,
    trickle: isCut ? 0 : trickle,
  };
};

/** The host that a request is for: that of a target which is a whole address counts for more than the header. */
const hostOf = ({ target, headers }: ArrivedRequest): string | undefined =>
  (target.startsWith('/') ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1]) ?? headers.host;

/**
 * Refuses a request for another host: the name of somebody's web page can be made to lead here (DNS rebinding). The port
 * may be any: a proxy or a tunnel passes its own on. Without a host, which HTTP/1.0 allows, it is not from a browser.
 */
const checkHost = (request: ArrivedRequest): Accepted<void> => {
  const host = hostOf(request);
  return host === undefined || isLoopback(host)
    ? E.right(undefined)
    : E.left(serviceError(421, 'ForeignHost', { host, expected: 'localhost, 127.0.0.1 or [::1]' }));
};

/** Which page may read a response: one of an origin that the options name. */
const corsHeaders = (
  origins: ReadonlyArray<string>,
  origin: string | undefined,
): HttpResponse['headers'] => {
  if (origins.length === 0) return {};
  const isAllowed = origin !== undefined && (origins.includes('*') || origins.includes(origin));
  return isAllowed
    ? {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Link, Retry-After',
      }
    : { vary: 'Origin' };
};

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept',
  'access-control-max-age': '600',
};

/** The response to a preflight of a browser. It allows nothing if the page may not read responses. */
const preflight = (allowed: HttpResponse['headers']): HttpResponse => ({
  status: 204,
  headers: 'access-control-allow-origin' in allowed ? preflightHeaders : {},
  body: '',
});

const noStore = { 'cache-control': 'no-store' };

/** What a request that was routed leads to when the service looks at it; `answer` makes its response, under the faults of the request. */
type OnRouted<Next> = (
  answer: (outcome: ServiceOutcome) => AnswerStep,
  now: number,
) => Next | AnswerStep;

/**
 * Begins to serve a request. These are the rules of the service without a clock and without a connection: what a response has
 * to wait for is handed out, and so is the wish to read the body. HTTP is one way to give them both, memory is another.
 */
export const exchangeBy = <Next>(
  world: World,
  request: ArrivedRequest,
  now: number,
  route: (target: RequestTarget) => Accepted<OnRouted<Next>>,
): ServiceExchange<Next> => {
  const { method, headers: given } = request;
  const host = checkHost(request);
  const headers = E.isLeft(host)
    ? noStore
    : Object.assign({}, noStore, corsHeaders(world.settings.cors, given.origin));
  const answer = (outcome: ServiceOutcome, mishap?: Mishap): AnswerStep => {
    const response = E.isRight(outcome)
      ? outcome.right
      : errorResponse(outcome.left, world.errorInstanceId());
    return answerOf(response, headers, mishap);
  };
  const target = targetOf(request.target);
  const begun = (
    wait: number,
    look: ServiceExchange<Next>['look'],
    release?: () => void,
  ): ServiceExchange<Next> => ({
    headers,
    wait,
    look,
    end: (status, aborted) => {
      release?.();
      const served = { method, path: target.path, status, aborted };
      world.settings.onRequest(served);
      return served;
    },
  });
  const atOnce = (outcome: ServiceOutcome): ServiceExchange<Next> =>
    begun(0, () => answer(outcome));

  if (E.isLeft(host)) return atOnce(host);
  if (method === 'OPTIONS') return atOnce(E.right(preflight(headers)));
  const routed = route(target);
  if (E.isLeft(routed)) return atOnce(routed);
  const admitted = world.admit(given.authorization, now);
  if (E.isLeft(admitted)) return atOnce(admitted);

  const mishap = world.faults().onRequest();
  const { wait = 0, reset, instead } = mishap;
  const look: ServiceExchange<Next>['look'] = (later) => {
    if (reset === 'before') return { type: 'reset' };
    return instead
      ? answer(instead, mishap)
      : routed.right((outcome) => answer(outcome, mishap), later);
  };
  return begun(wait, look, admitted.right);
};

export const beginExchange = (
  world: World,
  request: ArrivedRequest,
  now: number,
): ServiceExchange<ReadBody> =>
  exchangeBy(world, request, now, (target) =>
    E.map((route: Route): OnRouted<ReadBody> => (answer, later) => {
      const toBody = answerRequest(world, route, target, request);
      if (E.isLeft(toBody)) return answer(toBody);
      if (request.method === 'GET') return answer(toBody.right(O.none, later));
      const { maxBodyBytes: maxBytes } = world.settings;
      return { type: 'read', maxBytes, then: (body, last) => answer(toBody.right(body, last)) };
    })(world.route(request.method, target.path)),
  );

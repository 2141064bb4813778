import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { HttpResponse } from '../../model/http';
import { type Checked, errorResponse, type Outcome, serviceError } from '../answers/ServiceError';
import type { Mishap } from '../faults/Misbehaviour';
import { answerRequest, type ArrivedRequest } from './answerRequest';
import { corsHeaders, preflight } from './cors';
import { targetOf } from './route';
import type { World } from './World';

/** An answer, and what happens to it on its way. */
export interface Answer {
  readonly type: 'answer';
  readonly response: HttpResponse;
  /** Whether the connection is reset in the middle of the body. */
  readonly isCut: boolean;
  /** Over how many milliseconds the body is spread. */
  readonly trickle: number;
}

/** What happens to a request once the service looks at it. */
export type Step =
  | Answer
  | { readonly type: 'reset' }
  /** The answer depends on the body: `none` stands for one that has more bytes than these. */
  | {
      readonly type: 'read';
      readonly maxBytes: number;
      readonly then: (body: O.Option<Uint8Array>, now: number) => Answer;
    };

/** One exchange. Time passes and bytes travel outside of it. */
interface Exchange<Next> {
  /** The path that was asked for, without its query string. */
  readonly path: string;
  readonly headers: HttpResponse['headers'];
  /** For how many milliseconds the request waits before the service looks at it. */
  readonly wait: number;
  /** Call it after that time, unless the client has gone. */
  readonly look: (now: number) => Next;
  /** Call it when the exchange is over, however it ended. */
  readonly end: () => void;
}

const whole = { isTruncated: false, reset: 'never', trickle: 0 } as const;

/** A response as it travels: its body may break off. */
export const answerOf = (
  { status, headers, body }: HttpResponse,
  common: HttpResponse['headers'] = {},
  { isTruncated, reset, trickle }: Pick<Mishap, 'isTruncated' | 'reset' | 'trickle'> = whole,
): Answer => {
  const sent = isTruncated ? body.slice(0, Math.floor(body.length / 2)) : body;
  return {
    type: 'answer',
    response: { status, headers: Object.assign({}, common, headers), body: sent },
    isCut: reset === 'during',
    // A connection that breaks off does so at once.
    trickle: reset === 'during' ? 0 : trickle,
  };
};

/** The names and addresses of the machine itself. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?$/i;

/** The host that a request is for: that of a target which is a whole address counts for more than the header. */
const hostOf = ({ target, headers }: ArrivedRequest): string | undefined =>
  (target.startsWith('/') ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1]) ?? headers.host;

/**
 * Refuses a request for another host: the name of somebody's web page can be made to lead here (DNS rebinding), and the
 * browser would take what it reads for the page's own. 421 is what HTTP has for a request that came to the wrong server.
 *
 * The port may be any, for a proxy or a tunnel passes its own on, and no page of a stranger has such a host. A request
 * that names no host, which HTTP/1.0 allows, does not come from a browser.
 */
const checkHost = (request: ArrivedRequest): Checked<void> => {
  const host = hostOf(request);
  return host === undefined || loopback.test(host)
    ? E.right(undefined)
    : E.left(serviceError(421, 'ForeignHost', { host, expected: 'localhost, 127.0.0.1 or [::1]' }));
};

const noStore = { 'cache-control': 'no-store' };

const nothing = (): void => undefined;

/** What a request that was routed leads to when the service looks at it; `answer` makes its answer, under the faults of the request. */
type Look<Next> = (answer: (outcome: Outcome) => Answer, now: number) => Next;

/**
 * Begins to serve a request. These are the rules of the service without a clock and without a connection: what an answer has
 * to wait for is handed out, and so is the wish to read the body. HTTP is one way to give them both, memory is another.
 */
export const exchangeBy = <Next>(
  world: World,
  request: ArrivedRequest,
  now: number,
  route: (target: ReturnType<typeof targetOf>) => Checked<Look<Next>>,
): Exchange<Next | Answer | { readonly type: 'reset' }> => {
  const { method, headers: given } = request;
  const host = checkHost(request);
  const headers = E.isLeft(host) ? noStore : Object.assign({}, noStore, corsHeaders(world.settings.cors, given.origin));
  const answer = (outcome: Outcome, onItsWay?: Parameters<typeof answerOf>[2]): Answer => {
    const response = E.isRight(outcome) ? outcome.right : errorResponse(outcome.left, world.errorInstanceId());
    return answerOf(response, headers, onItsWay);
  };
  const target = targetOf(request.target);
  const { path } = target;
  const atOnce = (outcome: Outcome): Exchange<Answer> => ({
    path,
    headers,
    wait: 0,
    look: () => answer(outcome),
    end: nothing,
  });

  if (E.isLeft(host)) return atOnce(host);
  if (method === 'OPTIONS') return atOnce(E.right(preflight(headers)));
  const routed = route(target);
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
      return routed.right((outcome) => answer(outcome, mishap), later);
    },
    end: admitted.right,
  };
};

/** Begins to serve a request for one of the service's own pages. */
export const beginExchange = (world: World, request: ArrivedRequest, now: number): Exchange<Step> =>
  exchangeBy<Step>(world, request, now, (target) => {
    const routed = world.route(request.method, target.path);
    if (E.isLeft(routed)) return routed;
    return E.right((answer, later) => {
      const toBody = answerRequest(world, routed.right, target, request);
      if (E.isLeft(toBody)) return answer(toBody);
      if (request.method === 'GET') return answer(toBody.right(O.none, later));
      const { maxBodyBytes: maxBytes } = world.settings;
      return { type: 'read', maxBytes, then: (body, last) => answer(toBody.right(body, last)) };
    });
  });

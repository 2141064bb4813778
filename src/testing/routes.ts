import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import {
  asyncScheduler,
  catchError,
  defer,
  isObservable,
  map,
  type Observable,
  of,
  scheduled,
  take,
  throwIfEmpty,
} from 'rxjs';
import { isTemplate } from '../model/endpoints/path';
import { type HttpRequest, type HttpResponse, readHeaders } from '../model/http';
import { jsonResponse } from '../service/answers/ServiceError';
import { matchPath, targetOf } from '../service/core/route';
import type { Exchange, TransportFailure } from '../transport/Transport';

/** A request as a route of `memoryService` sees it. @since 1.0.0 */
export interface RouteRequest extends HttpRequest {
  /** The values of the path's `{names}`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body, read as JSON; undefined where there is none, or where it is not JSON. */
  readonly json: unknown;
}

/**
 * What a route of `memoryService` returns: a status (200 by default), headers, and a body that is sent as it is if it is a
 * string, and as JSON otherwise. Or a failure of the transport.
 *
 * @since 1.0.0
 */
export type RouteAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  | TransportFailure;

/** @inline */
export type RouteHandler = (
  request: RouteRequest,
) => RouteAnswer | Promise<RouteAnswer> | Observable<RouteAnswer>;

/** The target of a request as it would arrive over HTTP. */
export const targetPath = ({ url }: HttpRequest): string => `/${url.replace(/^\/+/, '')}`;

/** What responds to a request, and which page it asks for, counted from 1, where its route knows that. */
interface FoundRoute {
  readonly respond: () => Observable<Exchange>;
  readonly page: number | undefined;
}

export type FindHandler = (request: HttpRequest) => O.Option<FoundRoute>;

/** What says of a route which page a request asks for. `paged` has it. */
export const pageNumbers = new WeakMap<RouteHandler, (request: RouteRequest) => number>();

/** `JSON.parse` refuses an empty text. */
const parsed = (body = ''): unknown => O.toUndefined(O.tryCatch((): unknown => JSON.parse(body)));

const responseOf = (answer: Exclude<RouteAnswer, TransportFailure>): HttpResponse => {
  const { status = 200, headers = {}, body = '' } = answer;
  const response = jsonResponse(status, body, readHeaders(headers));
  return typeof body === 'string' ? { ...response, body } : response;
};

const responseIs = 'it must return { status, headers, body }, but returned ';

const exchangeOf = (answer: RouteAnswer): Exchange => {
  if (!t.UnknownRecord.is(answer)) throw new TypeError(`${responseIs}${String(answer)}`);
  if ('_tag' in answer) return E.left(answer);
  const strange = Object.keys(answer).find((key) => !['status', 'headers', 'body'].includes(key));
  if (strange !== undefined) throw new TypeError(`${responseIs}an object with ${strange}`);
  return E.right(responseOf(answer));
};

/** What a route throws is a mistake in the test: the walk ends with it, and nothing is repeated. */
const thrown = (error: unknown): Exchange =>
  E.left({
    _tag: 'NetworkFailure',
    reason: `a route of memoryService failed: ${String(error)}`,
    permanent: true,
  });

/** A value comes in the next turn, as every response does; a promise or an Observable says itself when. */
const handled = (handler: RouteHandler, request: RouteRequest): Observable<Exchange> =>
  defer(() => {
    const answer = handler(request);
    return isObservable(answer) || answer instanceof Promise
      ? answer
      : scheduled([answer], asyncScheduler);
  }).pipe(
    take(1),
    throwIfEmpty(() => new Error('it completed without a response')),
    map(exchangeOf),
    catchError((error: unknown) => of(thrown(error))),
  );

export const readRoutes = (routes: unknown): FindHandler => {
  const known = Object.entries(Object(routes) as Readonly<Record<string, RouteHandler>>).map(
    ([key, handler]) => {
      const [, method, path = ''] = /^(GET|POST) (.+)$/.exec(key) ?? [];
      if (!isTemplate(path) || typeof handler !== 'function') {
        const must = "routes must be functions by their method and path, such as 'GET /books/{id}'";
        throw new TypeError(
          `memoryService: ${must}, but '${key}' is ${isTemplate(path) ? typeof handler : 'not one'}`,
        );
      }
      return { method, match: matchPath(path), handler };
    },
  );
  return (request) => {
    const { path, query } = targetOf(targetPath(request));
    for (const { method, match, handler } of known) {
      const found = method === request.method ? match(path) : O.none;
      if (O.isNone(found)) continue;
      const asked = { ...request, params: found.value, query, json: parsed(request.body) };
      return O.some({
        respond: () => handled(handler, asked),
        page: pageNumbers.get(handler)?.(asked),
      });
    }
    return O.none;
  };
};

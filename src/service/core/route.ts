import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { type Checked, serviceError } from '../answers/ServiceError';
import type { ServedEndpoint } from '../pages/ServedEndpoint';
import { rememberLast } from '../store/remember';
import { matchPath } from './matchPath';

/**
 * The path and the query string of a request as they were sent: a URL parser would resolve `..` and decide things that
 * are the router's to decide. The target may be a whole address, which a server has to take too.
 */
export const targetOf = (target: string): { readonly path: string; readonly query: URLSearchParams } => {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  return mark < 0
    ? { path: local, query: new URLSearchParams() }
    : { path: local.slice(0, mark), query: new URLSearchParams(local.slice(mark)) };
};

/** An endpoint, and what the path of a request gives it. */
export interface Route {
  readonly endpoint: ServedEndpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the endpoint that a request is for, among those that the service has. */
export type FindRoute = (method: string, path: string) => Checked<Route>;

export const router = (endpoints: ReadonlyArray<ServedEndpoint>): FindRoute => {
  const matchers = endpoints.map((endpoint) => ({ endpoint, match: rememberLast(matchPath(endpoint.path)) }));
  return (method, path) => {
    for (const { endpoint, match } of matchers) {
      const params = match(path);
      if (O.isNone(params)) continue;
      return endpoint.method === method
        ? E.right({ endpoint, params: params.value })
        : E.left(serviceError(405, 'MethodNotAllowed', { method }, { allow: `${endpoint.method}, OPTIONS` }));
    }
    return E.left(serviceError(404, 'EndpointNotFound', { path }));
  };
};

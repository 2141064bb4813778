import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as RA from 'fp-ts/ReadonlyArray';
import { matchPath } from '../../model/endpoints/matchPath';
import { type Checked, serviceError } from '../answers/ServiceError';
import { list } from '../paging/endpoints/list';
import { search } from '../paging/endpoints/search';
import type { ServedEndpoint } from '../paging/ServedEndpoint';

/**
 * The path and the query string of a request as they were sent: a URL parser would resolve `..` and decide things that
 * are the router's to decide. The target may be a whole address, which a server has to take too.
 */
export const targetOf = (target: string): { readonly path: string; readonly query: URLSearchParams } => {
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
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

const endpoints: ReadonlyArray<ServedEndpoint> = [list, search];

const match =
  (path: string) =>
  (endpoint: ServedEndpoint): O.Option<Route> =>
    pipe(
      matchPath(endpoint.path, path),
      O.map((params) => ({ endpoint, params })),
    );

/** The endpoint that a request is for. */
export const route = (method: string, path: string): Checked<Route> =>
  pipe(
    endpoints,
    RA.findFirstMap(match(path)),
    E.fromOption(() => serviceError(404, 'EndpointNotFound', { path })),
    E.filterOrElse(
      ({ endpoint }) => endpoint.method === method,
      ({ endpoint }) => serviceError(405, 'MethodNotAllowed', { method }, { allow: `${endpoint.method}, OPTIONS` }),
    ),
  );

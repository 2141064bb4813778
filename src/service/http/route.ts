import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import * as RA from 'fp-ts/ReadonlyArray';
import type { Endpoint } from '../../model/endpoints/endpoint';
import { listObjects } from '../../model/endpoints/listObjects';
import { matchPath } from '../../model/endpoints/matchPath';
import { searchObjects } from '../../model/endpoints/searchObjects';
import { serviceError, type ServiceError } from './ServiceError';

/** An endpoint, and what the path of a request gives it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

const endpoints: ReadonlyArray<Endpoint> = [listObjects, searchObjects];

const match =
  (path: string) =>
  (endpoint: Endpoint): O.Option<Route> =>
    pipe(
      matchPath(endpoint.path, path),
      O.map((params) => ({ endpoint, params })),
    );

/** The endpoint that a request is for. */
export const route = (method: string, path: string): E.Either<ServiceError, Route> =>
  pipe(
    endpoints,
    RA.findFirstMap(match(path)),
    E.fromOption(() => serviceError(404, 'EndpointNotFound', { path })),
    E.filterOrElse(
      ({ endpoint }) => endpoint.method === method,
      ({ endpoint }) => serviceError(405, 'MethodNotAllowed', { method }, { allow: `${endpoint.method}, OPTIONS` }),
    ),
  );

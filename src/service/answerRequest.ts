import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import type { IncomingMessage } from 'node:http';
import { credentialKey } from './http/authorize';
import { readBody } from './http/readBody';
import type { Route } from './http/route';
import { type Outcome, serviceError, type ServiceError } from './http/ServiceError';
import { readPageRequest } from './paging/readPageRequest';
import { servePage } from './paging/servePage';
import type { World } from './World';

type Checked<A> = E.Either<ServiceError, A>;

/** Search demands the token with every page (seed 5); list where the service is told so. */
const checkCredentials = (world: World, { endpoint }: Route, header: string | undefined): Checked<void> => {
  const isProtected = endpoint.revision === '2.0' || world.settings.protectList;
  return isProtected && !world.faults().skipsAuthentication ? world.authorize(header) : E.right(undefined);
};

/** Whose walks are told apart: by credential, or without one by where they come from. */
const ownerOf = ({ headers: { authorization }, socket }: IncomingMessage): string =>
  authorization === undefined ? (socket.remoteAddress ?? '') : credentialKey(authorization);

/** The object type that a path leads to. */
const findType = ({ settings, store }: World, { params }: Route): Checked<string> => {
  const { ontologyRid = settings.ontologyRid, apiFamily = settings.apiFamily, objectType = '' } = params;
  if (ontologyRid !== settings.ontologyRid) return E.left(serviceError(404, 'OntologyNotFound', { ontologyRid }));
  if (apiFamily !== settings.apiFamily) return E.left(serviceError(404, 'ApiFamilyNotFound', { apiFamily }));
  return store.objectTypes.includes(objectType)
    ? E.right(objectType)
    : E.left(serviceError(404, 'ObjectTypeNotFound', { objectType }));
};

/** Answers a request for a page: who asks, for which objects, in which words; then the page. */
export const answerRequest = async (
  world: World,
  route: Route,
  request: IncomingMessage,
  query: URLSearchParams,
): Promise<Outcome> => {
  const { endpoint, params } = route;
  const objectType = pipe(
    checkCredentials(world, route, request.headers.authorization),
    E.chain(() => findType(world, route)),
  );
  if (E.isLeft(objectType)) return objectType;
  const body = endpoint.method === 'GET' ? E.right({}) : await readBody(request, world.settings.maxBodyBytes);
  return pipe(
    body,
    E.chain((fields) => readPageRequest(endpoint, { params, query, body: fields })),
    E.chain((pageRequest) => servePage(world, endpoint, objectType.right, pageRequest, ownerOf(request))),
  );
};

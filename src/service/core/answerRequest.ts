import * as E from 'fp-ts/Either';
import type * as O from 'fp-ts/Option';
import { type Checked, type Outcome, serviceError } from '../answers/ServiceError';
import { servePage } from '../pages/servePage';
import { credentialKey } from '../secrets/authorize';
import type { ArrivedRequest } from './Exchange';
import { parseBody } from './parseBody';
import type { Route } from './route';
import type { World } from './World';

/** Search demands the token with every page; the others where the service is set to. */
const checkCredentials = (world: World, { endpoint }: Route, header: string | undefined): Checked<void> => {
  const isProtected = endpoint.isProtected || world.settings.protectList;
  return isProtected && !world.faults().skipsAuthentication ? world.authorize(header) : E.right(undefined);
};

/** How the walks of clients are distinguished: by credential, or without one by where they come from. */
const ownerOf = ({ headers: { authorization }, from }: ArrivedRequest): string =>
  authorization === undefined ? from : credentialKey(authorization);

/** The object type that a path leads to. */
const findType = ({ settings, store }: World, { params }: Route): Checked<string> => {
  const { ontologyRid = settings.ontologyRid, apiFamily = settings.apiFamily, objectType = '' } = params;
  if (ontologyRid !== settings.ontologyRid) return E.left(serviceError(404, 'OntologyNotFound', { ontologyRid }));
  if (apiFamily !== settings.apiFamily) return E.left(serviceError(404, 'ApiFamilyNotFound', { apiFamily }));
  return store.objectTypes.includes(objectType)
    ? E.right(objectType)
    : E.left(serviceError(404, 'ObjectTypeNotFound', { objectType }));
};

/** Makes the answer, once the body is there. */
type AnswerBody = (body: O.Option<Uint8Array>, now: number) => Outcome;

/** Answers a request for a page: who asks, for which objects, in which words; then the page. */
export const answerRequest = (
  world: World,
  route: Route,
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
  request: ArrivedRequest,
): Checked<AnswerBody> => {
  const allowed = checkCredentials(world, route, request.headers.authorization);
  if (E.isLeft(allowed)) return allowed;
  const objectType = findType(world, route);
  if (E.isLeft(objectType)) return objectType;
  return E.right((bytes, now) => {
    const { endpoint, params } = route;
    const body = endpoint.method === 'GET' ? E.right({}) : parseBody(bytes, world.settings.maxBodyBytes);
    if (E.isLeft(body)) return body;
    const pageRequest = endpoint.read({ params, query, body: body.right });
    if (E.isLeft(pageRequest)) return pageRequest;
    const { host } = request.headers;
    return servePage(world, {
      endpoint,
      objectType: objectType.right,
      request: pageRequest.right,
      address: { base: host === undefined ? '' : `http://${host}`, path, query },
      owner: () => ownerOf(request),
      now,
    });
  });
};

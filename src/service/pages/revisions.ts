import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { listObjects } from '../../model/endpoints/listObjects';
import { Query, searchObjects } from '../../model/endpoints/searchObjects';
import { problemsOf } from '../../model/errors/problemsOf';
import type { HttpResponse } from '../../model/http';
import { type Accepted, invalid, jsonResponse } from '../answers/ServiceError';
import type { OutgoingPage } from '../faults/Misbehaviour';
import { readQuery } from '../store/query/readQuery';
import { bodyInOrder, listEndpoint, queryWithout, readPageToken } from './readParameters';
import type { ServedEndpoint } from './ServedEndpoint';
import { servePage } from './servePage';

/** A page as both revisions write it. JSON leaves out a token that is undefined. */
const envelope = ({ fields, data, next }: OutgoingPage): HttpResponse =>
  jsonResponse(200, {
    ...fields,
    data: data.map((properties) => (properties === null ? {} : { properties })),
    nextPageToken: next,
  });

export const listRevision = listEndpoint({
  name: 'list',
  path: listObjects.path,
  limit: 'limit',
  tokenIn: 'pageToken',
  sizeIn: 'pageSize',
  hasSnapshots: true,
  write: (page, marksWithNull) =>
    envelope(page.next === undefined && marksWithNull() ? { ...page, next: null } : page),
});

/** The second level: the objects whose field with the name of another type holds the `id` of one object of that type. */
export const listUnder: ServedEndpoint = {
  ...listRevision,
  path: listRevision.path.replace('{objectType}', '{parentType}/{parent}/{objectType}'),
};

const queryIn = (value: unknown): Accepted<Query> =>
  pipe(
    Query.decode(value),
    E.mapLeft((errors) => invalid('query', { problems: problemsOf('query', errors) })),
  );

/** Search objects by type, revision 2.0. It demands the token with every page. */
export const search: ServedEndpoint = {
  method: searchObjects.method,
  path: searchObjects.path,
  isProtected: true,
  read: ({ params, query: texts, body: { pageToken, ...body } }) =>
    pipe(
      E.Do,
      E.apS('pageToken', readPageToken(pageToken)),
      E.apS('query', queryIn(body.query)),
      E.bind('fields', () => bodyInOrder(body)),
      E.map(({ pageToken, query, fields }) => ({
        pageToken,
        conditions: readQuery(query),
        rest: JSON.stringify(['search', params, queryWithout(texts), fields]),
      })),
    ),
  serve: servePage({ name: 'search', limit: 'searchLimit', write: envelope }),
};

import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { listObjects } from '../../model/endpoints/listObjects';
import { Query, searchObjects } from '../../model/endpoints/searchObjects';
import { problemsOf } from '../../model/errors/problemsOf';
import type { HttpResponse } from '../../model/http';
import { type Checked, invalid, json } from '../answers/ServiceError';
import type { OutgoingPage } from '../faults/Misbehaviour';
import { readQuery } from '../store/query/readQuery';
import {
  bodyInOrder,
  queryValue,
  queryWithout,
  readSize,
  readSnapshot,
  readToken,
  readUpdatedAfter,
} from './readParameters';
import type { ServedEndpoint } from './ServedEndpoint';

const tokenIn = ({ next }: OutgoingPage): { readonly nextPageToken?: string | null } => {
  if (E.isLeft(next)) return { nextPageToken: next.left === 'NullToken' ? null : '' };
  return O.isSome(next.right) ? { nextPageToken: next.right.value } : {};
};

/** A page as both revisions write it; where its token breaks a rule, with a null or an empty one. */
const envelope = (page: OutgoingPage): HttpResponse =>
  json(200, {
    ...page.fields,
    data: page.data.map((properties) => (properties === null ? {} : { properties })),
    ...tokenIn(page),
  });

/** List objects, revision 1.0. */
export const list: ServedEndpoint = {
  name: 'list',
  method: listObjects.method,
  path: listObjects.path,
  isProtected: false,
  limit: 'limit',
  read: ({ params, query }) =>
    pipe(
      E.Do,
      E.apS('pageToken', readToken(queryValue(query, 'pageToken'))),
      E.apS('pageSize', readSize(queryValue(query, 'pageSize'))),
      E.apS('snapshot', readSnapshot(queryValue(query, 'snapshot'))),
      E.map((read) => {
        const rest = JSON.stringify(['list', params, queryWithout(query, 'pageToken')]);
        return { ...read, conditions: E.right(readUpdatedAfter(query)), rest };
      }),
    ),
  write: (page, marksWithNull) => {
    const isLast = E.isRight(page.next) && O.isNone(page.next.right);
    // What breaks a rule of revision 2.0 is how revision 1.0 may say the same: null.
    return envelope(isLast && marksWithNull() ? { ...page, next: E.left('NullToken') } : page);
  },
};

/** The second level: the objects whose field with the name of another type holds the `id` of one object of that type. */
export const listUnder: ServedEndpoint = {
  ...list,
  path: list.path.replace('{objectType}', '{parentType}/{parent}/{objectType}'),
};

const queryIn = (value: unknown): Checked<Query> => {
  const query = Query.decode(value);
  return E.isRight(query) ? query : E.left(invalid('query', { problems: problemsOf('query', query.left) }));
};

/** Search objects by type, revision 2.0. It demands the token with every page. */
export const search: ServedEndpoint = {
  name: 'search',
  method: searchObjects.method,
  path: searchObjects.path,
  isProtected: true,
  limit: 'searchLimit',
  read: ({ params, query: texts, body: { pageToken: given, ...body } }) => {
    const pageToken = readToken(given);
    if (E.isLeft(pageToken)) return pageToken;
    const query = queryIn(body.query);
    if (E.isLeft(query)) return query;
    const fields = bodyInOrder(body);
    if (E.isLeft(fields)) return fields;
    return E.right({
      pageToken: pageToken.right,
      pageSize: O.none,
      snapshot: false,
      conditions: readQuery(query.right),
      rest: JSON.stringify(['search', params, queryWithout(texts), fields.right]),
    });
  },
  write: envelope,
};

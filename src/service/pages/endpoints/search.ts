import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { Query, searchObjects } from '../../../model/endpoints/searchObjects';
import { problemsOf } from '../../../model/errors/problemsOf';
import { type Checked, invalid } from '../../answers/ServiceError';
import { readQuery } from '../../store/query/readQuery';
import { bodyInOrder, queryWithout, readToken } from '../readParameters';
import type { ServedEndpoint } from '../ServedEndpoint';
import { envelope } from './envelope';

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

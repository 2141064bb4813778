import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import { Query, searchObjects } from '../../../model/endpoints/searchObjects';
import { problemsOf } from '../../../model/errors/problemsOf';
import { type Checked, invalid } from '../../answers/ServiceError';
import { readQuery } from '../../store/query/readQuery';
import { readToken, restOf } from '../readParameters';
import type { ServedEndpoint } from '../ServedEndpoint';
import { envelope } from './envelope';

const queryIn = (value: unknown): Checked<Query> =>
  pipe(
    Query.decode(value),
    E.mapLeft((errors) => invalid('query', { problems: problemsOf('query', errors) })),
  );

/** Search objects by type, revision 2.0 (seed 4.3). It demands the token with every page (seed 5). */
export const search: ServedEndpoint = {
  name: 'search',
  method: searchObjects.method,
  path: searchObjects.path,
  isProtected: true,
  limit: 'searchLimit',
  read: (parts) => {
    const { pageToken, ...body } = parts.body;
    return pipe(
      E.Do,
      E.apS('pageToken', readToken(pageToken)),
      E.apS('pageSize', E.right(O.none)),
      E.apS('snapshot', E.right(false)),
      E.apS('query', queryIn(body.query)),
      E.apS('rest', restOf('search', { ...parts, body })),
      E.bind('conditions', ({ query }) => E.right(readQuery(query))),
    );
  },
  write: envelope,
};

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { json } from '../../answers/ServiceError';
import type { OutgoingPage } from '../../faults/Misbehaviour';
import { queryValue, queryWithout, readSize, readToken } from '../readParameters';
import type { PageRequest, ServedEndpoint } from '../ServedEndpoint';

type Described = Pick<ServedEndpoint, 'name' | 'write'> & {
  /** The parameter that holds a page token, if the scheme has tokens. */
  readonly tokenIn?: string;
  /** Where the page begins, in a scheme that has none. */
  readonly offsetIn?: (query: URLSearchParams) => PageRequest['offsetIn'];
};

/** Whether a page says that another one follows. */
export const hasMore = ({ next }: OutgoingPage): boolean => E.isLeft(next) || O.isSome(next.right);

/** A page whose items stand in a field of an object, beside what its scheme says about the next page. */
export const itemsPage = ({ data, fields }: OutgoingPage, more: Readonly<Record<string, unknown>>) =>
  json(200, { items: data, ...fields, ...more });

/** An endpoint that lists the objects of a type as they are, by a scheme other than those of the two revisions. */
export const schemeEndpoint = ({ name, write, tokenIn, offsetIn }: Described): ServedEndpoint => ({
  name,
  method: 'GET',
  path: '/api/{objectType}',
  isProtected: false,
  limit: 'searchLimit',
  read: ({ params, query }) => {
    const pageToken = readToken(tokenIn === undefined ? undefined : queryValue(query, tokenIn));
    if (E.isLeft(pageToken)) return pageToken;
    const pageSize = readSize(queryValue(query, 'limit'), 'limit');
    if (E.isLeft(pageSize)) return pageSize;
    return E.right({
      pageToken: pageToken.right,
      offsetIn: offsetIn?.(query),
      pageSize: pageSize.right,
      snapshot: false,
      conditions: E.right([]),
      rest: JSON.stringify([name, params, queryWithout(query, tokenIn ?? '')]),
    });
  },
  write,
});

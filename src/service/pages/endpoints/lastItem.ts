import * as E from 'fp-ts/Either';
import { invalid, json } from '../../answers/ServiceError';
import { queryValue } from '../readParameters';
import { hasMore, schemeEndpoint } from './schemeEndpoint';

/** A page begins after the object with an id, which the client takes from the last item of the page before. */
export const lastItem = schemeEndpoint({
  name: 'lastItem',
  offsetIn: (query) => (objects) => {
    const after = queryValue(query, 'starting_after');
    if (after === undefined) return E.right(0);
    const index = objects.findIndex(
      ({ id }) => ['string', 'number', 'bigint'].includes(typeof id) && String(id) === after,
    );
    return index < 0 ? E.left(invalid('startingAfter', { starting_after: after })) : E.right(index + 1);
  },
  write: (page) => json(200, { data: page.data, ...page.fields, has_more: hasMore(page) }),
});

import * as E from 'fp-ts/Either';
import { invalid } from '../../answers/ServiceError';
import { queryValue } from '../readParameters';
import { itemsPage, schemeEndpoint } from './schemeEndpoint';

/** A page begins after a number of objects, and each says how many there are. */
export const offset = schemeEndpoint({
  name: 'offset',
  offsetIn: (query) => () => {
    const text = queryValue(query, 'offset') ?? '0';
    return /^\d{1,15}$/.test(text) ? E.right(Number(text)) : E.left(invalid('offset', { offset: text }));
  },
  write: (page) => itemsPage(page, { total: page.total }),
});

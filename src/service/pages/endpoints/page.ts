import * as E from 'fp-ts/Either';
import { invalid } from '../../answers/ServiceError';
import { queryValue } from '../readParameters';
import { itemsPage, schemeEndpoint } from './schemeEndpoint';

/** Pages have numbers, and each says its own and that of the last one. */
export const page = schemeEndpoint({
  name: 'page',
  offsetIn: (query) => (_, size) => {
    const text = queryValue(query, 'page') ?? '1';
    return /^0*[1-9]\d{0,9}$/.test(text) ? E.right((Number(text) - 1) * size) : E.left(invalid('page', { page: text }));
  },
  write: (outgoing) => {
    const { offset, size, total } = outgoing;
    return itemsPage(outgoing, { page: Math.floor(offset / size) + 1, last: Math.max(1, Math.ceil(total / size)) });
  },
});

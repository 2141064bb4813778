import type { Source } from '../../model/endpoints/Paging';

/**
 * The values of an object, for `items`: where a page has its records by their names or ids. JavaScript puts names that are whole
 * numbers first, in the order of these numbers. Every other order is kept.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byLink, link, valuesOf } from 'pagewalk/paging';
 *
 * const paging = byLink(link('next'));
 * const users = endpoint({ name: 'users', method: 'GET', path: '/users', items: valuesOf(at('users')), paging });
 * ```
 *
 * @see orEmpty
 * @since 0.2.0
 */
export const valuesOf = (items: Source): Source => ({
  ...items,
  read: (answer) => {
    const found = items.read(answer);
    return typeof found === 'object' && found !== null ? Object.values(found) : found;
  },
});

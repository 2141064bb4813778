import type { Source } from '../../model/endpoints/Paging';

/**
 * The values of an object, for `items`: where a page has its records by their names or ids. An empty list is empty too, as PHP
 * writes an object without fields.
 *
 * JavaScript puts names that are whole numbers first, in the order of these numbers. Every other order is kept.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byCursor, query, valuesOf } from 'pagewalk/paging';
 *
 * const pages = endpoint({
 *   name: 'pages',
 *   method: 'GET',
 *   path: '/w/api.php',
 *   items: valuesOf(at('query', 'pages')),
 *   paging: byCursor({ from: at('continue'), to: query() }),
 * });
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

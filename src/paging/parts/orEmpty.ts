import type { Source } from '../../model/endpoints/Paging';

/**
 * The same, for `items`, where a service leaves the list of an empty page out, or says null. Without it, such a response is not a
 * page, and the walk ends with `InvalidEnvelope`.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byLink, link, orEmpty } from 'pagewalk/paging';
 *
 * const paging = byLink(link('next'));
 * const volumes = endpoint({ name: 'volumes', method: 'GET', path: '/volumes', items: orEmpty(at('items')), paging });
 * ```
 *
 * @see valuesOf
 * @since 0.2.0
 */
export const orEmpty = (items: Source): Source => ({ ...items, read: (answer) => items.read(answer) ?? [] });

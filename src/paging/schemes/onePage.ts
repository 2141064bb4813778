import type { Paging } from '../../model/endpoints/Paging';
import { lastPage, pagingOf } from '../cursor/pagingOf';

/**
 * The paging of an endpoint that responds with everything at once: its first page is the last one. It takes no `pageToken`.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, onePage } from 'pagewalk/paging';
 *
 * const labels = endpoint({ name: 'labels', method: 'GET', path: '/labels', items: at(), paging: onePage() });
 * ```
 *
 * @since 1.0.0
 */
export const onePage = (): Paging<never> =>
  pagingOf({
    label: 'onePage',
    next: () => lastPage(),
    write: () => undefined,
    problemOf: () => 'cannot be given: the endpoint has one page only',
  });

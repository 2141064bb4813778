import { endpointOf } from './endpoint';

/**
 * List objects, revision 1.0 (seed 4.2): every object of one type in one ontology, at most 10,000.
 *
 * @example
 * ```ts
 * import { listObjects } from 'pagewalk';
 *
 * console.log(listObjects.method, listObjects.path);
 * // Logs:
 * // GET /api/v1/ontologies/{ontologyRid}/objects/{objectType}
 * ```
 *
 * @since 0.1.0
 */
export const listObjects = endpointOf({
  name: 'listObjects',
  revision: '1.0',
  method: 'GET',
  path: '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
  pageSize: true,
  snapshot: true,
  limit: 10_000,
});

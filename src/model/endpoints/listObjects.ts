import { some } from 'fp-ts/Option';
import { byRevision } from './revision';
import { fieldWriter } from './writePart';
import type { RevisionEndpoint } from './endpoint';
import { PageSize, Snapshot } from './walkOptionTypes';

/**
 * List objects, revision 1.0: every object of one type in one ontology, at most 10,000.
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
export const listObjects: RevisionEndpoint<
  '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
  Record<never, never>,
  true,
  true
> = {
  name: 'listObjects',
  revision: '1.0',
  method: 'GET',
  path: '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
  fields: {},
  pageSize: true,
  snapshot: true,
  limit: some(10_000),
  scheme: byRevision('1.0', 'query'),
  params: {
    pageSize: [PageSize, fieldWriter('query', 'pageSize')],
    snapshot: [Snapshot, fieldWriter('query', 'snapshot')],
  },
};

import { some } from 'fp-ts/Option';
import type { Endpoint } from './endpoint';
import type { UnknownProperties } from '../records/ObjectRecord';
import { fieldWriter } from './fields';
import { revisionScheme } from './revision';
import { codecOption, pageSizeParam, snapshotParam } from './walkOptionTypes';

/**
 * List objects, revision 1.0: every object of one type in one ontology, at most 10,000.
 *
 * @example
 * ```ts
 * import { listObjects } from 'pagewalk';
 *
 * console.log(listObjects.path);
 * // Logs:
 * // /api/v1/ontologies/{ontologyRid}/objects/{objectType}
 * ```
 *
 * @since 0.1.0
 */
export const listObjects: Endpoint<
  '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
  Record<never, never>,
  true,
  true,
  false,
  UnknownProperties
> = {
  name: 'listObjects',
  method: 'GET',
  path: '/api/v1/ontologies/{ontologyRid}/objects/{objectType}',
  fields: {},
  revision: '1.0',
  pageSize: true,
  snapshot: true,
  limit: some(10_000),
  scheme: revisionScheme('1.0', 'query'),
  params: {
    properties: codecOption,
    pageSize: { ...pageSizeParam, write: fieldWriter('query', 'pageSize') },
    snapshot: { ...snapshotParam, write: fieldWriter('query', 'snapshot') },
  },
};

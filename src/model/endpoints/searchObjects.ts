import { type TypeOf, UnknownRecord, intersection, string, type as object } from 'io-ts';
import { none } from 'fp-ts/Option';
import type { Endpoint } from './endpoint';
import type { UnknownProperties } from '../records/ObjectRecord';
import { codecParam, fieldWriter } from './fields';
import { revisionScheme } from './revision';
import { codecOption } from './walkOptionTypes';

/**
 * A query definition: it has a `type`, and whatever else that type needs.
 *
 * @example
 * ```ts
 * import { Query } from 'pagewalk';
 *
 * console.log(Query.is({ type: 'empty' }));
 * // Logs:
 * // true
 * ```
 *
 * @since 0.1.0
 */
export const Query = intersection(
  [object({ type: string }), UnknownRecord],
  'an object with a string `type`',
);

/** The type of the query that a search sends. @since 0.1.0 */
export type Query = TypeOf<typeof Query>;

/**
 * Search objects by type, revision 2.0.
 *
 * @example
 * ```ts
 * import { searchObjects } from 'pagewalk';
 *
 * console.log(searchObjects.path);
 * // Logs:
 * // /api/{apiFamily}/v1/objects/types/{objectType}/search
 * ```
 *
 * @since 0.1.0
 */
export const searchObjects: Endpoint<
  '/api/{apiFamily}/v1/objects/types/{objectType}/search',
  { readonly query: typeof Query },
  false,
  false,
  false,
  UnknownProperties
> = {
  name: 'searchObjects',
  method: 'POST',
  path: '/api/{apiFamily}/v1/objects/types/{objectType}/search',
  fields: { query: Query },
  revision: '2.0',
  pageSize: false,
  snapshot: false,
  limit: none,
  scheme: revisionScheme('2.0', 'body'),
  params: { properties: codecOption, query: codecParam(Query, fieldWriter('body', 'query')) },
};

import * as t from 'io-ts';
import { PageToken } from './PageToken';

/**
 * What every walk can be told, whatever its endpoint.
 *
 * @since 0.1.0
 */
export interface WalkOptions {
  /** Start at this page instead of the first one. */
  readonly pageToken?: PageToken | undefined;
  /** How many empty pages in a row that carry a token are followed; the next one ends the walk. Default 100. */
  readonly emptyPages?: number | undefined;
}

/** Params that are undefined count as absent. */
export const optional = (type: t.Mixed, name: string): t.Mixed => t.union([type, t.undefined], name);

/** What the params of every walk may hold; the names of the types complete the sentence "emptyPages must be …". */
export const walkOptionTypes = {
  pageToken: optional(PageToken, 'a non-empty string, as a page or resumeFrom gave it'),
  emptyPages: optional(
    t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0),
    'a whole number, 0 or more',
  ),
  properties: optional(
    t.refinement(t.unknown, (u) => u instanceof Object && 'decode' in u && typeof u.decode === 'function'),
    'an io-ts codec',
  ),
};

/** Names that no path parameter or field can have, because the params of a walk have them. */
export const reservedNames: ReadonlySet<string> = new Set([...Object.keys(walkOptionTypes), 'pageSize', 'snapshot']);

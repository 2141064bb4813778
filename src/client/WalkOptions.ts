import type { PageToken } from '../model/PageToken';
import type { Demand } from '../walk/Demand';

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
  /** Paces the walk: each request, the first included, waits for one value of `valve.ready`. */
  readonly valve?: Demand | undefined;
}

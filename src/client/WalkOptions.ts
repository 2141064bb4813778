import type { PageToken } from '../model/PageToken';
import type { Place } from '../model/place/hidden';
import type { Demand } from '../walk/Demand';

/**
 * What every walk can be told, whatever its endpoint.
 *
 * @since 0.1.0
 */
export interface WalkOptions {
  /** Start at this page instead of the first one. */
  readonly pageToken?: PageToken | undefined;
  /**
   * Begin here: where the walk that gave this place was to go on. From a place that `isLast` nothing is sent. A place of
   * another request is refused, and so is one beside `pageToken`.
   */
  readonly place?: Place | undefined;
  /** How many empty pages in a row that carry a token are followed; the next one ends the walk. Default 100. */
  readonly emptyPages?: number | undefined;
  /** Paces the walk: each request, the first included, waits for one value of `valve.ready`. */
  readonly valve?: Demand | undefined;
  /**
   * 1: ask for page n + 1 before page n is decoded and emitted, so that fetching and working overlap; behind
   * a valve only with a mark of a page or more. Default 0.
   */
  readonly readAhead?: 0 | 1 | undefined;
  /**
   * Milliseconds that the service takes a page token for. Shortly before they are over the next page is asked for even
   * though the valve is closed. Default: a token may wait for any time.
   */
  readonly tokenLifetime?: number | undefined;
  /** What you call this walk: said again, as it is, in every event of it, those of its restarts included. */
  readonly label?: string | undefined;
}

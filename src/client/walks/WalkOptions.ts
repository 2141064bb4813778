import type { PageInfo } from '../../model/endpoints/Page';
import type { PageToken } from '../../model/PageToken';
import type { Place } from '../../model/place/Place';
import type { Demand } from '../../walk/Demand';
import type { WalkEvent } from './WalkEvent';

/** The options of every walk, whatever its endpoint. @since 0.1.0 */
export interface WalkOptions {
  /** Start at this page instead of the first one. */
  readonly pageToken?: PageToken | undefined;
  /**
   * Continue where the walk that this place comes from would have continued. From a place that `isLast`, nothing is sent. A
   * place of another request is refused, and so is a place together with `pageToken`.
   */
  readonly place?: Place | undefined;
  /** How many empty pages with a token are followed in a row; the next one ends the walk. Default 100. */
  readonly emptyPages?: number | undefined;
  /**
   * The maximum number of pages of this walk. If another one follows, the walk ends with the broken rule `TooManyPages`, and
   * its place continues there. By default a walk may have any number of pages.
   */
  readonly maxPages?: number | undefined;
  /** Paces the walk: each request, the first included, waits for one value of `valve.ready`. */
  readonly valve?: Demand | undefined;
  /**
   * How many pages may be requested before the page that is emitted is done, 0 to 32. What is emitted stays the same. With 1,
   * the next request leaves before a page is decoded, so that fetching and working overlap. With more, that many requests are
   * in flight together where pages have numbers or offsets. With a valve, it needs a mark of at least one page. Default 0.
   */
  readonly readAhead?: number | undefined;
  /**
   * For how many milliseconds the service accepts a page token. Shortly before that time is over, the next page is requested
   * even if the valve is closed. By default, a token may wait for any time.
   */
  readonly tokenLifetime?: number | undefined;
  /** Your name for this walk. Each of its events has it, also after a restart. */
  readonly label?: string | undefined;
  /** Called with every page before its objects are emitted. A walk over objects can read a `totalCount` there. */
  readonly onPage?: ((page: PageInfo) => void) | undefined;
  /** Called with every event of this walk, before `client.events` emits it. */
  readonly onEvent?: ((event: WalkEvent) => void) | undefined;
}

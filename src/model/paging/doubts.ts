import type { Progress } from '../errors/Progress';
import type { Mark } from '../place/Mark';
import type { Seen } from '../place/Seen';
import type { Envelope } from './envelope';

/** What a walk that may have ended well leaves in doubt. The `end` event has it, too. @since 1.0.0 */
export interface Doubt {
  /** Where no page had anything, though the endpoint looks there for its cursor or link: it is misspelt, or there was one page. */
  readonly unseen?: string;
  /** The `total` changed during the walk, or the number of the `last` page fell: objects may be missing, or came twice. */
  readonly shifted?: { readonly from: number; readonly to: number; readonly in?: 'pages' };
  /** The service has a total that is larger than the number of objects that came. */
  readonly short?: { readonly objects: number; readonly total: number };
  /** Where a page says that the service gave up or timed out before it had looked everywhere: `incomplete_results`. */
  readonly partial?: string;
  /** Lists inside the objects that are cut off: where the objects say that there is more of them, and how many objects do. */
  readonly cut?: ReadonlyArray<{ readonly at: string; readonly objects: number }>;
  /** How many parents `onParentFailed` of `walkEach` has skipped. */
  readonly skipped?: number;
  /** In `durable` with `mark`: a time of more than a day ahead of the clock, which does not count without a `ceiling`. */
  readonly ahead?: { readonly mark: Mark };
  /** In `finish` of `durable`: how many other doubts there are. The first 20 are kept. */
  readonly more?: number;
  /** The key of the parent whose walk it was, in `walkEach`. */
  readonly parent?: NonNullable<Progress['parent']>;
}

/** Knows what the pages of a walk leave in doubt. All that it has to remember is in `Seen` (laws 32, 41 and 47). */
export interface Doubts {
  /** What is known before the first page. A walk that was resumed may not know what came before. */
  readonly begin: (isResumed: boolean) => Seen;
  readonly after: (seen: Seen, page: Envelope) => Seen;
  /** What the end says of it, if anything. What was missed is not known of a walk that did not end well. */
  readonly doubtIn: (seen: Seen, isWhole: boolean) => Doubt | undefined;
}

import type { SlotIn, Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';

/** What the schemes that count have in common. @inline */
export interface NumberOptions<In extends SlotIn> {
  /** Where a response has the number of all objects: a whole number, as JSON or in digits. */
  readonly total?: Source | undefined;
  /** Where a response says whether there are more pages. */
  readonly more?: Source | undefined;
  /** Statuses that mean "there is no such page", such as `[404]`: on any page but the first they are an empty last page. */
  readonly pastEnd?: ReadonlyArray<number> | undefined;
  /** Accepts equal pages in a row, as a sensor may send them. By default they end the walk with `RepeatedPage`. */
  readonly mayRepeat?: boolean | undefined;
  /** Where the number goes. */
  readonly to: Slot<In>;
}

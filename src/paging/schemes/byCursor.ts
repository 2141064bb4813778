import { isLeft } from 'fp-ts/Either';
import type { Paging } from '../../model/paging/scheme';
import type { SlotIn, Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { checkKnown } from '../../model/optionChecks';
import { pagingBy } from '../compile/compile';
import { checkSlots, startingWith } from '../compile/requests';
import { cursorParts } from '../compile/cursorParts';
import { breaks, lastPage } from '../compile/Rule';
import { endReader } from '../compile/signals';
import type { Json } from '../slots/Json';

/** Options of `byCursor`. @since 0.2.0 */
export interface ByCursorOptions<Name extends string, In extends SlotIn> {
  /** Where a response has the cursor of the next page. For a cursor of several parts: where it has each of them. */
  readonly from: Source | Readonly<Record<Name, Source>>;
  /** Where the cursor goes in the next request. For several parts: the same names as in `from`. */
  readonly to: Slot<In> | Readonly<Record<Name, Slot<In>>>;
  /** Where a response says whether there are more pages. */
  readonly more?: Source | undefined;
  /** Where a response says whether it is the last page. */
  readonly last?: Source | undefined;
  /** The cursor that the first request carries. By default it carries none. */
  readonly first?: Json | undefined;
  /**
   * For services that send a cursor with every page, the last one included: the first empty page ends the walk, unless `more` says
   * that there are more.
   */
  readonly end?: 'emptyPage' | undefined;
}

/**
 * Pages that name the cursor of the next one, wherever it is and wherever it goes. A response without a cursor (absent, null or
 * empty) is the last page.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byCursor, query } from 'pagewalk/paging';
 *
 * const paging = byCursor({ from: at('data', 'after'), to: query('after') });
 * const posts = endpoint({ name: 'posts', method: 'GET', path: '/posts', items: at('data', 'children'), paging });
 * ```
 *
 * @see byLink
 * @see byLastItem
 * @since 0.2.0
 */
export const byCursor = <In extends SlotIn, Name extends string = string>(
  options: ByCursorOptions<Name, In>,
): Paging<In> => {
  const { from, to, more, last, first, end, ...others } = options;
  checkKnown('byCursor', others);
  if (![undefined, 'emptyPage'].includes(end))
    throw new TypeError("byCursor: end must be 'emptyPage'");
  const { find, isCursor, sent, ...named } = cursorParts(from, to);
  checkSlots('byCursor', named.slots);
  const endIn = endReader('byCursor', { more, last });
  return pagingBy<unknown, In>({
    ...named,
    rule: {
      start: startingWith<unknown>(first, sent),
      isCursor,
      sent,
      next: ({ answer, items }) => {
        const said = endIn(answer);
        if (isLeft(said)) return said;
        const found = find(answer);
        if (isLeft(found)) return found;
        const { unseen, isUnnamed } = found.right;
        if (said.right.more === false) return lastPage();
        if (said.right.more) return isUnnamed ? breaks('MissingCursor') : found;
        return end === 'emptyPage' && items.length === 0 ? lastPage({ unseen }) : found;
      },
    },
  });
};

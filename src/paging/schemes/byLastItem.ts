import { isLeft } from 'fp-ts/Either';
import { none } from 'fp-ts/Option';
import type { Paging } from '../../model/paging/scheme';
import type { SlotIn, Slot } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { checkKnown } from '../../model/optionChecks';
import { pagingBy } from '../compile/compile';
import { checkSlots } from '../compile/requests';
import { breaks, goesOn, lastPage, type Rule } from '../compile/Rule';
import { pageMarks } from '../compile/pageMarks';
import { endReader, isAbsent } from '../compile/signals';
import { checkSources } from '../slots/at';
import type { Json } from '../slots/Json';

/** Options of `byLastItem`. @since 0.2.0 */
export interface ByLastItemOptions<In extends SlotIn> {
  /** The property of the last item that selects the next page, or a function that computes it from that item. */
  readonly from: Source | ((item: unknown) => Json);
  /** Where it goes in the next request. */
  readonly to: Slot<In>;
  /** Where a response says whether there are more pages. */
  readonly more?: Source | undefined;
  /** Where a response says whether it is the last page. */
  readonly last?: Source | undefined;
}

/**
 * Pages that are requested by the last item of the page before: an id, a sort key. Without `more`, the first empty page ends
 * the walk.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byLastItem, query } from 'pagewalk/paging';
 *
 * const paging = byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') });
 * const charges = endpoint({ name: 'charges', method: 'GET', path: '/v1/charges', paging, pageSize: query('limit') });
 * ```
 *
 * @see byCursor
 * @since 0.2.0
 */
export const byLastItem = <In extends SlotIn>({
  from,
  to,
  more,
  last,
  ...others
}: ByLastItemOptions<In>): Paging<In> => {
  checkKnown('byLastItem', others);
  if (typeof from !== 'function') checkSources('byLastItem', { from });
  checkSlots('byLastItem', [to]);
  const endIn = endReader('byLastItem', { more, last });
  const rule = {
    start: () => none,
    onRepeat: () => 'error',
    isCursor: (cursor) => !isAbsent(cursor),
    sent: (cursor) => [[to, cursor]],
    next: ({ answer, items }) => {
      const said = endIn(answer);
      if (isLeft(said)) return said;
      if (said.right.more === false) return lastPage();
      if (items.length === 0) return said.right.more ? breaks('MissingCursor') : lastPage();
      const item = items.at(-1);
      const cursor = typeof from === 'function' ? from(item) : from.read({ ...answer, body: item });
      return isAbsent(cursor) ? breaks('MissingCursor') : goesOn(cursor);
    },
  } satisfies Rule<unknown>;
  return pagingBy({
    label: `byLastItem ${to.label}`,
    slots: [to],
    rule,
    marks: pageMarks,
  });
};

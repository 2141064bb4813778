import type { Paging } from '../../model/paging/scheme';
import type { SlotIn } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { countedPaging } from '../compile/countedPaging';
import type { NumberOptions } from '../compile/NumberOptions';

/** Options of `byOffset`. @since 0.2.0 */
export interface ByOffsetOptions<In extends SlotIn> extends NumberOptions<In> {
  /** Where a response says whether it is the last page. */
  readonly last?: Source | undefined;
  /** The offset that request 1 carries. By default none, and 0 is the first. A request that has one already begins there. */
  readonly first?: number | undefined;
}

/**
 * Pages that are requested by how many objects come before them. Without `total` or `more`, the first empty page ends the
 * walk. The same holds once more objects have arrived than `total` says.
 *
 * Offsets skip and repeat objects when others are inserted or deleted during the walk. No client can prevent that. If `total`
 * changes, the `end` event says so.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byOffset, query } from 'pagewalk/paging';
 *
 * const paging = byOffset({ to: query('offset'), total: at('count') });
 * const books = endpoint({ name: 'books', method: 'GET', path: '/books', items: at('results'), paging });
 * ```
 *
 * @see byPageNumber
 * @since 0.2.0
 */
export const byOffset = <In extends SlotIn>(options: ByOffsetOptions<In>): Paging<In> => {
  const { first = 0 } = options;
  return countedPaging('byOffset', options, {
    origin: 0,
    step: (offset, items) => offset + items,
    at: (offset, items) => offset + items,
    before: (offset) => Math.max(0, offset - first),
    problemOf: (offset) => (offset < first ? 'must not be less than first' : undefined),
  });
};

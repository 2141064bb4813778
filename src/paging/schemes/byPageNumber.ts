import type { Paging, Part, Slot, Source } from '../../model/endpoints/Paging';
import { numberPaging } from '../cursor/numberPaging';
import { readLast } from '../cursor/signals';

/**
 * Options of `byPageNumber`.
 *
 * @since 0.1.0
 */
export interface ByPageNumberOptions<In extends Part> {
  /** Where the number of the page goes. */
  readonly to: Slot<In>;
  /** Where an answer has the number of the last page, as JSON or in digits, or whether this is it. */
  readonly last?: Source | undefined;
  /** Where an answer says whether there are more pages. */
  readonly more?: Source | undefined;
  /** The number of the first page, which request 1 carries. By default request 1 carries none, and 1 is the first. */
  readonly first?: number | undefined;
}

/**
 * Pages that are asked for by their number. Without `last` or `more`, the first empty page ends the walk.
 *
 * Page numbers skip and repeat objects when others are inserted or deleted during the walk. No client can prevent that.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byPageNumber, query } from 'pagewalk/paging';
 *
 * const users = endpoint({
 *   name: 'users',
 *   method: 'GET',
 *   path: '/users',
 *   paging: byPageNumber({ to: query('page'), last: at('total_pages') }),
 *   pageSize: query('per_page'),
 * });
 * ```
 *
 * @see byOffset
 * @since 0.1.0
 */
export const byPageNumber = <In extends Part>({ to, last, more, first }: ByPageNumberOptions<In>): Paging<In> =>
  numberPaging({
    name: 'byPageNumber',
    to,
    more,
    first,
    start: 1,
    end: (answer) => readLast(last, answer),
    isLast: (end, number) => (typeof end === 'number' ? number >= end : end),
    step: (number) => number + 1,
  });

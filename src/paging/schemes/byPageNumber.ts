import type { Paging } from '../../model/paging/scheme';
import type { SlotIn } from '../../model/paging/draft';
import type { Source } from '../../model/paging/sources';
import { notCounted, countedPaging } from '../compile/countedPaging';
import type { NumberOptions } from '../compile/NumberOptions';
import { isLink, lastByLink, linkProblem } from '../compile/lastByLink';
import { readLast } from '../compile/signals';

/** Options of `byPageNumber`. @since 0.2.0 */
export interface ByPageNumberOptions<In extends SlotIn> extends NumberOptions<In> {
  /** Where a response has the number of the last page, as JSON or in digits, or a link to it, or whether this is it. */
  readonly last?: Source | undefined;
  /** The number that request 1 carries. By default none, and 1 is the first. A request that has one already begins there. */
  readonly first?: number | undefined;
}

/**
 * Pages that are requested by their number. Without `last`, `total` or `more`, the first empty page ends the walk. The same
 * holds once more objects have arrived than `total` says.
 *
 * Page numbers skip and repeat objects when others are inserted or deleted during the walk. No client can prevent that. If
 * `total` changes, the `end` event says so.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byPageNumber, query } from 'pagewalk/paging';
 *
 * const paging = byPageNumber({ to: query('page'), last: at('total_pages') });
 * const users = endpoint({ name: 'users', method: 'GET', path: '/users', paging, pageSize: query('per_page') });
 * ```
 *
 * @see byOffset
 * @since 0.2.0
 */
export const byPageNumber = <In extends SlotIn>(options: ByPageNumberOptions<In>): Paging<In> => {
  const { last } = options;
  return countedPaging('byPageNumber', options, {
    origin: 1,
    lastIn: isLink(last) ? lastByLink(last, options.to) : (answer) => readLast(last, answer),
    ...(isLink(last) && { isLinked: true, problem: linkProblem('byPageNumber', options.to) }),
    step: (number) => number + 1,
    at: (number, items, size) => number + Math.floor(items / size),
    before: (number, origin) => (number === origin && origin <= 1 ? 0 : notCounted),
    problemOf: (number) =>
      number === (options.first ?? number) ? undefined : 'differs from first: give one of them',
  });
};

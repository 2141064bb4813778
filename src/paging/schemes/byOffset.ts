import type { Paging, Part, Slot, Source } from '../../model/endpoints/Paging';
import { numberPaging } from '../cursor/numberPaging';
import { readCount } from '../cursor/signals';

/**
 * Options of `byOffset`.
 *
 * @since 0.1.0
 */
export interface ByOffsetOptions<In extends Part> {
  /** Where the offset goes. */
  readonly to: Slot<In>;
  /** Where an answer has the number of all objects: a whole number, as JSON or in digits. */
  readonly total?: Source | undefined;
  /** Where an answer says whether there are more pages. */
  readonly more?: Source | undefined;
  /** What the service calls its first object, and request 1 carries. By default request 1 carries none, and 0 is the first. */
  readonly first?: number | undefined;
}

/**
 * Pages that are asked for by how many objects come before them. Without `total` or `more`, the first empty page ends the
 * walk.
 *
 * Offsets skip and repeat objects when others are inserted or deleted during the walk. No client can prevent that.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byOffset, query } from 'pagewalk/paging';
 *
 * const books = endpoint({
 *   name: 'books',
 *   method: 'GET',
 *   path: '/books',
 *   items: at('results'),
 *   paging: byOffset({ to: query('offset'), total: at('count') }),
 *   pageSize: query('limit'),
 * });
 * ```
 *
 * @see byPageNumber
 * @since 0.1.0
 */
export const byOffset = <In extends Part>({ to, total, more, first }: ByOffsetOptions<In>): Paging<In> =>
  numberPaging({
    name: 'byOffset',
    to,
    more,
    first,
    start: 0,
    end: (answer) => readCount(total, answer),
    isLast: (all, offset, items) => offset + items - (first ?? 0) >= all,
    step: (offset, items) => offset + items,
  });

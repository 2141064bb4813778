import { isLeft } from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import type { Paging, Part, Slot, Source } from '../model/scheme/Paging';
import { breaks, cursorPaging, goesOn, lastPage } from './cursorPaging';
import { isWhole, readCount, readMore } from './signals';

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
  cursorPaging({
    label: `byOffset ${to.label}`,
    slots: [to],
    problem: first === undefined || isWhole(first) ? undefined : 'byOffset: first must be a whole number',
    first,
    isCursor: isWhole,
    comparesPages: true,
    write: (draft, offset) => to.write(draft, offset),
    next: (answer, items, before) => {
      const goes = readMore(more, answer);
      const all = readCount(total, answer);
      if (isLeft(goes)) return goes;
      if (isLeft(all)) return all;
      const start = first ?? 0;
      const offset = (isSome(before) ? (before.value as number) : start) + items.length;
      if (goes.right === false || (all.right !== undefined && offset - start >= all.right)) return lastPage;
      if (items.length > 0) return goesOn(offset);
      // The same offset again would bring the same page.
      return goes.right === undefined && all.right === undefined ? lastPage : breaks('RepeatedToken');
    },
  });

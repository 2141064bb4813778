import { isLeft } from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import type { Paging, Part, Slot, Source } from '../model/scheme/Paging';
import { cursorPaging, goesOn, lastPage } from './cursorPaging';
import { isWhole, readLast, readMore } from './signals';

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
  cursorPaging({
    label: `byPageNumber ${to.label}`,
    slots: [to],
    problem: first === undefined || isWhole(first) ? undefined : 'byPageNumber: first must be a whole number',
    first,
    isCursor: isWhole,
    comparesPages: true,
    write: (draft, number) => to.write(draft, number),
    next: (answer, items, before) => {
      const goes = readMore(more, answer);
      const end = readLast(last, answer);
      if (isLeft(goes)) return goes;
      if (isLeft(end)) return end;
      const number = isSome(before) ? (before.value as number) : (first ?? 1);
      const isLast = typeof end.right === 'number' ? number >= end.right : end.right === true;
      if (goes.right === false || isLast) return lastPage;
      return items.length === 0 && more === undefined && last === undefined ? lastPage : goesOn(number + 1);
    },
  });

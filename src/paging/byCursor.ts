import { isLeft } from 'fp-ts/Either';
import type { Paging, Part, Slot, Source } from '../model/scheme/Paging';
import { breaks, cursorPaging, goesOn, lastPage } from './cursorPaging';
import type { Json } from './Json';
import { isAbsent, readMore } from './signals';

/**
 * Options of `byCursor`.
 *
 * @since 0.1.0
 */
export interface ByCursorOptions<Name extends string, In extends Part> {
  /** Where an answer has the cursor of the next page; of a cursor of several parts, where it has each of them. */
  readonly from: Source | Readonly<Record<Name, Source>>;
  /** Where the cursor goes in the next request; of several parts, the same names as in `from`. */
  readonly to: Slot<In> | Readonly<Record<Name, Slot<In>>>;
  /** Where an answer says whether there are more pages. */
  readonly more?: Source | undefined;
  /** The cursor that the first request carries. By default it carries none. */
  readonly first?: Json | undefined;
  /** For services that send a cursor with every page, the last one included: the first empty page ends the walk. */
  readonly end?: 'emptyPage' | undefined;
}

const partsOf = <P>(one: P | Readonly<Record<string, P>>, method: string): ReadonlyArray<readonly [string, P]> =>
  method in (one as object) ? [['', one as P]] : Object.entries(one as Readonly<Record<string, P>>);

/**
 * Pages that name the cursor of the next one, wherever it is and wherever it goes. An answer without a cursor (absent, null or
 * empty) is the last page.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, body, byCursor } from 'pagewalk/paging';
 * import * as t from 'io-ts';
 *
 * const scan = endpoint({
 *   name: 'scan',
 *   method: 'POST',
 *   path: '/',
 *   headers: { 'x-amz-target': 'DynamoDB_20120810.Scan', 'content-type': 'application/x-amz-json-1.0' },
 *   fields: { TableName: t.string },
 *   items: at('Items'),
 *   paging: byCursor({ from: at('LastEvaluatedKey'), to: body('ExclusiveStartKey') }),
 *   pageSize: body('Limit'),
 * });
 * ```
 *
 * @see byLink
 * @see byLastItem
 * @since 0.1.0
 */
export const byCursor = <In extends Part, Name extends string = string>({
  from,
  to,
  more,
  first,
  end,
}: ByCursorOptions<Name, In>): Paging<In> => {
  const sources = partsOf<Source>(from, 'read');
  const slots = partsOf<Slot<In>>(to, 'write');
  const isOne = sources[0]?.[0] === '';
  const names = (parts: ReadonlyArray<readonly [string, unknown]>): string =>
    parts
      .map(([name]) => name)
      .sort()
      .join(', ');
  /** The cursor as an object of its parts; one without parts is a part without a name. */
  const open = (cursor: unknown): Readonly<Record<string, unknown>> =>
    isOne ? { '': cursor } : (Object(cursor) as Readonly<Record<string, unknown>>);
  return cursorPaging({
    label: `byCursor ${slots.map(([, { label }]) => label).join(', ')}`,
    slots: slots.map(([, slot]) => slot),
    problem:
      names(sources) === names(slots) && slots.length > 0
        ? undefined
        : 'byCursor: from and to must have the same parts, under the same names',
    first,
    isCursor: (cursor) => !isAbsent(cursor) && (isOne || slots.some(([name]) => Object.hasOwn(open(cursor), name))),
    write: (draft, cursor) => {
      const parts = open(cursor);
      for (const [name, slot] of slots) if (Object.hasOwn(parts, name)) slot.write(draft, parts[name]);
    },
    next: (answer, items) => {
      const goes = readMore(more, answer);
      if (isLeft(goes)) return goes;
      const found = sources.map(([name, source]) => [name, source.read(answer)] as const);
      for (const [, source] of sources) source.drop?.(answer);
      const came = found.filter(([, part]) => !isAbsent(part));
      if (goes.right === false || (end === 'emptyPage' && items.length === 0)) return lastPage;
      if (came.length === 0) return goes.right ? breaks('MissingCursor') : lastPage;
      return goesOn(isOne ? came[0]?.[1] : Object.fromEntries(came));
    },
  });
};

import type * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, type Observable } from 'rxjs';
import type { WalkOptions } from '../../client/walks/WalkOptions';
import { totalOf } from '../../list/WalkSource';
import type { Endpoint } from '../../model/endpoints/endpoint';
import { type Codecs, type PageInfo, parsedRecords, readObject } from '../../model/endpoints/Page';
import { firstToken } from '../../model/endpoints/walkStart';
import type { WalkError } from '../../model/errors/WalkError';
import { isOverlong } from '../../model/json/parseExact';
import { writeExact } from '../../model/json/writeExact';
import type { Scheme } from '../../model/paging/scheme';
import { type GivenNumbers, isExact, parsePage, withDigits } from '../../model/records/Numbers';
import { type Demand, untilReady } from '../../walk/Demand';

/** A first page: its records as they came, and whether another one follows. The token of that one stays on the server. */
interface FirstPage {
  readonly data: ReadonlyArray<unknown>;
  readonly isLast: boolean;
  readonly total?: number;
}

/** A first page in the HTML. One that holds bigints is a text. */
export type TransferredPage = FirstPage | string;

/** The params of a list's walk. */
export type ListWalkParams = WalkOptions & Codecs & { readonly valve: Demand };

/** Writes the first page of a walk, if it can travel. What `pick` throws is thrown. */
export const packPage = (
  page: PageInfo,
  maxLength: number,
  pick: (record: unknown) => unknown,
): TransferredPage | undefined => {
  // A page whose token breaks a rule ends its walk: the browser has to see that for itself.
  if (page.index !== 0 || !(page.isLast || O.isSome(page.nextPageToken))) return undefined;
  const data = (parsedRecords.of(page) ?? page).records.map(pick);
  const types = new Set<string>();
  const read = (_: string, value: unknown): unknown => {
    const isLarge = typeof value === 'symbol' && !isOverlong(value.description ?? '');
    const field = isLarge ? BigInt(value.description ?? '') : value;
    types.add(typeof field);
    return field;
  };
  const written = writeExact(data, read);
  // An integer that is too long to be read is left a symbol: the browser asks for such a page itself.
  if (types.has('symbol') || (written?.length ?? 0) > maxLength) return undefined;
  const total = totalOf(page);
  const first = { data, isLast: page.isLast, ...(total !== undefined && { total }) };
  return types.has('bigint') ? writeExact(first, read) : first;
};

/** The objects of a page that came with the HTML. When more are wanted, the walk follows: from the next page, if that has a number. */
export const afterTransfer = <A>(
  endpoint: Endpoint,
  packed: TransferredPage,
  numbers: GivenNumbers,
  params: ListWalkParams,
  { numbered }: Scheme,
  walk: (start: Pick<WalkOptions, 'pageToken'>) => Observable<E.Either<WalkError, A>>,
): Observable<E.Either<WalkError, A>> => {
  const { onPage, valve } = params;
  const read = readObject<A>(endpoint, params, numbers);
  const { value, hasLarge = false } =
    typeof packed === 'string' ? parsePage(packed, numbers) : { value: packed };
  const { data, ...rest } = value as FirstPage;
  const next = rest.isLast ? O.none : (numbered?.follow(firstToken(params), data.length) ?? O.none);
  const traveled = defer(() => {
    const records = hasLarge && !isExact(numbers) ? (withDigits(data) as typeof data) : data;
    const isTransferred = { ...(O.isNone(next) && { isTransferred: true }) };
    onPage?.({ ...rest, index: 0, records, nextPageToken: next, fields: {}, ...isTransferred });
    return data.map((record, index) => read(record, 0, index, { hasLarge }));
  });
  const others = defer(() => walk(O.isSome(next) ? { pageToken: next.value } : {}));
  return rest.isLast ? traveled : concat(traveled, untilReady(valve), others);
};

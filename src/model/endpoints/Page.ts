import { type Either, isRight, left } from 'fp-ts/Either';
import { type Option, isNone, none } from 'fp-ts/Option';
import type { Endpoint } from './endpoint';
import type { DeltaToken } from '../DeltaToken';
import type { Envelope } from '../paging/envelope';
import { type Reader, readRecord } from '../records/ObjectRecord';
import type { PageToken } from '../PageToken';
import type { PlacePosition } from '../place/PlaceShape';
import type { Place } from '../place/Place';
import type { Seen } from '../place/Seen';
import { type GivenNumbers, isExact, refuseLarge, withDigits } from '../records/Numbers';
import type { Codec } from '../records/StandardSchema';
import type { InvalidObject } from '../errors/WalkError';
import { carrying } from '../carrying';

/** What a walk over objects reports about a page before its objects: see `onPage` of `WalkOptions`. @since 0.2.0 */
export interface PageInfo {
  /** Its number in this walk, counted from 0. */
  readonly index: number;
  /** Its records as they came, before a codec reads them. Integers are as in `fields`. */
  readonly records: ReadonlyArray<unknown>;
  /** None on the last page, and where the token is unusable: empty, or null in revision 2.0. */
  readonly nextPageToken: Option<PageToken>;
  /** Whether the service said "last page". */
  readonly isLast: boolean;
  /** How many objects there are, as the page says at `total` of `byOffset` or `byPageNumber`. */
  readonly total?: number;
  /** The token that asks for what changes from now on, if the endpoint has `delta` and the page has one. */
  readonly delta?: DeltaToken;
  /** Every other field of the envelope. Without `exactNumbers` an integer beyond ±(2^53 − 1) is its digits in a string. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** One page of a walk: its objects in order, each decoded or refused on its own. @since 0.1.0 */
export interface Page<A> extends Omit<PageInfo, 'records' | 'isLast'> {
  readonly data: ReadonlyArray<Either<InvalidObject, A>>;
  /** Where to continue once this page is done. If its token breaks a rule, this page is requested again: it is not the last. */
  readonly place: Place;
}

/** Reads one record of a page, of which it knows what the envelope says; one bad object is one Left (law 6). */
export type ReadObject<A> = (
  record: unknown,
  page: number,
  index: number,
  of?: Pick<Envelope, 'hasLarge' | 'clean'>,
) => Either<InvalidObject, A>;

export interface Codecs {
  readonly codec?: unknown;
  readonly properties?: unknown;
}

/** How the objects of a walk are read: by the codec in its params, or that of its endpoint. */
export const readObject = <A>(
  endpoint: Partial<Endpoint>,
  { codec, properties }: Codecs = {},
  numbers?: GivenNumbers,
): ReadObject<A> => {
  // Not in the list of parameters: declarations would name what is internal.
  const { codec: own, readerOf = readRecord } = endpoint;
  const read = readerOf((codec ?? properties ?? own) as Codec<unknown>) as Reader<A>;
  return (given, page, index, of) => {
    const large = of?.hasLarge && refuseLarge(given);
    const checked = large && large.problems.length > 0 ? left(large.problems) : read(given);
    if (isRight(checked)) return checked;
    const problems = of?.clean?.(checked.left) ?? checked.left;
    const invalid = {
      _tag: 'InvalidObject',
      page,
      index,
      problems,
      record: large ? large.value : given,
    } as const;
    return left(large && isExact(numbers) ? numbers.showing(invalid) : invalid);
  };
};

export interface WalkedEnvelope {
  readonly envelope: Envelope;
  readonly reached: Pick<PlacePosition, 'pages' | 'objects'>;
  /** What the pages up to this one have said. */
  readonly seen?: Seen | undefined;
  readonly place: () => Place;
}

/** What a page says, whether its records have been read or not. */
const summaryOf = ({
  envelope: { next, beside, fields },
  reached,
}: WalkedEnvelope): Omit<PageInfo, 'records' | 'isLast'> => ({
  index: reached.pages - 1,
  nextPageToken: isRight(next) ? next.right : none,
  ...beside,
  fields,
});

/** The records of a page as they were parsed, where those that are shown are a copy of them. */
export const parsedRecords = carrying<Pick<PageInfo, 'records'>>('records');

/** What is known of a page whose records have not been read. Integers that nobody asked for are digits in it. */
export const pageInfo = (page: WalkedEnvelope, numbers?: GivenNumbers): PageInfo => {
  const { data, next, hasLarge } = page.envelope;
  const info: PageInfo = {
    ...summaryOf(page),
    records: data,
    isLast: isRight(next) && isNone(next.right),
  };
  if (!hasLarge || isExact(numbers)) return info;
  return parsedRecords.carry({ ...info, records: withDigits(data) as typeof data }, info);
};

export const pageOf = <A>(read: ReadObject<A>, page: WalkedEnvelope): Page<A> => {
  const summary = summaryOf(page);
  const data = page.envelope.data.map((record, index) =>
    read(record, summary.index, index, page.envelope),
  );
  return { ...summary, data, place: page.place() };
};

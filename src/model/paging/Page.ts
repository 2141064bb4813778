import { type Either, isRight, left } from 'fp-ts/Either';
import { type Option, none } from 'fp-ts/Option';
import type { Envelope } from './envelope';
import { type ObjectRecord, readRecord } from '../records/ObjectRecord';
import type { PageToken } from '../PageToken';
import type { Place } from '../place/Place';
import type { Codec } from '../records/StandardSchema';
import type { InvalidObject } from '../errors/WalkError';

/**
 * One page of a walk: its objects in order, each decoded or refused on its own.
 *
 * @since 0.1.0
 */
export interface Page<A> {
  /** Its number in this walk, counted from 0. */
  readonly index: number;
  readonly data: ReadonlyArray<Either<InvalidObject, ObjectRecord<A>>>;
  /** None on the last page, and where the token is unusable: empty, or null in revision 2.0. */
  readonly nextPageToken: Option<PageToken>;
  /** Every other field of the envelope, as it came: a `totalCount`, for example. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * Where to go on once this page is done. If its token breaks a rule, this page is asked for again from there, and the
   * place is never the last one.
   */
  readonly place: Place;
}

/** Reads one record of a page; one bad object is one Left (law 6). */
export type ReadObject<A> = (record: unknown, page: number, index: number) => Either<InvalidObject, ObjectRecord<A>>;

/** The function that it gives runs for every object; one that is passed through costs its Either and nothing else. */
export const readObject = <A>(codec: Codec<A>): ReadObject<A> => {
  const read = readRecord(codec);
  return (record, page, index) => {
    const checked = read(record);
    return isRight(checked) ? checked : left({ _tag: 'InvalidObject', page, index, problems: checked.left, record });
  };
};

/** A page as the walk brings it. */
export interface WalkedEnvelope extends Envelope {
  readonly place: () => Place;
}

/** The page of an envelope, with all its records read. */
export const pageOf = <A>(
  read: ReadObject<A>,
  { data, next, fields, place }: WalkedEnvelope,
  page: number,
): Page<A> => ({
  index: page,
  data: data.map((record, index) => read(record, page, index)),
  nextPageToken: isRight(next) ? next.right : none,
  fields,
  place: place(),
});

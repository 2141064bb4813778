import { type Either, isLeft, map as mapRight } from 'fp-ts/Either';
import { concatMap, from, map, of, type OperatorFunction } from 'rxjs';
import { type Page, pageOf, type ReadObject, type WalkedEnvelope } from '../model/paging/Page';
import type { ObjectRecord } from '../model/records/ObjectRecord';
import type { WalkError } from '../model/errors/WalkError';

/**
 * The objects of each page. Each is read when it is its turn: the objects of a page that nobody waits for any more are not
 * read at all.
 */
export const objectsOf = <A>(
  read: ReadObject<A>,
): OperatorFunction<Either<WalkError, WalkedEnvelope>, Either<WalkError, ObjectRecord<A>>> =>
  concatMap((result, page) =>
    isLeft(result) ? of(result) : from(result.right.data).pipe(map((record, index) => read(record, page, index))),
  );

/** The pages of a walk, with all their records read. */
export const pagesOf = <A>(
  read: ReadObject<A>,
): OperatorFunction<Either<WalkError, WalkedEnvelope>, Either<WalkError, Page<A>>> =>
  map((result, index) => mapRight((envelope: WalkedEnvelope) => pageOf(read, envelope, index))(result));

import { type Either, map as mapRight } from 'fp-ts/Either';
import { map, type OperatorFunction } from 'rxjs';
import { type Page, pageOf, type ReadObject, type WalkedEnvelope } from '../model/paging/Page';
import type { WalkError } from '../model/errors/WalkError';

/** The pages of a walk, with all their records read. */
export const pagesOf = <A>(
  read: ReadObject<A>,
): OperatorFunction<Either<WalkError, WalkedEnvelope>, Either<WalkError, Page<A>>> =>
  map((result, index) => mapRight((envelope: WalkedEnvelope) => pageOf(read, envelope, index))(result));

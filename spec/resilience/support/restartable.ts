import type { Either } from 'fp-ts/Either';
import type { MonoTypeOperatorFunction } from 'rxjs';
import { type ObjectRecord, retryExpired, type WalkError } from '../../../src/index';

/** `retryExpired`, with the id of a thing as its key. */
export const restartable = (
  restarts?: number,
): MonoTypeOperatorFunction<Either<WalkError, ObjectRecord>> =>
  retryExpired({ key: ({ properties }) => properties.id as number, restarts });

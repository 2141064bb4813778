import { type Either, isLeft } from 'fp-ts/Either';
import { map, type Observable } from 'rxjs';
import type { WalkError } from '../model/WalkError';
import { WalkFailure } from './WalkFailure';

/**
 * Unwraps the values and turns the first error into an exception in the RxJS error channel.
 *
 * ```text
 * --a--b--x--c--|     a, b, c: Right   x: Left
 *    orThrow()
 * --a--b--#
 * ```
 *
 * Every Left counts, an `InvalidObject` too. The exception is a `WalkFailure`; its `cause` is the `WalkError`.
 *
 * @example
 * ```ts
 * import { orThrow, walkError } from 'pagewalk';
 * import { left, right } from 'fp-ts/Either';
 * import { of } from 'rxjs';
 *
 * const progress = { pages: 1, objects: 1, attempts: 1 };
 * of(right(1), left(walkError('TimedOut', { after: 5000, progress })))
 *   .pipe(orThrow())
 *   .subscribe({ next: console.log, error: (failure) => console.log(failure.cause._tag) });
 * // Logs:
 * // 1
 * // TimedOut
 * ```
 *
 * @see rights
 * @since 0.1.0
 */
export const orThrow =
  () =>
  <A>(source: Observable<Either<WalkError, A>>): Observable<A> =>
    source.pipe(
      map((result) => {
        if (isLeft(result)) throw new WalkFailure(result.left);
        return result.right;
      }),
    );

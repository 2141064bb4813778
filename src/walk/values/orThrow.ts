import { type Either, isLeft } from 'fp-ts/Either';
import { map, type Observable } from 'rxjs';
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
 * Every Left counts, an `InvalidObject` too: put `skipInvalid()` before it if one invalid object must not end the stream. The
 * exception is a `WalkFailure` whose `cause` is the Left. A Left that is an `Error` already is thrown as it is.
 *
 * @example
 * ```ts
 * import { orThrow } from 'pagewalk';
 * import { either as E } from 'fp-ts';
 * import { of } from 'rxjs';
 *
 * of(E.right(1), E.left('bad')).pipe(orThrow()).subscribe({ error: (failure) => console.log(failure.cause) });
 * // Logs:
 * // bad
 * ```
 *
 * @since 0.1.0
 */
export const orThrow: (
  nothing?: 'Write orThrow(), with parentheses.',
) => <A>(source: Observable<Either<unknown, A>>) => Observable<A> = () => (source) =>
  source.pipe(
    map((result) => {
      if (isLeft(result))
        throw result.left instanceof Error ? result.left : new WalkFailure(result.left);
      return result.right;
    }),
  );

import { type Either, isRight } from 'fp-ts/Either';
import { filter, map, type Observable } from 'rxjs';

/**
 * Keeps the values and drops the errors.
 *
 * ```text
 * --a--x--b--(y|)     a, b: Right   x, y: Left
 *     rights()
 * --a-----b--|
 * ```
 *
 * It silently drops the Left that ends a walk, too: use it if an incomplete result will do.
 *
 * @example
 * ```ts
 * import { rights } from 'pagewalk';
 * import { either as E } from 'fp-ts';
 * import { of } from 'rxjs';
 *
 * of(E.right(1), E.left('bad'), E.right(2)).pipe(rights()).subscribe(console.log);
 * // Logs:
 * // 1
 * // 2
 * ```
 *
 * @see skipInvalid
 * @since 0.1.0
 */
export const rights: (
  nothing?: 'Write rights(), with parentheses.',
) => <A>(source: Observable<Either<unknown, A>>) => Observable<A> = () => (source) =>
  source.pipe(
    filter(isRight),
    map(({ right }) => right),
  );

import { type Either, isLeft } from 'fp-ts/Either';
import { filter, map, type Observable } from 'rxjs';

/**
 * Keeps the errors and drops the values.
 *
 * ```text
 * --a--x--b--(y|)     a, b: Right   x, y: Left
 *     lefts()
 * -----x-----(y|)
 * ```
 *
 * @example
 * ```ts
 * import { lefts } from 'pagewalk';
 * import { either as E } from 'fp-ts';
 * import { of } from 'rxjs';
 *
 * of(E.right(1), E.left('bad'), E.right(2)).pipe(lefts()).subscribe(console.log);
 * // Logs:
 * // bad
 * ```
 *
 * @since 0.1.0
 */
export const lefts: (
  nothing?: 'Write lefts(), with parentheses.',
) => <E>(source: Observable<Either<E, unknown>>) => Observable<E> = () => (source) =>
  source.pipe(
    filter(isLeft),
    map(({ left }) => left),
  );

import { type Either, isRight } from 'fp-ts/Either';
import { filter, type Observable } from 'rxjs';
import type { Busy, Superseded } from '../../model/errors/Superseded';
import type { InvalidObject, WalkError } from '../../model/errors/WalkError';

/**
 * Drops invalid objects, and nothing else: a walk that broke off still says so.
 *
 * ```text
 * --a--i--b--(x|)     a, b: Right   i: Left(InvalidObject)   x: any other Left
 *  skipInvalid()
 * --a-----b--(x|)
 * ```
 *
 * Followed by `orThrow()`, this is what most programs want: one invalid record does not end them, an incomplete walk does.
 * What is dropped is passed to `onInvalid`. If that throws, the error goes to the error channel.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, explain, orThrow, skipInvalid } from 'pagewalk';
 * import * as t from 'io-ts';
 * import { count } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const properties = t.type({ id: t.number, name: t.string });
 *
 * client
 *   .list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties })
 *   .pipe(skipInvalid((invalid) => console.warn(explain(invalid))), orThrow(), count())
 *   .subscribe(console.log);
 * ```
 *
 * @since 0.1.0
 */
export const skipInvalid =
  (onInvalid?: (error: InvalidObject) => void) =>
  <E extends WalkError | Superseded | Busy, A>(
    source: Observable<Either<E, A>>,
  ): Observable<Either<Exclude<E, InvalidObject>, A>> =>
    source.pipe(
      filter((result): result is Either<Exclude<E, InvalidObject>, A> => {
        if (isRight(result) || result.left._tag !== 'InvalidObject') return true;
        onInvalid?.(result.left);
        return false;
      }),
    );

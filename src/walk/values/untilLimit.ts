import { type Either, isRight } from 'fp-ts/Either';
import { filter, type Observable } from 'rxjs';
import type { Busy, Superseded } from '../../model/errors/Superseded';
import type { RetrievalLimitExceeded, WalkError } from '../../model/errors/WalkError';

/**
 * Treats the service's limit on objects (such as 10,000) as the end: drops `RetrievalLimitExceeded`, and nothing else.
 *
 * ```text
 * --a--b--(x|)     a, b: Right   x: Left(RetrievalLimitExceeded)
 *  untilLimit()
 * --a--b--|
 * ```
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, untilLimit } from 'pagewalk';
 * import { count } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const events = client.list({ ontologyRid: 'ri.ontology.main', objectType: 'event' });
 *
 * events.pipe(untilLimit(), count()).subscribe(console.log);
 * // Logs:
 * // 10000
 * ```
 *
 * @see pastLimit
 * @since 0.1.0
 */
export const untilLimit =
  () =>
  <E extends WalkError | Superseded | Busy, A>(
    source: Observable<Either<E, A>>,
  ): Observable<Either<Exclude<E, RetrievalLimitExceeded>, A>> =>
    source.pipe(
      filter(
        (result): result is Either<Exclude<E, RetrievalLimitExceeded>, A> =>
          isRight(result) || result.left._tag !== 'RetrievalLimitExceeded',
      ),
    );

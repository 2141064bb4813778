import { type Either, isRight, type Right, right } from 'fp-ts/Either';
import {
  concat,
  defer,
  filter,
  map,
  merge,
  type Observable,
  type OperatorFunction,
  Subject,
  tap,
} from 'rxjs';

/** Whether a Left is one that ends a walk: those say how far it got, or who has taken it over. */
const endsWalk = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  ('progress' in error ||
    ('_tag' in error && (error._tag === 'Superseded' || error._tag === 'Busy')));

/**
 * Puts an operator on the values and lets the errors pass.
 *
 * ```text
 * --a--i--b--(x|)                 a, b: Right   i: Left(InvalidObject)   x: a Left that ends the walk
 *  onRights(concatMap(save))      a save takes three frames
 * -----iA-----B(x|)
 * ```
 *
 * An invalid object passes at once, and so does every Left that `E.mapLeft` has turned into something else. A Left that ends
 * a walk comes last: when you see it, the work before it is done. If several walks are merged, put it on each of them; on the
 * merged stream the end of one waits for them all. When the operator completes early, as `take` does, the walk is
 * unsubscribed.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, onRights, orThrow, withValve } from 'pagewalk';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * withValve({ highWaterMark: 1000 }, (valve) =>
 *   client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', valve }).pipe(
 *     onRights(valve.mergeMap(async (employee) => employee.properties.id, 8)),
 *     orThrow(), // fails when the work on all that came before is done
 *   ),
 * ).subscribe();
 * ```
 *
 * @since 0.1.0
 */
export const onRights =
  <A, B>(operator: OperatorFunction<A, B>) =>
  <E>(source: Observable<Either<E, A>>): Observable<Either<E, B>> =>
    defer(() => {
      const passing = new Subject<Either<E, B>>();
      const ends: Array<Either<E, B>> = [];

      const isValue = (result: Either<E, A>): result is Right<A> => {
        if (isRight(result)) return true;
        if (endsWalk(result.left)) ends.push(result);
        else passing.next(result);
        return false;
      };

      const values = source.pipe(
        filter(isValue),
        map(({ right }) => right),
        operator,
        map((value) => right(value)),
        tap({ complete: () => passing.complete() }),
      );
      return concat(
        merge(passing, values),
        defer(() => ends),
      );
    });

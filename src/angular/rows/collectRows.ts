import * as E from 'fp-ts/Either';
import { defer, type Observable, type Subscriber } from 'rxjs';
import type { WalkError } from '../../model/errors/WalkError';
import type { Row } from '../WalkState';

/**
 * Walks into an array of rows, as long as the subscriber is there. What ends the walk before its last page goes to the
 * subscriber; `complete` is called after the last page.
 */
export const collectRows = <T, R>(
  walk: () => Observable<E.Either<WalkError, T>>,
  rows: Array<Row<T>>,
  subscriber: Subscriber<E.Either<WalkError, R>>,
  complete: () => void,
): void => {
  const take = (result: E.Either<WalkError, T>): void => {
    if (E.isRight(result)) rows.push(result);
    else if (result.left._tag === 'InvalidObject') rows.push(E.left(result.left));
    else {
      subscriber.next(E.left(result.left));
      subscriber.complete();
    }
  };
  subscriber.add(
    defer(walk).subscribe({
      next: take,
      error: (thrown: unknown) => {
        subscriber.error(thrown);
      },
      complete,
    }),
  );
};

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, filter, NEVER, type Observable, of, Subject, take, takeUntil } from 'rxjs';
import type { InvalidObject, WalkError } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import { type ListedPage, totalOf } from '../PagewalkFeature';
import type { WalkPace, WalkSource } from '../WalkList';

/** What a walk has brought, and what its last page says of the next one. */
export interface Collected<T> {
  readonly objects: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
  readonly pages: number;
  /** How many records its last page had. */
  readonly records: number;
  readonly isLast: boolean;
  /** The token of the page behind it. */
  readonly start: PageToken | undefined;
  readonly total: number | undefined;
}

/** Walks until there are this many rows, or no more, and at least one page. Unsubscribing aborts. */
export const collectWalk = <T>(
  source: WalkSource<T>,
  pace: Omit<WalkPace, 'valve' | 'onPage'>,
  size: number,
): Observable<E.Either<WalkError, Collected<T>>> =>
  defer(() => {
    const objects: Array<T> = [];
    const invalid: Array<InvalidObject> = [];
    const enough = new Subject<void>();
    let [pages, isLast] = [0, true];
    let last: Pick<Collected<T>, 'records' | 'start' | 'total'> = { records: 0, start: undefined, total: undefined };
    const ready = defer(() => {
      if (pages === 0 || objects.length + invalid.length < size) return of(undefined);
      isLast = false;
      enough.next();
      return NEVER;
    });
    const onPage = (page: ListedPage): void => {
      pages += 1;
      last = { start: O.toUndefined(page.nextPageToken), total: totalOf(page), records: page.records.length };
    };
    /** Whether a result is what has ended the walk. */
    const isFailure = (result: E.Either<WalkError, T>): result is E.Left<WalkError> => {
      if (E.isRight(result)) objects.push(result.right);
      else if (result.left._tag === 'InvalidObject') invalid.push(result.left);
      else return true;
      return false;
    };
    // One that reads ahead would ask for a page too many.
    const walk = source({ ...pace, valve: { ready }, onPage, readAhead: 0 });
    const collected = defer(() => of(E.right({ ...last, objects, invalid, pages, isLast })));
    return concat(walk.pipe(takeUntil(enough), filter(isFailure)), collected).pipe(take(1));
  });

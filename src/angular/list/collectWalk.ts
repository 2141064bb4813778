import * as E from 'fp-ts/Either';
import { concat, defer, filter, NEVER, type Observable, of, Subject, take, takeUntil } from 'rxjs';
import type { InvalidObject, WalkError } from '../../model/errors/WalkError';
import type { PageInfo } from '../../model/endpoints/Page';
import type { WalkPace, WalkSource } from '../WalkList';
import { type NextPage, nextPageAfter } from './ListState';

/** What a walk has brought, and what its last page says of the next one. */
export interface Collected<T> extends NextPage {
  readonly objects: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
  readonly pages: number;
  /** How many records its last page had. */
  readonly records: number;
}

/** Walks until there is enough, or no more, and no further. Unsubscribing aborts. */
export const collectWalk = <T>(
  source: WalkSource<T>,
  pace: Omit<WalkPace, 'valve' | 'onPage'>,
  isEnough: (rows: number) => boolean,
): Observable<E.Either<WalkError, Collected<T>>> =>
  defer(() => {
    const objects: Array<T> = [];
    const invalid: Array<InvalidObject> = [];
    const more = new Subject<void>();
    const ended = new Subject<void>();
    let [asks, pages, isLast] = [0, 0, true];
    let last: Pick<Collected<T>, 'records' | 'start' | 'total'> = { records: 0, start: {}, total: undefined };

    const end = (): void => {
      isLast = false;
      ended.next();
    };
    const isDone = (): boolean => pages > 0 && isEnough(objects.length + invalid.length);
    const ready = defer(() => {
      asks += 1;
      // A walk that reads ahead asks before the rows of the page before are here.
      if (asks > pages + 1) return more.pipe(take(1));
      if (!isDone()) return of(undefined);
      end();
      return NEVER;
    });
    const onPage = (page: PageInfo): void => {
      if (isDone()) {
        end();
        return;
      }
      pages += 1;
      last = { ...nextPageAfter(page), records: page.records.length };
      if (asks > pages)
        queueMicrotask(() => {
          if (isDone()) end();
          else more.next();
        });
    };
    /** Whether a result is what has ended the walk. */
    const isFailure = (result: E.Either<WalkError, T>): result is E.Left<WalkError> => {
      if (E.isRight(result)) objects.push(result.right);
      else if (result.left._tag === 'InvalidObject') invalid.push(result.left);
      else return true;
      return false;
    };
    const failure = source({ ...pace, valve: { ready }, onPage }).pipe(takeUntil(ended), filter(isFailure));
    const collected = defer(() => of(E.right({ ...last, objects, invalid, pages, isLast })));
    return concat(failure, collected).pipe(take(1));
  });

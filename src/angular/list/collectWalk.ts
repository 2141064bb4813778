import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, NEVER, Observable, of, Subject, take } from 'rxjs';
import type { InvalidObject, WalkError } from '../../model/errors/WalkError';
import type { PageInfo } from '../../model/endpoints/Page';
import type { WalkPace, WalkSource } from '../WalkList';
import type { NextPage } from './ListState';

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
  isEnough: (pages: number, rows: number) => boolean,
): Observable<E.Either<WalkError, Collected<T>>> =>
  new Observable((subscriber) => {
    const objects: Array<T> = [];
    const invalid: Array<InvalidObject> = [];
    const more = new Subject<void>();
    let [asks, pages, length] = [0, 0, 0];
    let [start, total]: [NextPage['start'], unknown] = [{}, undefined];

    const end = (isLast: boolean): void => {
      subscriber.next(
        E.right({ objects: [...objects], invalid: [...invalid], pages, records: length, start, isLast, total }),
      );
      subscriber.complete();
    };
    const isDone = (): boolean => pages > 0 && isEnough(pages, objects.length + invalid.length);
    const decide = (): void => {
      if (isDone()) end(false);
      else more.next();
    };
    const ready = defer(() => {
      asks += 1;
      // A walk that reads ahead asks before the rows of the page before are here.
      if (asks > pages + 1) return more.pipe(take(1));
      if (!isDone()) return of(undefined);
      end(false);
      return NEVER;
    });
    const onPage = ({ records, nextPageToken, fields }: PageInfo): void => {
      if (isDone()) {
        end(false);
        return;
      }
      pages += 1;
      length = records.length;
      total = fields.totalCount ?? fields.total;
      start = O.isSome(nextPageToken) ? { pageToken: nextPageToken.value } : {};
      if (asks > pages) queueMicrotask(decide);
    };
    const collect = (result: E.Either<WalkError, T>): void => {
      if (E.isRight(result)) objects.push(result.right);
      else if (result.left._tag === 'InvalidObject') invalid.push(result.left);
      else {
        subscriber.next(E.left(result.left));
        subscriber.complete();
      }
    };
    subscriber.add(
      defer(() => source({ ...pace, valve: { ready }, onPage })).subscribe({
        next: collect,
        error: (thrown: unknown) => {
          subscriber.error(thrown);
        },
        complete: () => {
          end(true);
        },
      }),
    );
  });

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, NEVER, Observable, of } from 'rxjs';
import type { WalkError } from '../../model/errors/WalkError';
import type { PageInfo } from '../../model/endpoints/Page';
import type { Row, WalkPace, WalkSource } from '../WalkState';
import { collectRows } from '../rows/collectRows';

/** One page that was asked for again. */
export interface PageAgain<T> {
  readonly rows: ReadonlyArray<Row<T>>;
  /** Where the page behind it begins. */
  readonly start: Pick<WalkPace, 'pageToken'>;
  readonly isLast: boolean;
  readonly total: unknown;
}

/** Walks one page and no further. Unsubscribing aborts. */
export const pageAgain = <T>(
  source: WalkSource<T>,
  pace: Omit<WalkPace, 'valve' | 'onPage'>,
): Observable<E.Either<WalkError, PageAgain<T>>> =>
  new Observable((subscriber) => {
    const rows: Array<Row<T>> = [];
    let page: PageInfo | undefined;
    let asks = 0;
    const end = (isLast: boolean): void => {
      const next = page?.nextPageToken ?? O.none;
      const start = O.isSome(next) ? { pageToken: next.value } : {};
      subscriber.next(E.right({ rows: [...rows], start, isLast, total: page?.fields.totalCount }));
      subscriber.complete();
    };
    const ready = defer(() => {
      asks += 1;
      if (asks === 1) return of(undefined);
      if (page !== undefined) end(false);
      return NEVER;
    });
    const onPage = (came: PageInfo): void => {
      if (page !== undefined) end(false);
      page = came;
      // A walk that reads ahead has asked for the next page before. Its rows come now.
      if (asks > 1)
        queueMicrotask(() => {
          end(false);
        });
    };
    collectRows(
      () => source({ ...pace, valve: { ready }, onPage }),
      rows,
      subscriber,
      () => {
        end(true);
      },
    );
  });

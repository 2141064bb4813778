import { signal, type Signal, untracked } from '@angular/core';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { asyncScheduler, defer, NEVER, Observable, of, Subscription } from 'rxjs';
import type { WalkEnd, WalkError } from '../../model/errors/WalkError';
import type { PageInfo } from '../../model/endpoints/Page';
import type { Row, WalkPace, WalkSource } from '../WalkState';
import { collectRows } from './collectRows';

/** What a list has become: its first rows, as they are now. */
export interface Refreshed<T> {
  readonly rows: ReadonlyArray<Row<T>>;
  /** How many rows there were when they were asked for again. */
  readonly size: number;
  /** Where the walk continues. */
  readonly start: Pick<WalkPace, 'pageToken'>;
  readonly isLast: boolean;
  readonly pages: number;
  readonly total: unknown;
}

/** Walks from the first page until there are at least this many rows, or no more. */
const firstRows = <T>(source: WalkSource<T>, size: number): Observable<E.Either<WalkError, Refreshed<T>>> =>
  new Observable((subscriber) => {
    const rows: Array<Row<T>> = [];
    let start: Refreshed<T>['start'] = {};
    let [pages, total]: [number, unknown] = [0, undefined];
    const end = (isLast: boolean): void => {
      subscriber.next(E.right({ rows, size, start, isLast, pages, total }));
      subscriber.complete();
    };
    const ready = defer(() => {
      if (pages === 0 || rows.length < size) return of(undefined);
      end(false);
      return NEVER;
    });
    const onPage = ({ nextPageToken, fields }: PageInfo): void => {
      pages += 1;
      total = fields.totalCount;
      start = O.isSome(nextPageToken) ? { pageToken: nextPageToken.value } : {};
    };
    collectRows(
      () => source({ valve: { ready }, onPage }),
      rows,
      subscriber,
      () => {
        end(true);
      },
    );
  });

/** What a list knows of its refreshing. */
export interface RefreshSignals {
  readonly isRefreshing: Signal<boolean>;
  readonly refreshError: Signal<WalkEnd | undefined>;
}

export interface Refreshing {
  readonly signals: RefreshSignals;
  /** Begins, if nothing is under way. */
  readonly begin: () => boolean;
  /** Begins again, if something is under way: what it would bring is out of date. */
  readonly beginAgain: () => void;
  readonly leave: () => void;
  /** The same, because the rows are gone: that the last one failed says nothing about others. */
  readonly clear: () => void;
  /** The rows were asked for just now. */
  readonly note: () => void;
  /** When they were, in milliseconds since 1970. */
  readonly at: () => number;
}

/** Asks for the rows of a list again, while it shows those that it has. */
export const refreshing = <T>(
  source: WalkSource<T>,
  size: () => number,
  since: number | undefined,
  hear: { readonly refreshed: (now: Refreshed<T>) => void; readonly threw: (thrown: unknown) => void },
): Refreshing => {
  const isRefreshing = signal(false);
  const refreshError = signal<WalkEnd | undefined>(undefined);
  let walk: Subscription | undefined;
  let at = since ?? asyncScheduler.now();
  const note = (): void => {
    at = asyncScheduler.now();
  };
  const leave = (): void => {
    walk?.unsubscribe();
    walk = undefined;
    untracked(() => {
      isRefreshing.set(false);
    });
  };
  const take = (result: E.Either<WalkError, Refreshed<T>>): void => {
    leave();
    refreshError.set(E.isLeft(result) ? (result.left as WalkEnd) : undefined);
    if (E.isLeft(result)) return;
    note();
    hear.refreshed(result.right);
  };
  const begin = (): boolean => {
    if (walk !== undefined) return false;
    const current = new Subscription();
    walk = current;
    untracked(() => {
      isRefreshing.set(true);
      current.add(
        firstRows(source, size()).subscribe({
          next: (result) => {
            if (walk === current) take(result);
          },
          error: (thrown: unknown) => {
            leave();
            hear.threw(thrown);
          },
        }),
      );
    });
    return true;
  };
  return {
    signals: { isRefreshing: isRefreshing.asReadonly(), refreshError: refreshError.asReadonly() },
    begin,
    beginAgain: () => {
      if (walk === undefined) return;
      leave();
      begin();
    },
    leave,
    clear: () => {
      leave();
      untracked(() => {
        refreshError.set(undefined);
      });
    },
    note,
    at: () => at,
  };
};

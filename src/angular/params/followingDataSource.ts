import type { DataSource } from '@angular/cdk/collections';
import { effect, type Injector, untracked } from '@angular/core';
import { BehaviorSubject, distinctUntilChanged, type Observable, of, switchMap } from 'rxjs';
import { isHydrating } from '../list/beforeRender';
import type { GrowingRows } from '../rows/growingRows';
import { type ScrollOptions, scrolledRows } from '../list/scrolledRows';
import { isOnServer } from '../server/isOnServer';
import type { Row } from '../WalkState';
import { followingList, type FollowOptions, type FollowState } from './followingList';

/**
 * Options of `objectDataSource` for a list that follows signals.
 *
 * @since 0.1.0
 */
export interface FollowingDataSourceOptions<P, T> extends FollowOptions<P, T>, ScrollOptions {}

/**
 * A list for `*cdkVirtualFor` that follows its params and grows as one scrolls. `objectDataSource` makes one.
 *
 * @since 0.1.0
 */
export interface FollowingDataSource<T> extends DataSource<Row<T>>, FollowState<T> {
  /** The same list without the objects that could not be read: `*cdkVirtualFor="let employee of employees.valid"`. */
  readonly valid: DataSource<T>;
}

export const followingDataSource = <P, T>(
  options: FollowingDataSourceOptions<P, T>,
  injector: Injector,
): FollowingDataSource<T> => {
  if ((options as { readonly window?: unknown }).window !== undefined) {
    throw new TypeError('window is for a list with one source: a list that follows params keeps all its rows');
  }
  const showing = new BehaviorSubject<GrowingRows<T> | undefined>(undefined);
  const following = <R>(pick: (rows: GrowingRows<T>) => Observable<ReadonlyArray<R>>): Observable<ReadonlyArray<R>> =>
    showing.pipe(
      distinctUntilChanged(),
      switchMap((rows) => (rows === undefined ? of([]) : pick(rows))),
    );
  const looked = scrolledRows<T>(
    options,
    isOnServer(injector),
    { rows: following((rows) => rows.changes), valid: following((rows) => rows.validChanges) },
    () => {
      const walk = untracked(current)?.walk;
      if (looked.isSeen()) walk?.demand();
      else walk?.release();
    },
  );
  const { state, current, shown } = followingList(
    options,
    {
      viewer: () => looked.viewer,
      begins: ({ walk }) => {
        looked.toStart();
        if (looked.isSeen()) walk.demandNow();
        else if (isHydrating(injector)) walk.hydrate();
      },
      // The first walk waits for a viewport.
      isEager: (hadList) => hadList || looked.isSeen(),
    },
    injector,
  );
  // After the params, and before Angular renders: the viewport shows the rows that belong to the status.
  effect(
    () => {
      const rows = shown()?.walk.rows;
      untracked(() => {
        showing.next(rows);
      });
    },
    { injector },
  );

  return {
    ...state,
    get scroll() {
      return state.scroll;
    },
    ...looked.rows.source,
    valid: looked.valid.source,
    restart: () => {
      looked.toStart();
      state.restart();
    },
  };
};

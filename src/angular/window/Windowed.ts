import type { DataSource } from '@angular/cdk/collections';
import { InjectionToken, type Injector } from '@angular/core';
import type { ScrollOptions } from '../list/scrolledRows';
import type { Row, WalkSource, WalkState, WalkStateOptions } from '../WalkState';

/**
 * Options of `objectDataSource` for a list of which only some pages are in memory.
 *
 * @since 0.1.0
 */
export interface WindowedDataSourceOptions<T>
  extends Omit<WalkStateOptions<T>, 'cacheKey' | 'staleMs' | 'every' | 'key' | 'restarts'>, ScrollOptions {
  /**
   * How many pages of rows are in memory at most, those nearest to the viewport. A page that was dropped is asked for again
   * when one scrolls back to it. All pages that the viewport shows are in memory, even if they are more. It needs `withWindow`.
   */
  readonly window: { readonly pages: number };
  /** What `track` and `trackRow` tell one object from another by. It is not remembered. */
  readonly key?: WalkStateOptions<T>['key'];
  /** How many restarts in a row may bring nothing that was missing, if page tokens expire. Default 3. */
  readonly restarts?: number | undefined;
}

/**
 * A list for `*cdkVirtualFor` of which only some pages are in memory: a row that is not there is undefined.
 * `objectDataSource` makes one.
 *
 * `value()`, `objects()` and `invalid()` are what is in memory. `progress().objects` is the number of rows of the list.
 *
 * @since 0.1.0
 */
export interface WindowedDataSource<T>
  extends
    DataSource<Row<T> | undefined>,
    Omit<WalkState<T>, 'isRefreshing' | 'refreshError' | 'refresh' | 'patch' | 'insert' | 'remove' | 'trackRow'> {
  /** For the `trackBy` of `*cdkVirtualFor`: the key, or the index where there is none. A row that is not there has no key. */
  trackRow(this: void, index: number, row: Row<T> | undefined): unknown;
  /**
   * Asks for the rows again, from the first page to the viewport, and puts each page in its place. False where there is nothing
   * to do: while the list loads, and before it has rows.
   */
  refresh(): boolean;
}

/** The same without what a viewport connects to. */
export type WindowedState<T> = Omit<WindowedDataSource<T>, keyof DataSource<unknown>>;

/** Makes a list with a window. */
export type MakeWindowed = <T>(
  source: WalkSource<T>,
  options: WindowedDataSourceOptions<T>,
  injector: Injector,
) => WindowedDataSource<T>;

/** It stands apart from what makes one: an application without a window does not load that. */
export const WINDOW = new InjectionToken<MakeWindowed>('lists with a window');

/** What a list with a window needs. */
export const windowMaker = (injector: Injector): MakeWindowed => {
  const make = injector.get(WINDOW, null, { optional: true });
  if (make !== null) return make;
  throw new Error(
    'window needs what drops pages and asks for them again: add withWindow() to provideObjectQuery, as provideObjectQuery({ … }, withWindow())',
  );
};

import type { DataSource } from '@angular/cdk/collections';
import { DestroyRef, type Injector } from '@angular/core';
import { defer } from 'rxjs';
import { beforeRender } from '../list/beforeRender';
import { resumeOnline } from '../list/resumeOnline';
import { checkedMark, type ScrollOptions } from '../list/scrolledRows';
import { type Viewports, viewports } from '../list/viewports';
import { serverStatus } from '../server/serverStatus';
import type { Row, WalkSource, WalkStateOptions } from '../WalkState';
import { type WindowedState, type WindowedWalk, windowedWalk } from './windowedWalk';

/**
 * Options of `objectDataSource` for a list of which only some pages are in memory.
 *
 * @since 0.1.0
 */
export interface WindowedDataSourceOptions<T>
  extends Omit<WalkStateOptions<T>, 'cacheKey' | 'staleMs' | 'every' | 'key' | 'restarts'>, ScrollOptions {
  /**
   * How many pages of rows are in memory at most, those nearest to the viewport. A page that was dropped is asked for again
   * when one scrolls back to it. All pages that the viewport shows are in memory, even if they are more.
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
export interface WindowedDataSource<T> extends DataSource<Row<T> | undefined>, WindowedState<T> {}

/** What a list that drops its rows cannot do: it would have to keep them, or ask for all of them. */
const notWithWindow = ['cacheKey', 'staleMs', 'every'] as const;

const pagesOf = <T>(options: WindowedDataSourceOptions<T>): number => {
  const given = options.window as { readonly pages?: unknown } | null;
  const pages = given?.pages;
  if (!(typeof pages === 'number' && Number.isSafeInteger(pages) && pages > 0)) {
    throw new TypeError('window must be { pages: n }, with n an integer of 1 or more');
  }
  const refused = notWithWindow.find((name) => (options as WalkStateOptions<T>)[name] !== undefined);
  if (refused !== undefined) throw new TypeError(`a list with a window cannot have ${refused}: leave out one of them`);
  return pages;
};

/** The rows of one walk, of which only those near the viewport are in memory. */
export const windowedDataSource = <T>(
  source: WalkSource<T>,
  options: WindowedDataSourceOptions<T>,
  injector: Injector,
): WindowedDataSource<T> => {
  const max = pagesOf(options);
  const highWaterMark = checkedMark(options.highWaterMark);
  const looked: Viewports<Row<T> | undefined> = viewports(
    defer(() => walk.changes),
    () => {
      walk.look();
    },
  );
  const walk: WindowedWalk<T> = windowedWalk(source, looked.ranges, { ...options, max, highWaterMark }, injector);
  injector.get(DestroyRef).onDestroy(walk.destroy);
  serverStatus(options.serverStatus, injector, walk.state);
  resumeOnline(options, injector, () => walk.state);
  beforeRender(injector, walk.hydrate);
  return {
    ...walk.state,
    ...looked.source,
    restart: () => {
      looked.toStart();
      walk.state.restart();
    },
  };
};

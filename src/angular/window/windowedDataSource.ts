import { DestroyRef, type Injector } from '@angular/core';
import { defer } from 'rxjs';
import { beforeRender } from '../list/beforeRender';
import { resumeOnline } from '../list/resumeOnline';
import { checkedMark } from '../list/scrolledRows';
import { type Viewports, viewports } from '../list/viewports';
import { serverStatus } from '../server/serverStatus';
import type { Row, WalkSource, WalkStateOptions } from '../WalkState';
import type { WindowedDataSource, WindowedDataSourceOptions } from './Windowed';
import { type WindowedWalk, windowedWalk } from './windowedWalk';

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

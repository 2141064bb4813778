import type { DataSource } from '@angular/cdk/collections';
import { assertInInjectionContext, inject, Injector } from '@angular/core';
import { defer } from 'rxjs';
import { followed, isHydrating } from './list/followed';
import type { Viewer } from './list/List';
import { markOf, type ScrollOptions, type Viewports, viewports } from './list/viewports';
import { isOnServer } from './platform';
import { growingRows, type KeptRows } from './rows/growingRows';
import type { WalkList, WalkListOptions } from './WalkList';

/**
 * A list for `*cdkVirtualFor` that grows as people scroll. `walkDataSource` makes one.
 *
 * @since 0.2.0
 */
export interface WalkDataSource<T> extends DataSource<T>, WalkList<T> {}

/**
 * A CDK `DataSource` for virtual scrolling: pages are fetched as people scroll.
 *
 * ```text
 * rows      |###########################|          here already
 * viewport         |=====|
 * ahead                  |--------------|          no more than the mark: the next page is asked for
 * ```
 *
 * Its options are those of `walkResource`, and with `params` it follows signals. No more than the mark and one page lies beyond the
 * end of what the viewport renders. Rows that have come stay in memory, and the viewport keeps few of them in the document. When
 * the viewport disconnects, or the injection context is destroyed, the request in flight is aborted. Give the list and the viewport
 * to `keepScroll`, and new rows begin at the top.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { walkDataSource } from 'pagewalk/angular';
 *
 * // A component, without its decorator. Its template has *cdkVirtualFor="let employee of employees".
 * class Employees {
 *   readonly employees = walkDataSource({
 *     stream: ({ client }) => client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', pageSize: 50 }),
 *     key: (employee) => String(employee.properties.id),
 *     highWaterMark: 40,
 *   });
 * }
 * ```
 *
 * @see walkResource
 * @see walkWindow
 * @since 0.2.0
 */
export const walkDataSource = <P, T>(options: WalkListOptions<P, T> & ScrollOptions): WalkDataSource<T> => {
  if (options.injector === undefined) assertInInjectionContext(walkDataSource);
  const { injector = inject(Injector), key, ssr } = options;
  const mark = markOf(options);
  const isRendered = isOnServer(injector);
  const isSeen = (): boolean => looked.ranges().length > 0;
  const viewer: Viewer = {
    isRendering: true,
    isWanted: ({ size, objects }, isTransferred) => {
      if (isRendered) return ssr !== 'skip' && size === 0;
      return objects <= Math.max(...looked.ranges().map(({ end }) => end)) + mark(objects, isTransferred);
    },
  };
  const looked: Viewports<T> = viewports(
    defer(() => all.changes),
    () => {
      const list = all.current()?.list;
      if (isSeen()) list?.demand();
      else list?.release();
    },
  );
  const all = followed<P, T, T, KeptRows<T>, Viewer>(
    options,
    {
      viewer: () => viewer,
      rows: (kept, events) => growingRows(key, kept, events),
      isIndexed: false,
      begins: ({ list }, isFirst) => {
        if (isFirst) return;
        looked.toStart();
        if (isSeen()) list.demandNow();
        else if (isHydrating(injector)) list.hydrate();
      },
      cleared: () => {
        looked.toStart();
      },
      // The first walk waits for a viewport.
      isEager: (hadList) => hadList || isSeen(),
    },
    injector,
  );
  return all.listWith(looked.source);
};

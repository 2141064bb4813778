import type { DataSource } from '@angular/cdk/collections';
import { listInjector, reloads } from './list/listInjector';
import { type ScrollOptions, scrolled } from './list/scrolled';
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
 * import { issues, site } from './api.js';
 *
 * // A component, without its decorator. Its template has *cdkVirtualFor="let issue of issues".
 * class Issues {
 *   readonly issues = walkDataSource({
 *     stream: ({ client }) => client.objects(issues, site),
 *     key: (issue) => issue.properties.id,
 *     rowsAhead: 40,
 *   });
 * }
 * ```
 *
 * @see walkResource
 * @see walkWindow
 * @since 0.2.0
 */
export const walkDataSource = <P, T>(options: WalkListOptions<P, T> & ScrollOptions): WalkDataSource<T> => {
  const injector = listInjector('walkDataSource', walkDataSource, options, [...reloads, 'rowsAhead']);
  return scrolled(options, injector, Infinity) as WalkDataSource<T>;
};

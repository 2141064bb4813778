import type { DataSource } from '@angular/cdk/collections';
import { listInjector } from './list/listInjector';
import { type ScrollOptions, scrolled } from './walkDataSource';
import type { WalkList, WalkListOptions } from './WalkList';
import { isNextInWindow, windowing } from '../list/window/windowing';

/** Options of `walkWindow`. @inline */
interface WalkWindowOptions<P, T> extends Omit<WalkListOptions<P, T>, 'staleTime' | 'refreshEvery'>, ScrollOptions {
  /** How many pages of rows are in memory at most, those nearest to the viewport, and all that it shows even if they are more. */
  readonly pages: number;
}

/**
 * A list for `*cdkVirtualFor` of which only some pages are in memory: a row that is not there is undefined. `walkWindow` makes
 * one. `value()` and `invalid()` are what is in memory, `progress().objects` is the number of rows of the list. @since 0.2.0
 */
export interface WalkWindow<T> extends DataSource<T | undefined>, Omit<WalkList<T>, 'edit'> {
  readonly edit: Omit<WalkList<T>['edit'], 'insert'>;
}

/**
 * A CDK `DataSource` for very many rows: only pages near the viewport are in memory.
 *
 * ```text
 * pages     |···|···|###|###|###|···|···|          # in memory    · asked for again when one scrolls there
 * viewport              |==|
 * ```
 *
 * With a `cacheKey` it keeps its place while the component is away. If pages have offsets or numbers, and the service says
 * how many objects there are, people can scroll to any row at once.
 *
 * @example
 * ```ts
 * import { walkWindow } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * // In the template of a component, a row that is not there is undefined.
 * class Issues {
 *   readonly issues = walkWindow({ stream: ({ client }) => client.objects(issues, site), pages: 20 });
 * }
 * ```
 *
 * @see walkDataSource
 * @since 0.2.0
 */
export const walkWindow = <P, T>(options: WalkWindowOptions<P, T>): WalkWindow<T> => {
  const injector = listInjector('walkWindow', walkWindow, options, ['pages', 'rowsAhead']);
  const { pages } = options;
  if (!(Number.isSafeInteger(pages) && pages > 0)) throw new TypeError('pages must be an integer of 1 or more');
  return scrolled(options, injector, { max: pages, isNextWanted: isNextInWindow, window: windowing });
};

import { keepFresh } from './list/freshness';
import { listForParams } from './list/listForParams';
import { listInjector, reloads } from './list/listInjector';
import { onDemand } from './list/shownList';
import type { WalkList, WalkListOptions } from './WalkList';

/** Options of `walkResource`. @since 0.1.0 */
export interface WalkResourceOptions<P, T> extends WalkListOptions<P, T> {
  /** Load nothing before the first `loadMore()`. Default false: the first page is loaded at once. */
  readonly lazy?: boolean | undefined;
}

/** A list that grows on demand. `walkResource` makes one. @since 0.1.0 */
export interface WalkResource<T> extends WalkList<T> {
  /**
   * Requests one more page while the list is idle, and continues after an error. A page that brings no new row does not
   * count.
   */
  loadMore(): void;
}

/**
 * A list whose walk follows signals, as Angular's `resource` does for one value. `loadMore()` requests one more page.
 *
 * ```text
 * params      a-------------b-----------
 * debounceTime              ---|
 * status      loading  idle    loading  idle
 * value       []       [a a]   []       [b b]     with keepPrevious: [a a] until [b b] is there
 * ```
 *
 * Without `params` there is one walk. When params change, the current walk is aborted and the next one begins; undefined
 * means no walk, and params that say the same, field by field, start nothing new. Unlike that of a `resource`, `value` is an
 * array from the beginning and stays readable after an error, and a list that waits (`idle`) is not one that is complete
 * (`end`).
 *
 * @example
 * ```ts
 * import { signal } from '@angular/core';
 * import { walkResource } from 'pagewalk/angular';
 *
 * // A component, without its decorator. An input sets the type.
 * class Objects {
 *   readonly objectType = signal('employee');
 *   readonly list = walkResource({
 *     params: this.objectType,
 *     stream: ({ params, client }) => client.search({ apiFamily: 'demo', objectType: params }),
 *     key: (object) => String(object.properties.id),
 *   });
 * }
 * ```
 *
 * @see walkWindow
 * @since 0.1.0
 */
export const walkResource = <P, T>(options: WalkResourceOptions<P, T>): WalkResource<T> => {
  const injector = listInjector('walkResource', walkResource, options, [...reloads, 'lazy']);
  const { list, send } = listForParams(options, onDemand<T>(options.lazy), injector);
  keepFresh(options, options.key !== undefined, injector, list);
  // While other params are about to count, a list wants nothing.
  return { ...list, loadMore: () => send({ type: 'more' }) };
};

import { assertInInjectionContext, inject, Injector, untracked } from '@angular/core';
import { followingList, type FollowOptions, type FollowState } from './params/followingList';
import { pageAtATime } from './list/pageAtATime';
import type { WalkSignals, WalkSignalsOptions } from './walkSignals';

/**
 * Options of `walkResource`.
 *
 * @since 0.1.0
 */
export interface WalkResourceOptions<P, T> extends FollowOptions<P, T>, Pick<WalkSignalsOptions<T>, 'lazy'> {}

/**
 * A list that follows its params. `walkResource` makes one.
 *
 * @since 0.1.0
 */
export interface WalkResource<T> extends FollowState<T>, Pick<WalkSignals<T>, 'loadMore'> {}

/**
 * A list whose walk follows signals, as Angular's `resource` does for one value: a change of the params aborts the walk
 * before and begins the next.
 *
 * ```text
 * params      a-------------b-----------
 * debounce                  ---|
 * status      loading  idle    loading  idle
 * value       []       [a a]   []       [b b]     with keepPrevious: [a a] until [b b] is there
 * ```
 *
 * `params`, `stream`, `value`, `status`, `error`, `isLoading`, `hasValue` and `reload` are those of `resource`, and params
 * that are undefined mean no walk. What differs is what a list needs: `value` is an array from the beginning and stays
 * readable after an error; `status` tells a list that waits (`idle`) from one that is complete (`end`); params that say the
 * same, field by field, start nothing new.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext, signal } from '@angular/core';
 * import { axiosTransport } from 'pagewalk';
 * import { injectObjectQuery, provideObjectQuery, walkResource } from 'pagewalk/angular';
 *
 * // In a component these are fields, and an input sets the text.
 * const search = () => {
 *   const client = injectObjectQuery();
 *   const text = signal('');
 *   const employees = walkResource({
 *     params: () => ({ text: text() }),
 *     stream: ({ params, pace }) =>
 *       client.search({
 *         apiFamily: 'demo',
 *         objectType: 'employee',
 *         query: { type: 'gte', field: 'name', value: params.text },
 *         ...pace,
 *       }),
 *     debounce: 300,
 *     keepPrevious: true,
 *     key: (employee) => String(employee.properties.id),
 *   });
 *   return { text, employees };
 * };
 * ```
 *
 * @see walkSignals
 * @since 0.1.0
 */
export const walkResource = <P, T>(options: WalkResourceOptions<P, T>): WalkResource<T> => {
  const { lazy = false } = options;
  if (options.injector === undefined) assertInInjectionContext(walkResource);
  const { injector = inject(Injector) } = options;
  const { state, current } = followingList(
    options,
    {
      viewer: pageAtATime,
      begins: ({ walk, viewer }) => {
        // One that was kept has its rows already.
        if (lazy || walk.rows.size > 0 || untracked(walk.state.status) !== 'idle') return;
        viewer.wantMore(walk.rows);
        walk.demandNow();
      },
      isEager: () => !lazy,
    },
    injector,
  );
  return {
    ...state,
    get scroll() {
      return state.scroll;
    },
    loadMore: () => {
      const running = untracked(current);
      // While other params are about to count, and while it is paused, a list wants nothing.
      if (running === undefined || untracked(state.status) === 'paused' || untracked(state.isDebouncing)) return;
      running.viewer.wantMore(running.walk.rows);
      running.walk.demand();
    },
  };
};

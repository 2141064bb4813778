import { assertInInjectionContext, untracked } from '@angular/core';
import { ownedWalk } from './list/ownedWalk';
import { pageAtATime } from './list/pageAtATime';
import type { WalkSource, WalkState, WalkStateOptions } from './WalkState';

/**
 * Options of `walkSignals`.
 *
 * @since 0.1.0
 */
export interface WalkSignalsOptions<T> extends WalkStateOptions<T> {
  /** Load nothing before the first `loadMore()`. Default false: the first page is loaded at once. */
  readonly lazy?: boolean | undefined;
}

/**
 * A list that grows on demand. `walkSignals` makes one.
 *
 * @since 0.1.0
 */
export interface WalkSignals<T> extends WalkState<T> {
  /** Asks for one more page while the list is idle. A page that brings no new row does not count. */
  loadMore(): void;
}

/**
 * Puts a walk into signals: the objects so far, the status and the error. `loadMore()` asks for one more page.
 *
 * ```text
 * loadMore()          m---------m-------
 * status     loading  idle  loading  end
 * objects    []       [a b]          [a b c]
 * ```
 *
 * Spread what the source is given into the params of its walk: it makes each request wait for `loadMore()`. The request
 * in flight is aborted when the injection context is destroyed. Signals are all it needs: it works without zone.js and
 * with `OnPush`.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext } from '@angular/core';
 * import { axiosTransport } from 'pagewalk';
 * import { injectObjectQuery, provideObjectQuery, walkSignals } from 'pagewalk/angular';
 *
 * const transport = axiosTransport({ baseURL: 'https://objects.example.com' });
 * const parent = Injector.create({ providers: [] }) as EnvironmentInjector;
 * const injector = createEnvironmentInjector([provideObjectQuery({ transport })], parent);
 *
 * // In a component this is a field.
 * const employees = runInInjectionContext(injector, () => {
 *   const client = injectObjectQuery();
 *   return walkSignals(
 *     (pace) => client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', ...pace }),
 *     { key: (employee) => String(employee.properties.id) },
 *   );
 * });
 * console.log(employees.status(), employees.objects().length);
 * // Logs:
 * // loading 0
 * ```
 *
 * @see objectDataSource
 * @since 0.1.0
 */
export const walkSignals = <T>(source: WalkSource<T>, options: WalkSignalsOptions<T> = {}): WalkSignals<T> => {
  if (options.injector === undefined) assertInInjectionContext(walkSignals);
  const viewer = pageAtATime();
  const { state, rows, demand } = ownedWalk(source, viewer, options);
  const loadMore = (): void => {
    // One that waits until it may continue has a page coming already, or none at all.
    if (untracked(state.status) === 'paused') return;
    viewer.wantMore(rows);
    demand();
  };
  // One that was kept has its rows already.
  if (options.lazy !== true && rows.size === 0 && untracked(state.status) === 'idle') loadMore();
  return { ...state, loadMore };
};

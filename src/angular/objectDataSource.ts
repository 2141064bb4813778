import type { DataSource } from '@angular/cdk/collections';
import { assertInInjectionContext, inject, Injector } from '@angular/core';
import { defer } from 'rxjs';
import type { ListWalk } from './list/Viewer';
import { ownedWalk } from './list/ownedWalk';
import { type ScrollOptions, scrolledRows } from './list/scrolledRows';
import {
  type FollowingDataSource,
  followingDataSource,
  type FollowingDataSourceOptions,
} from './params/followingDataSource';
import { isOnServer } from './server/isOnServer';
import { type WindowedDataSource, type WindowedDataSourceOptions, windowMaker } from './window/Windowed';
import type { Row, WalkSource, WalkState, WalkStateOptions } from './WalkState';

/**
 * Options of `objectDataSource`.
 *
 * @since 0.1.0
 */
export interface ObjectDataSourceOptions<T> extends WalkStateOptions<T>, ScrollOptions {
  /** See `WindowedDataSourceOptions`. By default all rows that have come stay in memory. */
  readonly window?: undefined;
}

/**
 * A list for `*cdkVirtualFor` that grows as one scrolls. `objectDataSource` makes one.
 *
 * @since 0.1.0
 */
export interface ObjectDataSource<T> extends DataSource<Row<T>>, WalkState<T> {
  /** The same list without the objects that could not be read: `*cdkVirtualFor="let employee of employees.valid"`. */
  readonly valid: DataSource<T>;
}

/** The rows of one walk. */
const growing = <T>(
  source: WalkSource<T>,
  options: ObjectDataSourceOptions<T>,
  injector: Injector,
): ObjectDataSource<T> => {
  const changes = {
    rows: defer(() => walk.rows.changes),
    valid: defer(() => walk.rows.validChanges),
  };
  const looked = scrolledRows<T>(options, isOnServer(injector), changes, () => {
    if (looked.isSeen()) walk.demand();
    else walk.release();
  });
  const walk: ListWalk<T> = ownedWalk(source, looked.viewer, { ...options, injector });
  return {
    ...walk.state,
    ...looked.rows.source,
    valid: looked.valid.source,
    restart: () => {
      looked.toStart();
      walk.state.restart();
    },
  };
};

/**
 * A CDK `DataSource` for virtual scrolling, whose demand is the viewport: pages are fetched as one scrolls.
 *
 * ```text
 * rows      |###########################|          here already
 * viewport         |=====|
 * ahead                  |--------------|          no more than the mark: the next page is asked for
 * ```
 *
 * Spread what the source is given into the params of its walk: it makes each request wait for the viewport. No more than
 * the mark and one page lies beyond the end of what the viewport renders. Rows that have come stay in memory, unless there is
 * a `window` (see `withWindow`), and the viewport keeps few of them in the document. When the viewport disconnects, or the injection context is destroyed, the
 * request in flight is aborted.
 *
 * With `params` and `stream` in place of a source, it follows signals as `walkResource` does: search with virtual scroll.
 * Give it and the viewport to `keepScroll`, and new rows begin at the top.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext } from '@angular/core';
 * import { axiosTransport } from 'pagewalk';
 * import { injectObjectQuery, objectDataSource, provideObjectQuery } from 'pagewalk/angular';
 * import { filter, of, take } from 'rxjs';
 *
 * const transport = axiosTransport({ baseURL: 'https://objects.example.com' });
 * const parent = Injector.create({ providers: [] }) as EnvironmentInjector;
 * const injector = createEnvironmentInjector([provideObjectQuery({ transport })], parent);
 *
 * // In a component this is a field, and the template says *cdkVirtualFor="let row of employees".
 * const employees = runInInjectionContext(injector, () => {
 *   const client = injectObjectQuery();
 *   return objectDataSource(
 *     (pace) => client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', pageSize: 50, ...pace }),
 *     { key: (employee) => String(employee.properties.id), highWaterMark: 40 },
 *   );
 * });
 *
 * const viewport = { viewChange: of({ start: 0, end: 20 }) };
 * employees
 *   .connect(viewport)
 *   .pipe(filter((rows) => rows.length > 0), take(1))
 *   .subscribe((rows) => console.log(rows.length));
 * // Logs:
 * // 50
 * ```
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import type { CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
 * import { signal, viewChild } from '@angular/core';
 * import { injectObjectQuery, keepScroll, objectDataSource } from 'pagewalk/angular';
 *
 * // A component, without what a decorator says of it.
 * class EmployeeSearch {
 *   private readonly client = injectObjectQuery();
 *   private readonly viewport = viewChild<CdkVirtualScrollViewport>('viewport');
 *   readonly text = signal('');
 *   readonly found = objectDataSource({
 *     params: () => ({ text: this.text() }),
 *     stream: ({ params, pace }) =>
 *       this.client.search({
 *         apiFamily: 'demo',
 *         objectType: 'employee',
 *         query: { type: 'gte', field: 'name', value: params.text },
 *         ...pace,
 *       }),
 *     key: (employee) => String(employee.properties.id),
 *     debounce: 300,
 *     keepPrevious: true,
 *   });
 *   constructor() {
 *     keepScroll(this.found, this.viewport);
 *   }
 * }
 * ```
 *
 * @see walkResource
 * @see walkSignals
 * @see withWindow
 * @since 0.1.0
 */
export function objectDataSource<T>(
  source: WalkSource<T>,
  options: WindowedDataSourceOptions<T>,
): WindowedDataSource<T>;
export function objectDataSource<T>(source: WalkSource<T>, options?: ObjectDataSourceOptions<T>): ObjectDataSource<T>;
export function objectDataSource<P, T>(options: FollowingDataSourceOptions<P, T>): FollowingDataSource<T>;
export function objectDataSource<P, T>(
  given: WalkSource<T> | FollowingDataSourceOptions<P, T>,
  options: ObjectDataSourceOptions<T> | WindowedDataSourceOptions<T> = {},
): ObjectDataSource<T> | WindowedDataSource<T> {
  const { injector } = typeof given === 'function' ? options : given;
  if (injector === undefined) assertInInjectionContext(objectDataSource);
  const owner = injector ?? inject(Injector);
  if (typeof given !== 'function') return followingDataSource(given, owner);
  return options.window === undefined ? growing(given, options, owner) : windowMaker(owner)(given, options, owner);
}

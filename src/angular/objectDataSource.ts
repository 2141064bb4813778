import type { DataSource } from '@angular/cdk/collections';
import { assertInInjectionContext, inject, Injector } from '@angular/core';
import { isOnServer } from './server/isOnServer';
import type { ListWalk } from './list/listWalk';
import { ownedWalk } from './list/ownedWalk';
import { type Viewports, viewports } from './list/viewports';
import type { Row, WalkSource, WalkState, WalkStateOptions } from './WalkState';

/**
 * Options of `objectDataSource`.
 *
 * @since 0.1.0
 */
export interface ObjectDataSourceOptions<T> extends WalkStateOptions<T> {
  /** The next page is asked for when no more than this many rows are ready beyond the end of the viewport. Default 100. */
  readonly highWaterMark?: number | undefined;
  /** `'skip'`: asks for nothing on the server. By default the server asks for one page, whatever the mark. */
  readonly ssr?: 'skip' | undefined;
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
 * the mark and one page lies beyond the end of what the viewport renders. Rows that have come stay in memory, and the
 * viewport keeps few of them in the document. When the viewport disconnects, or the injection context is destroyed, the
 * request in flight is aborted.
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
 * @see walkSignals
 * @since 0.1.0
 */
export const objectDataSource = <T>(
  source: WalkSource<T>,
  options: ObjectDataSourceOptions<T> = {},
): ObjectDataSource<T> => {
  const { highWaterMark = 100, ssr } = options;
  if (!(highWaterMark >= 0)) throw new TypeError('highWaterMark must be 0 or more');
  if (options.injector === undefined) assertInInjectionContext(objectDataSource);
  const isRendered = isOnServer(options.injector ?? inject(Injector));
  const walk: ListWalk<T> = ownedWalk(
    source,
    {
      isRendering: true,
      isWanted: ({ size, valid }, isTransferred) => {
        if (isRendered) return ssr !== 'skip' && size === 0;
        // What follows rows that have travelled costs a request for the first page again: not before half of them are seen.
        const mark = isTransferred ? Math.min(highWaterMark, Math.floor(size / 2)) : highWaterMark;
        return size <= rows.end() + mark || valid <= validRows.end() + mark;
      },
    },
    options,
  );
  const changed = (): void => {
    if (Math.max(rows.end(), validRows.end()) < 0) walk.release();
    else walk.demand();
  };
  const rows: Viewports<Row<T>> = viewports(walk.rows.changes, changed);
  const validRows: Viewports<T> = viewports(walk.rows.validChanges, changed);

  return {
    ...walk.state,
    ...rows.source,
    valid: validRows.source,
    restart: () => {
      rows.toStart();
      validRows.toStart();
      walk.state.restart();
    },
  };
};

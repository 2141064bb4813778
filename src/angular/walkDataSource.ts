import type { CollectionViewer, DataSource, ListRange } from '@angular/cdk/collections';
import { ErrorHandler, type Injector } from '@angular/core';
import { BehaviorSubject, distinctUntilChanged, of, type Subscription, switchMap } from 'rxjs';
import { checkAtLeast0 } from '../model/optionChecks';
import { listForParams } from './list/listForParams';
import { listInjector, reloads } from './list/listInjector';
import { growing, type ListRules } from '../list/ListState';
import type { OpenedList } from './list/openList';
import { placesOf } from './list/tableSignals';
import type { WalkList, WalkListOptions } from './WalkList';
import { isNextShown } from '../list/window/viewport';

/** How far a virtual list loads ahead of its viewport. @inline */
export interface ScrollOptions {
  /** The next page is asked for when no more than this many rows are ready beyond the end of the viewport. Default 100. */
  readonly rowsAhead?: number | undefined;
}

/** What a table says it shows, which has no viewport: everything. */
const isEndless = ({ end }: ListRange): boolean => end > Number.MAX_SAFE_INTEGER;

const noViewport =
  'pagewalk: a table without a viewport shows all rows, so this list loads one page only. For a table with page buttons use walkPage. ' +
  'For one that grows use walkResource, [dataSource]="list.value()" and loadMore().';

/** A list that viewports of the CDK scroll through: what they render is its demand. */
export const scrolled = <P, T>(
  options: WalkListOptions<P, T> & ScrollOptions,
  injector: Injector,
  rules: Pick<ListRules<T>, 'max' | 'isNextWanted' | 'window'>,
): WalkList<T> & DataSource<T | undefined> => {
  const { rowsAhead = 100 } = options;
  checkAtLeast0('rowsAhead', rowsAhead);
  const ranges = new Map<CollectionViewer, ListRange>();
  const showing = new BehaviorSubject<OpenedList<T> | undefined>(undefined);
  const changes = showing.pipe(
    distinctUntilChanged(),
    switchMap((run) => run?.places?.changes ?? of([])),
  );
  const watches = new Map<CollectionViewer, Subscription>();
  const isSeen = (): boolean => ranges.size > 0;
  const look = () => ({ type: 'look', ranges: [...ranges.values()] }) as const;
  const { list, send } = listForParams<P, T>(
    options,
    {
      rules: { ...rules, rowsAhead },
      places: placesOf,
      shows: (run) => showing.next(run),
      begins: () => (isSeen() ? [look()] : []),
      // What is in its place is looked at from the start.
      cleared: () => ranges.forEach(({ end }, viewer) => ranges.set(viewer, { start: 0, end: Math.min(0, end) })),
      // The first walk waits for a viewport.
      isEager: (hadList) => hadList || isSeen(),
    },
    injector,
  );

  const changed = (): void => send(isSeen() ? look() : { type: 'release' });
  const see = (viewer: CollectionViewer, range: ListRange): void => {
    if (isEndless(range) && (typeof ngDevMode === 'undefined' || ngDevMode))
      injector.get(ErrorHandler, null)?.handleError(new Error(noViewport));
    ranges.set(viewer, isEndless(range) ? { start: 0, end: -rowsAhead } : range);
    changed();
  };
  return {
    ...list,
    connect: (viewer) => {
      watches.get(viewer)?.unsubscribe();
      see(viewer, { start: 0, end: 0 });
      const watch = viewer.viewChange.subscribe((range) => see(viewer, range));
      watches.set(viewer, watch);
      return changes;
    },
    disconnect: (viewer) => {
      watches.get(viewer)?.unsubscribe();
      watches.delete(viewer);
      ranges.delete(viewer);
      changed();
    },
  };
};

/** A list for `*cdkVirtualFor` that grows as people scroll. `walkDataSource` makes one. @since 0.2.0 */
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
 * At most `rowsAhead` rows and one page lie beyond the end of what the viewport renders. Loaded rows stay in memory. When the
 * viewport disconnects, the request in flight is aborted. Pass both to `keepScroll`, and new rows begin at the top.
 *
 * @example
 * ```ts
 * import { walkDataSource } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * // A component, without its decorator. Its template has *cdkVirtualFor="let issue of issues".
 * class Issues {
 *   readonly issues = walkDataSource({ stream: ({ client }) => client.objects(issues, site), rowsAhead: 40 });
 * }
 * ```
 *
 * @see walkResource
 * @see walkWindow
 * @since 0.2.0
 */
export const walkDataSource = <P, T>(options: WalkListOptions<P, T> & ScrollOptions): WalkDataSource<T> => {
  const injector = listInjector('walkDataSource', walkDataSource, options, [...reloads, 'rowsAhead']);
  return scrolled(options, injector, { ...growing, isNextWanted: isNextShown }) as WalkDataSource<T>;
};

import type { CollectionViewer, DataSource, ListRange } from '@angular/cdk/collections';
import { ErrorHandler } from '@angular/core';
import {
  BehaviorSubject,
  distinctUntilChanged,
  Observable,
  of,
  type Subscription,
  switchMap,
} from 'rxjs';
import type { List } from '../list/createList';
import { type Block, noEntries } from '../list/table/PageTable';
import { windowing } from '../list/window/windowing';
import { checkAtLeast0 } from '../model/optionChecks';
import { keepFresh } from './list/freshness';
import { listForParams } from './list/listForParams';
import { listInjector } from './list/listInjector';
import type { OpenedList } from './list/openList';
import type { WalkList, WalkListOptions } from './WalkList';

/** Options of `walkWindow`. @inline */
interface WalkWindowOptions<P, T> extends Omit<
  WalkListOptions<P, T>,
  'staleTime' | 'refreshEvery'
> {
  /** The next page is asked for when no more than this many rows are ready beyond the end of the viewport. Default 100. */
  readonly rowsAhead?: number | undefined;
  /**
   * How many pages of rows are in memory at most, those nearest to the viewport, and all that it shows even if they are more.
   * By default all pages that have come stay.
   */
  readonly keepPages?: number | undefined;
}

/**
 * A list for `*cdkVirtualFor`. `walkWindow` makes one. A row that is not in memory is undefined. `value()` and `invalid()` are what is
 * in memory, `progress().objects` is the number of rows of the list. @since 0.2.0
 */
export interface WalkWindow<T> extends DataSource<T | undefined>, Omit<WalkList<T>, 'edit'> {
  readonly edit: Omit<WalkList<T>['edit'], 'insert'>;
}

/** The rows of a list in an array, each at its index, as a viewport of the CDK gets them: emitted whenever they are others. */
const rowPlaces = <T>(list: List<T>): Observable<ReadonlyArray<T | undefined>> =>
  new Observable((viewport) => {
    // It changes in place, and is emitted again then: copying all of it for every page would be for nothing.
    const places: Array<T | undefined> = [];
    let [shown, before]: [unknown, ReadonlyArray<Block<T>>] = [undefined, noEntries];
    const write = ({ first, rows }: Block<T>): void =>
      rows.forEach((row, index) => (places[first + index] = row));
    // An empty place takes no memory; one that holds undefined does.
    const erase = ({ first, rows }: Block<T>): void =>
      rows.forEach((_, index) => Reflect.deleteProperty(places, first + index));
    const put = (): void => {
      const { rows } = list.snapshot();
      if (rows === shown) return;
      shown = rows;
      let same = 0;
      while (same < rows.blocks.length && rows.blocks[same] === before[same]) same += 1;
      const [gone, come] = [before.slice(same), rows.blocks.slice(same)];
      before = rows.blocks;
      gone.filter((block) => !come.includes(block)).forEach(erase);
      come.filter((block) => !gone.includes(block)).forEach(write);
      places.length = rows.length;
      viewport.next(places);
    };
    put();
    return list.subscribe(put);
  });

/** What a table says it shows, which has no viewport: everything. */
const isEndless = ({ end }: ListRange): boolean => end > Number.MAX_SAFE_INTEGER;

const noViewport =
  'pagewalk: a table without a viewport shows all rows, so this list loads one page only. For a table with page buttons use walkPage. ' +
  'For one that grows use walkResource, [dataSource]="list.value()" and loadMore().';

/**
 * A CDK `DataSource` for virtual scrolling: pages are fetched as people scroll, and with `keepPages` only those near the viewport
 * are in memory.
 *
 * ```text
 * pages     |···|···|###|###|###|···|···|          # in memory    · asked for again when one scrolls there
 * viewport              |==|
 * ahead                    |----|                  no more rows than this are ready: the next page is asked for
 * ```
 *
 * When the viewport disconnects, the request in flight is aborted. With a `cacheKey` the list keeps its place while the component is
 * away; pass both to `keepScroll`. If pages have offsets or numbers, and the service says how many objects there are, people can
 * scroll to any row at once.
 *
 * @example
 * ```ts
 * import { walkWindow } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * // A component, without its decorator. Its template has *cdkVirtualFor="let issue of issues"; a row that is not there is undefined.
 * class Issues {
 *   readonly issues = walkWindow({ stream: ({ client }) => client.objects(issues, site), keepPages: 20 });
 * }
 * ```
 *
 * @see walkResource
 * @since 0.2.0
 */
export const walkWindow = <P, T>(options: WalkWindowOptions<P, T>): WalkWindow<T> => {
  const injector = listInjector('walkWindow', walkWindow, options, ['keepPages', 'rowsAhead']);
  const { rowsAhead = 100, keepPages = Infinity } = options;
  checkAtLeast0('rowsAhead', rowsAhead);
  if (!(keepPages === Infinity || (Number.isSafeInteger(keepPages) && keepPages > 0)))
    throw new TypeError('keepPages must be an integer of 1 or more');
  const ranges = new Map<CollectionViewer, ListRange>();
  const watches = new Map<CollectionViewer, Subscription>();
  const showing = new BehaviorSubject<OpenedList<T> | undefined>(undefined);
  const changes = showing.pipe(
    distinctUntilChanged(),
    switchMap((run) => (run === undefined ? of([]) : rowPlaces(run))),
  );
  const isSeen = (): boolean => ranges.size > 0;
  const look = () => ({ type: 'look', ranges: [...ranges.values()] }) as const;
  const { list, send } = listForParams<P, T>(
    options,
    {
      rules: { window: windowing({ keepPages, rowsAhead }) },
      shows: (run) => showing.next(run),
      begins: () => (isSeen() ? [look()] : []),
      // What is in its place is looked at from the start.
      cleared: () =>
        ranges.forEach(({ end }, viewer) =>
          ranges.set(viewer, { start: 0, end: Math.min(0, end) }),
        ),
      // The first walk waits for a viewport.
      isEager: (hadList) => hadList || isSeen(),
    },
    injector,
  );
  keepFresh(options, false, injector, list);

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

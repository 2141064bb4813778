import type { CollectionViewer, DataSource, ListRange } from '@angular/cdk/collections';
import { ErrorHandler, type Injector } from '@angular/core';
import type { Subscription } from 'rxjs';
import { checkAtLeast0 } from '../../model/optionChecks';
import type { WalkList, WalkListOptions } from '../WalkList';
import { followed } from './followed';

/** How far a virtual list loads ahead of its viewport. @inline */
export interface ScrollOptions {
  /** The next page is asked for when no more than this many rows are ready beyond the end of the viewport. Default 100. */
  readonly rowsAhead?: number | undefined;
}

const atStart: ListRange = { start: 0, end: 0 };

/** What a table says it shows, which has no viewport: everything. */
const isEndless = ({ end }: ListRange): boolean => end > Number.MAX_SAFE_INTEGER;

const noViewport =
  'pagewalk: a table without a viewport shows all rows, so this list loads one page only. For a table with page buttons use walkPage. ' +
  'For one that grows use walkResource, [dataSource]="list.value()" and loadMore().';

/** A list that viewports of the CDK scroll through: what they render is its demand. */
export const scrolled = <P, T>(
  options: WalkListOptions<P, T> & ScrollOptions,
  injector: Injector,
  max: number,
): WalkList<T> & DataSource<T | undefined> => {
  const { rowsAhead = 100 } = options;
  checkAtLeast0('rowsAhead', rowsAhead);
  const ranges = new Map<CollectionViewer, ListRange>();
  const watches = new Map<CollectionViewer, Subscription>();
  const isSeen = (): boolean => ranges.size > 0;
  const look = () => ({ type: 'look', ranges: [...ranges.values()] }) as const;
  const toStart = (): void => {
    for (const [viewer, { end }] of ranges) ranges.set(viewer, { start: 0, end: Math.min(0, end) });
  };

  const all = followed<P, T>(
    options,
    {
      max,
      rowsAhead,
      begins: () => (isSeen() ? [look()] : []),
      cleared: toStart,
      // The first walk waits for a viewport.
      isEager: (hadList) => hadList || isSeen(),
    },
    injector,
  );

  const changed = (): void => all.send(isSeen() ? look() : { type: 'release' });
  const see = (viewer: CollectionViewer, range: ListRange): void => {
    if (isEndless(range) && (typeof ngDevMode === 'undefined' || ngDevMode))
      injector.get(ErrorHandler, null)?.handleError(new Error(noViewport));
    ranges.set(viewer, isEndless(range) ? { start: 0, end: -rowsAhead } : range);
    changed();
  };
  return all.listWith<DataSource<T | undefined>>({
    connect: (viewer) => {
      watches.get(viewer)?.unsubscribe();
      see(viewer, atStart);
      const watch = viewer.viewChange.subscribe((range) => see(viewer, range));
      watches.set(viewer, watch);
      return all.changes;
    },
    disconnect: (viewer) => {
      watches.get(viewer)?.unsubscribe();
      watches.delete(viewer);
      ranges.delete(viewer);
      changed();
    },
  });
};

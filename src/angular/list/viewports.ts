import type { CollectionViewer, ListRange } from '@angular/cdk/collections';
import type { Observable, Subscription } from 'rxjs';

/** How far a virtual list loads ahead of its viewport. @inline */
export interface ScrollOptions {
  /** The next page is asked for when no more than this many rows are ready beyond the end of the viewport. Default 100. */
  readonly highWaterMark?: number | undefined;
  /** `'skip'`: asks for nothing on the server. By default the server asks for one page, whatever the mark. */
  readonly ssr?: 'skip' | undefined;
}

/** How many rows are to be ready. To show what follows rows that came with the HTML, the first page is requested again. */
export const markOf = ({ highWaterMark = 100 }: ScrollOptions): ((size: number, isTransferred: boolean) => number) => {
  if (!(highWaterMark >= 0)) throw new TypeError('highWaterMark must be 0 or more');
  // Not before half of them are seen.
  return (size, isTransferred) => (isTransferred ? Math.min(highWaterMark, Math.floor(size / 2)) : highWaterMark);
};

/** The viewports that look at the rows of a list, and how far they see. */
export interface Viewports<R> {
  /** What they connect to. */
  readonly source: {
    readonly connect: (viewer: CollectionViewer) => Observable<ReadonlyArray<R>>;
    readonly disconnect: (viewer: CollectionViewer) => void;
  };
  /** What each of them renders. */
  readonly ranges: () => ReadonlyArray<ListRange>;
  readonly toStart: () => void;
}

/** `changed` is called when a viewport is added, scrolls or is removed. */
export const viewports = <R>(changes: Observable<ReadonlyArray<R>>, changed: () => void): Viewports<R> => {
  const ranges = new Map<CollectionViewer, ListRange>();
  const watches = new Map<CollectionViewer, Subscription>();

  const atStart = { start: 0, end: 0 };
  const see = (viewer: CollectionViewer, range: ListRange): void => {
    ranges.set(viewer, range);
    changed();
  };

  return {
    ranges: () => [...ranges.values()],
    toStart: () => {
      for (const viewer of ranges.keys()) ranges.set(viewer, atStart);
    },
    source: {
      connect: (viewer) => {
        watches.get(viewer)?.unsubscribe();
        see(viewer, atStart);
        const watch = viewer.viewChange.subscribe((range) => {
          see(viewer, range);
        });
        watches.set(viewer, watch);
        return changes;
      },
      disconnect: (viewer) => {
        watches.get(viewer)?.unsubscribe();
        watches.delete(viewer);
        ranges.delete(viewer);
        changed();
      },
    },
  };
};

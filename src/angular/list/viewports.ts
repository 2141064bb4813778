import type { CollectionViewer, ListRange } from '@angular/cdk/collections';
import type { Observable, Subscription } from 'rxjs';

/** The viewports that look at one array of a list, and how far they see. */
export interface Viewports<R> {
  /** What they connect to. */
  readonly source: {
    readonly connect: (viewer: CollectionViewer) => Observable<ReadonlyArray<R>>;
    readonly disconnect: (viewer: CollectionViewer) => void;
  };
  /** The end of what the viewport that sees farthest renders; less than any number where there is none. */
  readonly end: () => number;
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
    end: () => Math.max(...[...ranges.values()].map(({ end }) => end)),
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

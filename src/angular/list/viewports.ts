import type { CollectionViewer } from '@angular/cdk/collections';
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
  readonly toStart: () => void;
}

/** `changed` is called when a viewport is added, scrolls or is removed. */
export const viewports = <R>(changes: Observable<ReadonlyArray<R>>, changed: () => void): Viewports<R> => {
  const ends = new Map<CollectionViewer, number>();
  const watches = new Map<CollectionViewer, Subscription>();

  const see = (viewer: CollectionViewer, end: number): void => {
    ends.set(viewer, end);
    changed();
  };

  return {
    end: () => Math.max(...ends.values()),
    toStart: () => {
      for (const viewer of ends.keys()) ends.set(viewer, 0);
    },
    source: {
      connect: (viewer) => {
        watches.get(viewer)?.unsubscribe();
        see(viewer, 0);
        const watch = viewer.viewChange.subscribe(({ end }) => {
          see(viewer, end);
        });
        watches.set(viewer, watch);
        return changes;
      },
      disconnect: (viewer) => {
        watches.get(viewer)?.unsubscribe();
        watches.delete(viewer);
        ends.delete(viewer);
        changed();
      },
    },
  };
};

import type { CollectionViewer, DataSource, ListRange } from '@angular/cdk/collections';
import type { Injector } from '@angular/core';
import type { Subscription } from 'rxjs';
import { isOnServer } from '../platform';
import type { WalkList, WalkListOptions } from '../WalkList';
import { followed, isHydrating } from './followed';
import type { RowCount, Viewer } from './List';
import type { ListKind } from './runOf';

/** How far a virtual list loads ahead of its viewport. @inline */
export interface ScrollOptions {
  /** The next page is asked for when no more than this many rows are ready beyond the end of the viewport. Default 100. */
  readonly highWaterMark?: number | undefined;
  /** `'skip'`: asks for nothing on the server. By default the server asks for one page, whatever the mark. */
  readonly ssr?: 'skip' | undefined;
}

type Open<T, R, K> = ListKind<T, R, K, Viewer>['open'];

/** What is special to a kind of list that is scrolled. */
interface ScrolledKind<T, R, K> {
  readonly isIndexed: boolean;
  /** `ranges` is what each viewport renders. `isWanted` says whether fewer than `mark` rows are ready behind it. */
  readonly open: (
    ranges: () => ReadonlyArray<ListRange>,
    ...args: Parameters<Open<T, R, K>>
  ) => Omit<ReturnType<Open<T, R, K>>, 'viewer'> & { readonly isWanted: (rows: RowCount, mark: number) => boolean };
}

const atStart: ListRange = { start: 0, end: 0 };

/** A list that viewports of the CDK scroll through: what they render is its demand. */
export const scrolled = <P, T, R, K>(
  options: WalkListOptions<P, T> & ScrollOptions,
  injector: Injector,
  { isIndexed, open }: ScrolledKind<T, R, K>,
): WalkList<T> & DataSource<R> => {
  const { highWaterMark = 100, ssr } = options;
  if (!(highWaterMark >= 0)) throw new TypeError('highWaterMark must be 0 or more');
  const isRendered = isOnServer(injector);
  const ranges = new Map<CollectionViewer, ListRange>();
  const watches = new Map<CollectionViewer, Subscription>();
  const isSeen = (): boolean => ranges.size > 0;
  const toStart = (): void => {
    for (const viewer of ranges.keys()) ranges.set(viewer, atStart);
  };

  const all = followed<P, T, R, K, Viewer>(
    options,
    {
      isIndexed,
      open: (...args) => {
        const { isWanted, ...opened } = open(() => [...ranges.values()], ...args);
        const viewer: Viewer = {
          isRendering: true,
          isWanted: (rows, isTransferred) => {
            if (isRendered) return ssr !== 'skip' && rows.size === 0;
            // Rows after those that came with the HTML cost the first page again: wait until half of them were seen.
            return isWanted(
              rows,
              isTransferred ? Math.min(highWaterMark, Math.floor(rows.objects / 2)) : highWaterMark,
            );
          },
        };
        return { ...opened, viewer };
      },
      begins: ({ list }, isFirst) => {
        if (isFirst) return;
        toStart();
        if (isSeen()) list.demandNow();
        else if (isHydrating(injector)) list.hydrate();
      },
      cleared: toStart,
      // The first walk waits for a viewport.
      isEager: (hadList) => hadList || isSeen(),
    },
    injector,
  );

  const changed = (): void => {
    const list = all.current()?.list;
    if (isSeen()) list?.demand();
    else list?.release();
  };
  const see = (viewer: CollectionViewer, range: ListRange): void => {
    ranges.set(viewer, range);
    changed();
  };
  return all.listWith<DataSource<R>>({
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

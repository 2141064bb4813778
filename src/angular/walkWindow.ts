import type { DataSource, ListRange } from '@angular/cdk/collections';
import { assertInInjectionContext, inject, Injector } from '@angular/core';
import { defer } from 'rxjs';
import { followed, isHydrating } from './list/followed';
import type { Viewer } from './list/List';
import { markOf, type ScrollOptions, type Viewports, viewports } from './list/viewports';
import { isOnServer } from './platform';
import type { WalkList, WalkListOptions } from './WalkList';
import { type LookedAt, lookedAt } from './window/lookedAt';
import { pageTable } from './window/pageTable';
import { type KeptWindow, windowRows } from './window/windowRows';

/** Options of `walkWindow`. @inline */
interface WalkWindowOptions<P, T> extends Omit<WalkListOptions<P, T>, 'staleMs' | 'every'>, ScrollOptions {
  /**
   * How many pages of rows are in memory at most, those nearest to the viewport. A page that was dropped is asked for again
   * when one scrolls back to it. All pages that the viewport shows are in memory, even if they are more.
   */
  readonly pages: number;
}

/**
 * A list for `*cdkVirtualFor` of which only some pages are in memory: a row that is not there is undefined. `walkWindow` makes one.
 *
 * `value()` and `invalid()` are what is in memory. `progress().objects` is the number of rows of the list.
 *
 * @since 0.2.0
 */
export interface WalkWindow<T> extends DataSource<T | undefined>, Omit<WalkList<T>, 'insert'> {}

/** A window over the rows of one list: what viewports show of it. */
interface WindowViewer extends Viewer {
  readonly look: (looks: LookedAt) => void;
}

/**
 * A CDK `DataSource` for very many rows: only pages near the viewport are in memory.
 *
 * ```text
 * pages     |···|···|###|###|###|···|···|          # in memory    · asked for again when one scrolls there
 * viewport              |==|
 * ```
 *
 * Its options are those of `walkDataSource`, and `pages`. With a `cacheKey` it keeps its place while the component is away. Where
 * pages have offsets or numbers, and the service says how many objects there are, one can scroll to any row at once.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { walkWindow } from 'pagewalk/angular';
 *
 * // At most 20 pages of rows are in memory. In the template of a component, a row that is not there is undefined.
 * class Employees {
 *   readonly employees = walkWindow({
 *     stream: ({ client }) => client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', pageSize: 50 }),
 *     pages: 20,
 *   });
 * }
 * ```
 *
 * @see walkDataSource
 * @since 0.2.0
 */
export const walkWindow = <P, T>(options: WalkWindowOptions<P, T>): WalkWindow<T> => {
  if (options.injector === undefined) assertInInjectionContext(walkWindow);
  const { injector = inject(Injector), key, ssr, pages: max, highWaterMark = 100 } = options;
  if (!(Number.isSafeInteger(max) && max > 0)) throw new TypeError('pages must be an integer of 1 or more');
  const mark = markOf(options);
  const isRendered = isOnServer(injector);
  const isSeen = (): boolean => looked.ranges().length > 0;
  let lastSeen: ReadonlyArray<ListRange> = [];
  // What was seen last stays nearest as long as nobody looks.
  const ranges = (): ReadonlyArray<ListRange> => {
    if (isSeen()) lastSeen = looked.ranges();
    return lastSeen;
  };
  const viewerOf = (): WindowViewer => {
    let looks: LookedAt | undefined;
    return {
      isRendering: true,
      look: (at) => {
        looks = at;
      },
      isWanted: ({ size }, isTransferred) => {
        if (isRendered) return ssr !== 'skip' && size === 0;
        return looks?.isNextWanted(mark(size, isTransferred)) === true;
      },
    };
  };
  const looked: Viewports<T | undefined> = viewports(
    defer(() => all.changes),
    () => {
      const list = all.current()?.list;
      if (isSeen()) list?.demand();
      else list?.release();
    },
  );
  const all = followed<P, T, T | undefined, KeptWindow<T>, WindowViewer>(
    options,
    {
      viewer: viewerOf,
      rows: (kept, events, viewer, hasLast) => {
        const table = pageTable(kept?.table);
        const looks = lookedAt(table, ranges, max, highWaterMark);
        viewer.look(looks);
        return windowRows<T>({ ...events, table, looks, max, key, kept, hasLast });
      },
      isIndexed: true,
      begins: ({ list }, isFirst) => {
        if (isFirst) return;
        looked.toStart();
        if (isSeen()) list.demandNow();
        else if (isHydrating(injector)) list.hydrate();
      },
      cleared: () => {
        looked.toStart();
      },
      isEager: (hadList) => hadList || isSeen(),
    },
    injector,
  );
  return all.listWith(looked.source);
};

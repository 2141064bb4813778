import type { ListRange } from '@angular/cdk/collections';
import type { PageTable } from './pageTable';

/** What an empty viewport at the start will show is the first row. */
const endOf = ({ start, end }: ListRange): number => Math.max(end, start + 1);

/** What viewports show, and what lies near it. */
export type LookedAt = ReturnType<typeof lookedAt>;

export const lookedAt = (
  table: PageTable,
  ranges: () => ReadonlyArray<ListRange>,
  max: number,
  highWaterMark: number,
) => {
  const isPage = (page: number): boolean => page >= 0 && page < table.pages();

  /** Adds the pages with rows from this one on, in one direction, as long as they are near and there is room. */
  const add = (to: Set<number>, from: number, step: 1 | -1, room: number, isNear: (page: number) => boolean): void => {
    for (let page = from; to.size < room && isPage(page) && isNear(page); page += step)
      if (table.countOf(page) > 0) to.add(page);
  };

  /** The pages that viewports show. They are in memory, however many they are. */
  const shown = (): Set<number> => {
    const pages = new Set<number>();
    for (const range of ranges())
      add(pages, table.pageAt(range.start), 1, Infinity, (page) => table.firstOf(page) < endOf(range));
    return pages;
  };

  return {
    shown,
    /** Those, and as many of the pages within the mark as there is room for in all, the nearest ones ahead first. */
    wanted: (room: number): ReadonlySet<number> => {
      const pages = shown();
      for (const range of ranges()) {
        const [from, to] = [range.start - highWaterMark, endOf(range) + highWaterMark];
        add(pages, table.pageAt(endOf(range) - 1) + 1, 1, room, (page) => table.firstOf(page) < to);
        add(pages, table.pageAt(range.start) - 1, -1, room, (page) => table.firstOf(page + 1) > from);
      }
      return pages;
    },
    /** Whether the page behind the last one would be among them. */
    isNextWanted: (mark: number): boolean =>
      ranges().some(({ start, end }) => {
        if (table.isFar(start)) return false;
        if (table.size() <= end) return true;
        return table.size() <= end + mark && table.pages() - table.pageAt(start) < max;
      }),
    hasIndex: (index: number): boolean => ranges().some((range) => index >= range.start && index < endOf(range)),
    /** The last row that is shown, where its page was never walked and is to be named. */
    farthest: (): number | undefined => {
      const far = ranges().flatMap((range) => (table.isFar(range.start) ? [endOf(range) - 1] : []));
      return far.length === 0 ? undefined : Math.min(table.length() - 1, Math.max(...far));
    },
    /** How far rows are from the nearest viewport; 0 where it shows one of them. */
    distance: (first: number, count: number): number =>
      Math.min(...ranges().map((range) => Math.max(0, range.start - (first + count) + 1, first - endOf(range) + 1))),
  };
};

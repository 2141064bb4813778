import * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import type { ListRange, ListState } from '../ListState';
import { type Block, blocksOf, endOf, noEntries, type PageTable, sizeOf } from '../table/PageTable';
import { overtake, pageAt } from './windowTable';

/** How much of a list may be in memory. */
export interface Room {
  /** How many pages are in memory at most. */
  readonly keepPages: number;
  /** How many rows are wanted ready beyond the end of a viewport. */
  readonly rowsAhead: number;
}

/** What viewports show of a table, and how much of it may be in memory. */
export const viewportOf = <T>({ window: { ranges }, log }: ListState<T>, room: Room) => {
  // As many rows may have been removed before what is shown.
  const removed = log.entries.filter(({ edit }) => edit.type === 'remove').length;
  const shown = ranges.map(({ start, end }) => ({ start, end: end + removed }));
  return { ranges: removed === 0 ? ranges : shown, ...room };
};

type Viewport = Readonly<ReturnType<typeof viewportOf>>;

/** What an empty viewport at the start will show is the first row. */
const rangeEnd = ({ start, end }: ListRange): number => Math.max(end, start + 1);

/** Adds the pages with rows from this one on, in one direction, as long as they are near and there is room. */
const add = (
  { pages }: PageTable<unknown>,
  to: Set<number>,
  from: number,
  step: 1 | -1,
  room: number,
  isNear: (first: number, end: number) => boolean,
): void => {
  for (
    let at = from, page = pages[at];
    to.size < room && page !== undefined;
    at += step, page = pages[at]
  ) {
    if (!isNear(page.first, endOf(page))) return;
    if (page.count > 0) to.add(at);
  }
};

/** The pages that viewports show. They are in memory, however many they are. */
export const pagesShown = (
  table: PageTable<unknown>,
  { ranges }: Pick<Viewport, 'ranges'>,
): Set<number> => {
  const shown = new Set<number>();
  for (const range of ranges)
    add(table, shown, pageAt(table, range.start), 1, Infinity, (first) => first < rangeEnd(range));
  return shown;
};

/** How far rows are from the nearest viewport; 0 where it shows one of them. */
const distance = ({ first, rows }: Block<unknown>, { ranges }: Pick<Viewport, 'ranges'>): number =>
  Math.min(
    ...ranges.map((range) =>
      Math.max(0, range.start - (first + rows.length) + 1, first - rangeEnd(range) + 1),
    ),
  );

/** Those, and as many of the pages near them as there is room for in all, the nearest ones ahead first. */
export const pagesWanted = (table: PageTable<unknown>, viewport: Viewport): ReadonlySet<number> => {
  // Old rows that a viewport shows take room as well.
  const room =
    viewport.keepPages - table.old.filter((block) => distance(block, viewport) === 0).length;
  const wanted = pagesShown(table, viewport);
  for (const range of viewport.ranges) {
    const [from, to] = [range.start - viewport.rowsAhead, rangeEnd(range) + viewport.rowsAhead];
    add(table, wanted, pageAt(table, rangeEnd(range) - 1) + 1, 1, room, (first) => first < to);
    add(table, wanted, pageAt(table, range.start) - 1, -1, room, (_, end) => end > from);
  }
  return wanted;
};

/** Whether a row is so far behind the last one that its page is to be named, and not walked to. */
const isFar = (table: PageTable<unknown>, index: number): boolean => {
  const { naming } = table;
  return (
    naming?.follow !== undefined && index >= sizeOf(table) + naming.size && index < naming.total
  );
};

/** Whether viewports want the page behind the last one. */
export const isNextShown = <T>(
  { rules, walk: { table, isTransferred } }: ListState<T>,
  { ranges, keepPages, rowsAhead }: Viewport,
): boolean => {
  const size = sizeOf(table);
  if (rules.server === 'page') return size === 0;
  // Rows after those that came with the HTML cost the first page again: wait until half of them were seen.
  const ahead = isTransferred ? Math.min(rowsAhead, Math.floor(size / 2)) : rowsAhead;
  return ranges.some(({ start, end }) => {
    if (isFar(table, start)) return false;
    return (
      size <= end || (size <= end + ahead && table.pages.length - pageAt(table, start) < keepPages)
    );
  });
};

/** The farthest row that a viewport shows where its page is to be named. */
export const farthest = (
  table: PageTable<unknown>,
  { ranges }: Pick<Viewport, 'ranges'>,
): number | undefined => {
  const far = ranges.filter(({ start }) => isFar(table, start)).map((range) => rangeEnd(range) - 1);
  return far.length === 0 ? undefined : Math.min(table.length - 1, Math.max(...far));
};

export const isShown = (index: number, { ranges }: Pick<Viewport, 'ranges'>): boolean =>
  ranges.some((range) => index >= range.start && index < rangeEnd(range));

/** Drops the rows that there is no room for, farthest from what viewports show first. */
const trim = <T>(table: PageTable<T>, viewport: Viewport): PageTable<T> => {
  const blocks = blocksOf(table);
  if (blocks.length <= viewport.keepPages) return table;
  const near = new Set<unknown>([...pagesWanted(table, viewport)].map((page) => table.pages[page]));
  const rankOf = (block: Block<T>): number => {
    // A page without rows is never wanted again. In the room of one that is, it would have that one loaded again and again.
    const far = block.rows.length === 0 ? Infinity : distance(block, viewport);
    return far === 0 ? -1 : near.has(block) ? 0 : far;
  };
  const ranked = blocks
    .map((block) => ({ block, rank: rankOf(block) }))
    .sort((one, other) => one.rank - other.rank);
  const dropped = new Set<unknown>(
    ranked.flatMap(({ block, rank }, index) =>
      index >= viewport.keepPages && rank >= 0 ? [block] : [],
    ),
  );
  const pages = table.pages.map((page) =>
    dropped.has(page) ? { ...page, rows: undefined, invalid: noEntries } : page,
  );
  return { ...table, pages, old: table.old.filter((block) => !dropped.has(block)) };
};

/** The table as it is to be shown: without rows that were overtaken, or that there is no room for. */
export const arrange = <T>(
  table: PageTable<T>,
  viewport: Viewport,
  isEnd: boolean,
): PageTable<T> => {
  const left = trim(overtake(table, isEnd), viewport);
  const length = isEnd
    ? sizeOf(left)
    : Math.max(left.length, sizeOf(left), left.naming?.total ?? 0);
  return left === table && length === table.length ? table : { ...left, length };
};

/** Names pages, the first one by its token, up to the one that has this row, and gives the token of the page behind them. */
export const nameTo = <T>(table: PageTable<T>, index: number, token: PageToken) => {
  const { naming } = table;
  const pages = [...table.pages];
  let [next, first]: [PageToken | undefined, number] = [token, sizeOf(table)];
  while (naming?.follow !== undefined && next !== undefined && first <= index) {
    const count = Math.min(naming.total, first + naming.size) - first;
    pages.push({ token: next, first, count, rows: undefined, invalid: noEntries });
    first += count;
    next = O.toUndefined(naming.follow(O.some(next), naming.size));
  }
  return { table: { ...table, pages }, next };
};

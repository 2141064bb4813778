import { type ListedPage, totalOf } from '../WalkSource';
import {
  endOf,
  invalidIn,
  type Naming,
  noEntries,
  allRows,
  type PageTable,
  sizeOf,
  type TablePage,
  withNext,
  withPages,
} from '../table/PageTable';
import type { PageToken } from '../../model/PageToken';

/** A service may say anything: no more pages than this are named. */
const maxNamed = 100_000;

/** The page that has the row at this index; the number of pages where none has. */
export const pageAt = ({ pages }: PageTable<unknown>, index: number): number => {
  let [low, high] = [0, pages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const page = pages[middle];
    if (page !== undefined && endOf(page) > index) high = middle;
    else low = middle + 1;
  }
  return low;
};

const namingOf = (page: ListedPage): Naming | undefined => {
  const { follow, isTransferred, isLast, records } = page;
  const total = totalOf(page) ?? Infinity;
  if (!follow || isLast || total > records.length * maxNamed) return undefined;
  return { follow: isTransferred ? undefined : follow, size: records.length, total };
};

/**
 * Only as many rows are left as a page says there are, where that is less than there was and can be true. Some services send the
 * length of the page. `first` is the index of its first row.
 */
export const cutToTotal = <T>(
  table: PageTable<T>,
  first: number,
  {
    total = Infinity,
    records,
    isLast,
  }: { total: number | undefined; records: number; isLast: boolean },
  length = table.length,
): PageTable<T> => {
  const end = first + records;
  const isTrue = records === 0 ? total <= first : total > end || (isLast && total === end);
  if (total >= length || !isTrue) return table;
  const pages = table.pages
    .filter((page, index) => page.first < total || index === 0)
    .map((page) =>
      endOf(page) <= total ? page : { ...page, count: total - page.first, rows: undefined },
    );
  return {
    ...table,
    pages,
    old: noEntries,
    naming: table.naming && { ...table.naming, total },
    length: total,
  };
};

/** A page of the walk begins. Pages of different lengths cannot be counted on. */
export const withPage = <T>(
  given: PageTable<T>,
  token: PageToken | undefined,
  page: ListedPage,
): PageTable<T> => {
  const said = { total: totalOf(page), records: page.records.length, isLast: page.isLast };
  const table = cutToTotal(given, sizeOf(given), said);
  const next = namingOf(page);
  const isOther = table.pages.length > 0 && next?.size !== table.naming?.size;
  return { ...withNext(table, token), naming: isOther ? undefined : next };
};

const replaced = <T>(
  pages: ReadonlyArray<TablePage<T>>,
  index: number,
  change: Partial<TablePage<T>>,
) => pages.map((page, at) => (at === index ? { ...page, ...change } : page));

/** A page has come again. Where it has more or fewer rows, those behind it move; where it is the last one, they go. */
export const refilled = <T>(
  table: PageTable<T>,
  index: number,
  came: PageTable<T>,
  next: PageToken | undefined,
  isLast: boolean,
): PageTable<T> => {
  const change = { rows: allRows(came), count: sizeOf(came), invalid: invalidIn(came) };
  const moved = withPages(table, replaced(table.pages, index, change));
  if (!isLast) return { ...moved, pages: replaced(moved.pages, index + 1, { token: next }) };
  const left = { ...moved, pages: moved.pages.slice(0, index + 1) };
  return { ...left, old: noEntries, length: sizeOf(left) };
};

/** The walk has come as far as rows of the one before, or to its end. */
export const overtake = <T>(table: PageTable<T>, isOver: boolean): PageTable<T> => {
  if (table.old.length === 0) return table;
  const size = sizeOf(table);
  const old = table.old.flatMap((block) => {
    if (block.first >= size) return [block];
    const rows = block.rows.slice(size - block.first);
    return rows.length === 0 ? [] : [{ ...block, rows, first: size }];
  });
  return { ...table, old: isOver ? noEntries : old };
};

/** The row at an index, of a walk before this one. */
export const oldRow = <T>({ old }: PageTable<T>, index: number): T | undefined => {
  const block = old.find(({ first, rows }) => index >= first && index < first + rows.length);
  return block?.rows[index - block.first];
};

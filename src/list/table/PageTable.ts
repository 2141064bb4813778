import type { Numbering } from '../../model/paging/scheme';
import type { InvalidObject } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';
import { type ListedPage, totalOf } from '../WalkSource';

/** Rows, and the index of the first one. */
export interface Block<T> {
  readonly first: number;
  readonly rows: ReadonlyArray<T>;
  readonly invalid: ReadonlyArray<InvalidObject>;
}

export interface TablePage<T> extends Omit<Block<T>, 'rows'> {
  /** What brings it again. The first page of a walk has none. */
  readonly token: PageToken | undefined;
  /** How many rows it has, also where they are not in memory. */
  readonly count: number;
  /** Undefined where they are not in memory. */
  readonly rows: ReadonlyArray<T> | undefined;
}

/** How pages that were never walked are named: they have as many rows as the first one. */
export interface Naming {
  /** Unknown until a page has come that has a token: one that has travelled has none. */
  readonly follow: Numbering['follow'] | undefined;
  readonly size: number;
  readonly total: number;
}

/** The pages of a list. One that grows keeps all of them; a window has some in memory, and uses the other fields as well. */
export interface PageTable<T> {
  readonly pages: ReadonlyArray<TablePage<T>>;
  /** How many rows there are to scroll through. */
  readonly length: number;
  /** Rows of a walk before this one, which are shown until this one has come as far. */
  readonly old: ReadonlyArray<Block<T>>;
  readonly naming: Naming | undefined;
}

export const none: ReadonlyArray<never> = [];

export const emptyTable: PageTable<never> = {
  pages: none,
  length: 0,
  old: none,
  naming: undefined,
};

export const endOf = ({ first, count }: Pick<TablePage<unknown>, 'first' | 'count'>): number =>
  first + count;

export const sizeOf = ({ pages }: PageTable<unknown>): number =>
  endOf(pages.at(-1) ?? { first: 0, count: 0 });

/** Computes something of pages once: a list looks at the same ones many times, and there may be very many. */
const once = <R>(compute: (pages: ReadonlyArray<TablePage<unknown>>) => R) => {
  const known = new WeakMap<object, R>();
  return ({ pages }: Pick<PageTable<unknown>, 'pages'>): R => {
    const found = known.get(pages) ?? compute(pages);
    known.set(pages, found);
    return found;
  };
};

export const invalidIn = once((pages): ReadonlyArray<InvalidObject> =>
  pages.flatMap(({ invalid }) => invalid),
);

/** The objects in memory, in their order. */
export const objectsIn = <T>({ pages }: PageTable<T>): ReadonlyArray<T> =>
  pages.flatMap(({ rows }) => rows ?? none);

const held = once((pages) => pages.filter(({ rows }) => rows !== undefined));

/** What is in memory, in its order. */
export const blocksOf = <T>(table: PageTable<T>): ReadonlyArray<Block<T>> => {
  const blocks = held(table) as ReadonlyArray<Block<T>>;
  return table.old.length === 0
    ? blocks
    : [...blocks, ...table.old].sort((one, other) => one.first - other.first);
};

/** Other pages in the same number. Where they have more or fewer rows, all that lies behind them moves. */
export const withPages = <T>(
  table: PageTable<T>,
  given: ReadonlyArray<TablePage<T>>,
): PageTable<T> => {
  let first = 0;
  const pages = given.map((page) => {
    const placed = page.first === first ? page : { ...page, first };
    first += page.count;
    return placed;
  });
  const more = first - sizeOf(table);
  const old =
    more === 0 ? table.old : table.old.map((block) => ({ ...block, first: block.first + more }));
  return { ...table, pages, old, length: table.length + more };
};

/** A page begins behind the last one. */
export const withNext = <T>(table: PageTable<T>, token?: PageToken): PageTable<T> => {
  const added = { token, first: sizeOf(table), count: 0, rows: none, invalid: none };
  return { ...table, pages: [...table.pages, added] };
};

// The rest is for windows.

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
    old: none,
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
  const change = { rows: objectsIn(came), count: sizeOf(came), invalid: invalidIn(came) };
  const moved = withPages(table, replaced(table.pages, index, change));
  if (!isLast) return { ...moved, pages: replaced(moved.pages, index + 1, { token: next }) };
  const left = { ...moved, pages: moved.pages.slice(0, index + 1) };
  return { ...left, old: none, length: sizeOf(left) };
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
  return { ...table, old: isOver ? none : old };
};

/** The row at an index, of a walk before this one. */
export const oldRow = <T>({ old }: PageTable<T>, index: number): T | undefined => {
  const block = old.find(({ first, rows }) => index >= first && index < first + rows.length);
  return block?.rows[index - block.first];
};

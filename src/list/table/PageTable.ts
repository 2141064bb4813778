import type { Numbering } from '../../model/paging/scheme';
import type { InvalidObject } from '../../model/errors/WalkError';
import type { PageToken } from '../../model/PageToken';

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
  /** Unknown until a page has come that has a token: one that has traveled has none. */
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

export const noEntries: ReadonlyArray<never> = [];

export const emptyTable: PageTable<never> = {
  pages: noEntries,
  length: 0,
  old: noEntries,
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
export const allRows = <T>({ pages }: PageTable<T>): ReadonlyArray<T> =>
  pages.flatMap(({ rows }) => rows ?? noEntries);

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
  const added = { token, first: sizeOf(table), count: 0, rows: noEntries, invalid: noEntries };
  return { ...table, pages: [...table.pages, added] };
};

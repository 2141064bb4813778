import type { PageToken } from '../../model/PageToken';

/** The pages of a walk: how many rows each of them has, and the token that brings it again. It holds no rows. */
export interface PageTable {
  readonly pages: number;
  /** How many rows all of them have. */
  readonly size: number;
  /** A page begins behind the last one. The first page of a walk has no token. */
  readonly add: (token: PageToken | undefined) => void;
  /** The last page has one row more. */
  readonly grow: () => void;
  readonly tokenOf: (page: number) => PageToken | undefined;
  readonly firstOf: (page: number) => number;
  readonly countOf: (page: number) => number;
  /** The page that has the row at this index; the number of pages where none has. */
  readonly pageAt: (index: number) => number;
  /** The page has another number of rows than before, and those behind it move. */
  readonly resize: (page: number, count: number) => void;
  readonly renew: (page: number, token: PageToken) => void;
  /** Only this many pages are left. */
  readonly cut: (pages: number) => void;
  readonly keep: () => KeptTable;
}

/** The pages as data: their tokens, and how many rows there are up to their ends. */
export interface KeptTable {
  readonly tokens: ReadonlyArray<PageToken | undefined>;
  readonly ends: ReadonlyArray<number>;
}

export const pageTable = (kept?: KeptTable): PageTable => {
  // Two arrays and no object for each page: a long list has many.
  const tokens: Array<PageToken | undefined> = [...(kept?.tokens ?? [])];
  const ends: Array<number> = [...(kept?.ends ?? [])];
  const firstOf = (page: number): number => ends[page - 1] ?? 0;
  const countOf = (page: number): number => (ends[page] ?? 0) - firstOf(page);
  return {
    get pages() {
      return ends.length;
    },
    get size() {
      return ends.at(-1) ?? 0;
    },
    add: (token) => {
      tokens.push(token);
      ends.push(ends.at(-1) ?? 0);
    },
    grow: () => {
      ends.push((ends.pop() ?? 0) + 1);
    },
    tokenOf: (page) => tokens[page],
    firstOf,
    countOf,
    pageAt: (index) => {
      let [low, high] = [0, ends.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle] ?? 0) > index) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    resize: (page, count) => {
      const more = count - countOf(page);
      for (let other = page; other < ends.length; other += 1) ends[other] = (ends[other] ?? 0) + more;
    },
    renew: (page, token) => {
      tokens[page] = token;
    },
    cut: (pages) => {
      tokens.length = pages;
      ends.length = pages;
    },
    keep: () => ({ tokens, ends }),
  };
};

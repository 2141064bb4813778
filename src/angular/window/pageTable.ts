import * as O from 'fp-ts/Option';
import type { Scheme } from '../../model/endpoints/Paging';
import type { PageToken } from '../../model/PageToken';
import { nextPageAfter } from '../list/ListState';
import type { ListedPage } from '../ObjectQueryFeature';

/** How pages that were never walked are named: they have as many rows as the first one. */
interface Naming {
  /** Unknown until a page has come that has a token: one that has travelled has none. */
  readonly follow: Scheme['follow'];
  readonly size: number;
  readonly total: number;
}

/** A service may say anything: no more pages than this are named. */
const maxNamed = 100_000;

const namingOf = (page: ListedPage): Naming | undefined => {
  const { follow, isTransferred, isLast } = page;
  const [size, { total = Infinity }] = [page.records.length, nextPageAfter(page)];
  if (!follow || isLast || total > size * maxNamed) return undefined;
  return { follow: isTransferred ? undefined : follow, size, total };
};

/** The pages as data: their tokens, and how many rows there are up to their ends. */
export interface KeptTable {
  readonly tokens: ReadonlyArray<PageToken | undefined>;
  readonly ends: ReadonlyArray<number>;
  readonly naming: Naming | undefined;
}

/** The pages of a walk: how many rows each of them has, and the token that brings it again. It holds no rows. */
export type PageTable = ReturnType<typeof pageTable>;

export const pageTable = (kept?: KeptTable) => {
  // Two arrays and no object for each page: a long list has many.
  const tokens: Array<PageToken | undefined> = [...(kept?.tokens ?? [])];
  const ends: Array<number> = [...(kept?.ends ?? [])];
  let naming = kept?.naming;
  const size = (): number => ends.at(-1) ?? 0;
  const firstOf = (page: number): number => ends[page - 1] ?? 0;
  const countOf = (page: number): number => (ends[page] ?? 0) - firstOf(page);
  return {
    pages: (): number => ends.length,
    /** How many rows all of them have. */
    size,
    /** How many rows there are, including those of pages that were never walked and can be named. */
    length: (): number => Math.max(size(), naming?.total ?? 0),
    tokenOf: (page: number): PageToken | undefined => tokens[page],
    firstOf,
    countOf,
    /** A page begins behind the last one. The first page of a walk has no token. */
    add: (token: PageToken | undefined): void => {
      tokens.push(token);
      ends.push(size());
    },
    /** The last page has one row more. */
    grow: (): void => {
      ends.push((ends.pop() ?? 0) + 1);
    },
    /** The page that has the row at this index; the number of pages where none has. */
    pageAt: (index: number): number => {
      let [low, high] = [0, ends.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((ends[middle] ?? 0) > index) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    /** The page has another number of rows than before, and those behind it move. */
    resize: (page: number, count: number): void => {
      const more = count - countOf(page);
      for (let other = page; other < ends.length; other += 1) ends[other] = (ends[other] ?? 0) + more;
    },
    renew: (page: number, token: PageToken): void => {
      tokens[page] = token;
    },
    /** Only this many pages are left. */
    cut: (pages: number): void => {
      tokens.length = ends.length = pages;
      if (pages === 0) naming = undefined;
    },
    /** What a page says of those behind it. Pages of different lengths cannot be counted on. */
    learn: (page: ListedPage): void => {
      const next = namingOf(page);
      naming = ends.length > 0 && next?.size !== naming?.size ? undefined : next;
    },
    /** Whether pages can be named that were never walked. */
    canName: (): boolean => naming?.follow !== undefined,
    /** Whether a row is so far behind the last one that its page is to be named, and not walked to. */
    isFar: (index: number): boolean =>
      naming?.follow !== undefined && index >= size() + naming.size && index < naming.total,
    /** Names pages, the first one by its token, up to the one that has this row, and gives the token of the page behind them. */
    nameTo: (index: number, token: PageToken): PageToken | undefined => {
      let next: PageToken | undefined = token;
      while (naming?.follow !== undefined && next !== undefined && size() <= index) {
        tokens.push(next);
        ends.push(Math.min(naming.total, size() + naming.size));
        next = O.toUndefined(naming.follow(O.some(next), naming.size));
      }
      return next;
    },
    /** Whether a page that came again with this many records shows that those behind it were named wrongly. */
    isMisnamed: (records: number): boolean => naming !== undefined && naming.size !== records,
    keep: (): KeptTable => ({ tokens, ends, naming }),
  };
};

import * as O from 'fp-ts/Option';
import type { Scheme } from '../../model/endpoints/Paging';
import type { PageToken } from '../../model/PageToken';
import type { ListedPage } from '../ObjectQueryFeature';

/** The pages of a walk: how many rows each of them has, and the token that brings it again. It holds no rows. */
export interface PageTable {
  readonly pages: number;
  /** How many rows all of them have. */
  readonly size: number;
  /** How many rows there are, including those of pages that were never walked and can be named. */
  readonly length: number;
  /** What a page says of those behind it. */
  readonly learn: (page: ListedPage) => void;
  /** Whether pages can be named that were never walked. */
  readonly canName: boolean;
  /** Whether a row is so far behind the last one that its page is to be named, and not walked to. */
  readonly isFar: (index: number) => boolean;
  /** Names pages, the first one by its token, up to the one that has this row, and gives the token of the page behind them. */
  readonly nameTo: (index: number, token: PageToken) => PageToken | undefined;
  /** Whether a page that came again with this many records shows that those behind it were named wrongly. */
  readonly isMisnamed: (records: number) => boolean;
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

/** How pages that were never walked are named: they have as many rows as the first one. */
interface Naming {
  /** Unknown until a page has come that has a token: one that has travelled has none. */
  readonly follow: Scheme['follow'];
  readonly size: number;
  readonly total: number;
}

/** A service may say anything: no more pages than this are named. */
const maxNamed = 100_000;

const namingOf = ({ follow, records, isTransferred, isLast, fields }: ListedPage): Naming | undefined => {
  const [size, total] = [records.length, fields.totalCount ?? fields.total];
  const isUsable = Number.isSafeInteger(total) && (total as number) <= size * maxNamed;
  if (!follow || !isUsable || isLast) return undefined;
  return { follow: isTransferred ? undefined : follow, size, total: total as number };
};

/** The pages as data: their tokens, and how many rows there are up to their ends. */
export interface KeptTable {
  readonly naming: Naming | undefined;
  readonly tokens: ReadonlyArray<PageToken | undefined>;
  readonly ends: ReadonlyArray<number>;
}

export const pageTable = (kept?: KeptTable): PageTable => {
  // Two arrays and no object for each page: a long list has many.
  const tokens: Array<PageToken | undefined> = [...(kept?.tokens ?? [])];
  const ends: Array<number> = [...(kept?.ends ?? [])];
  let naming = kept?.naming;
  const sizeNow = (): number => ends.at(-1) ?? 0;
  const firstOf = (page: number): number => ends[page - 1] ?? 0;
  const countOf = (page: number): number => (ends[page] ?? 0) - firstOf(page);
  return {
    get pages() {
      return ends.length;
    },
    get size() {
      return sizeNow();
    },
    get length() {
      return Math.max(sizeNow(), naming?.total ?? 0);
    },
    learn: (page) => {
      const next = namingOf(page);
      // Pages of different lengths cannot be counted on.
      naming = ends.length > 0 && next?.size !== naming?.size ? undefined : next;
    },
    get canName() {
      return naming?.follow !== undefined;
    },
    isFar: (index) => naming?.follow !== undefined && index >= sizeNow() + naming.size && index < naming.total,
    nameTo: (index, token) => {
      let next: PageToken | undefined = token;
      while (naming?.follow !== undefined && next !== undefined && sizeNow() <= index) {
        tokens.push(next);
        ends.push(Math.min(naming.total, sizeNow() + naming.size));
        next = O.toUndefined(naming.follow(O.some(next), naming.size));
      }
      return next;
    },
    isMisnamed: (records) => naming !== undefined && naming.size !== records,
    add: (token) => {
      tokens.push(token);
      ends.push(sizeNow());
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
      if (pages === 0) naming = undefined;
    },
    keep: () => ({ tokens, ends, naming }),
  };
};

import * as O from 'fp-ts/Option';
import type { PageToken } from '../../model/PageToken';
import { none, type PageTable, sizeOf } from './PageTable';

/** Whether a row is so far behind the last one that its page is to be named, and not walked to. */
export const isFar = (table: PageTable<unknown>, index: number): boolean => {
  const { naming } = table;
  return naming?.follow !== undefined && index >= sizeOf(table) + naming.size && index < naming.total;
};

/** Names pages, the first one by its token, up to the one that has this row, and gives the token of the page behind them. */
export const nameTo = <T>(
  table: PageTable<T>,
  index: number,
  token: PageToken,
): { readonly table: PageTable<T>; readonly next: PageToken | undefined } => {
  const { naming } = table;
  const pages = [...table.pages];
  let [next, first]: [PageToken | undefined, number] = [token, sizeOf(table)];
  while (naming?.follow !== undefined && next !== undefined && first <= index) {
    const count = Math.min(naming.total, first + naming.size) - first;
    pages.push({ token: next, first, count, rows: undefined, invalid: none });
    first += count;
    next = O.toUndefined(naming.follow(O.some(next), naming.size));
  }
  return { table: { ...table, pages }, next };
};

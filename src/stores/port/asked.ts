import type { RowFilter, StoreRow } from './Store';

const utf8 = new TextEncoder();

/** The order of UTF-8 bytes, which is not that of JavaScript's strings. */
export const compareIds = (one: string, other: string): number => {
  const [a, b] = [utf8.encode(one), utf8.encode(other)];
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
};

export const isIdAsked = (id: string, { prefix = '', after = '' }: RowFilter): boolean =>
  id.startsWith(prefix) && compareIds(id, after) > 0;

/** Whether a row is asked for, as far as other things than its id say so. */
export const isRowAsked = ({ index, keptAt }: StoreRow, filter: RowFilter): boolean => {
  const { isLast = index.isLast, recurs = index.recurs, keptBefore = Infinity } = filter;
  const isOld = keptBefore === Infinity || (keptAt ?? Infinity) < keptBefore;
  return isLast === index.isLast && recurs === index.recurs && isOld;
};

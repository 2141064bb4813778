import type { Envelope } from '../../model/paging/envelope';
import { doubtIn } from '../../model/paging/doubtIn';
import type { Doubts } from '../../model/paging/doubts';
import type { Seen } from '../../model/place/Seen';
import { countCut, findLists } from './cutLists';

/** What a walk is, as far as its doubts depend on it. */
export interface Doubting {
  /** Whether its first request does not ask for the first page, or only for what has changed. */
  readonly isFromMiddle: boolean;
  /** Reads the object of an item, if lists in objects are looked at. */
  readonly objectIn?: ((item: unknown) => unknown) | undefined;
}

const furthest = (known: Seen['total'], total: number): NonNullable<Seen['total']> => {
  const { from, to } = known ?? { from: total, to: total };
  return { from, to: Math.abs(total - from) > Math.abs(to - from) ? total : to };
};

const fallTo = (last: number, highest: number, fall: Seen['fall']): Seen['fall'] =>
  last < highest ? { from: fall?.from ?? highest, to: Math.min(fall?.to ?? last, last) } : fall;

const listsAfter = (
  lists: Seen['lists'],
  data: Envelope['data'],
  objectIn: NonNullable<Doubting['objectIn']>,
): Seen['lists'] => {
  if (data.length === 0 || lists?.length === 0) return lists;
  const records = data.map(objectIn);
  return countCut(lists ?? findLists(records), records);
};

/** Says what the pages of a walk leave in doubt (laws 32, 41 and 47). */
export const doubtsOf = ({ isFromMiddle, objectIn }: Doubting): Doubts => ({
  begin: (isResumed) => ({
    isPart: isResumed || isFromMiddle,
    objects: 0,
    totals: [],
    isTotal: false,
    highest: 0,
    ...(isResumed && { unseen: [] }),
  }),
  after: (seen, { data, beside: { total } = {}, last, unseen = [], totals = [], partial }) => ({
    isPart: seen.isPart,
    objects: seen.objects + data.length,
    unseen: seen.unseen?.filter((source) => unseen.includes(source)) ?? unseen,
    totals: totals.length > 0 ? totals : seen.totals,
    total: total === undefined ? seen.total : furthest(seen.total, total),
    isTotal: seen.isTotal || (total !== undefined && total !== data.length),
    highest: Math.max(seen.highest, last ?? 0),
    fall: last === undefined ? seen.fall : fallTo(last, seen.highest, seen.fall),
    partial: seen.partial ?? partial,
    lists: objectIn && listsAfter(seen.lists, data, objectIn),
  }),
  doubtIn,
});

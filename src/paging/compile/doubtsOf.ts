import type { Doubt, Doubts } from '../../model/paging/doubts';
import type { Envelope } from '../../model/paging/envelope';
import { countCut, cutIn, type CutLists, findLists } from './cutLists';

/** What the pages of a walk have said by now. */
interface Seen {
  readonly objects: number;
  /** The sources at which no page had anything; undefined before the first page. */
  readonly unseen?: ReadonlyArray<string> | undefined;
  /** What the page that said it last calls the number of all objects. */
  readonly totals: ReadonlyArray<number>;
  /** The first total, and the one that is furthest from it. */
  readonly total?: { readonly from: number; readonly to: number } | undefined;
  /** Whether any total was another number than that of the items on its page, which some services call their total. */
  readonly isTotal: boolean;
  /** The highest number of a last page. */
  readonly highest: number;
  readonly fall?: Doubt['shifted'];
  readonly partial?: string | undefined;
  readonly lists?: CutLists | undefined;
}

/** What a walk is, as far as its doubts depend on it. */
export interface Doubting {
  readonly isResumed: boolean;
  /** Whether its first request does not ask for the first page, or only for what has changed. */
  readonly isFromMiddle: boolean;
  /** Reads the object of an item, if lists in objects are looked at. */
  readonly objectIn?: ((item: unknown) => unknown) | undefined;
}

const furthest = (known: Seen['total'], total: number): NonNullable<Seen['total']> => {
  const { from, to } = known ?? { from: total, to: total };
  return { from, to: Math.abs(total - from) > Math.abs(to - from) ? total : to };
};

const fallTo = (last: number, highest: number, fall: Doubt['shifted']): Doubt['shifted'] =>
  last < highest
    ? { from: fall?.from ?? highest, to: Math.min(fall?.to ?? last, last), in: 'pages' }
    : fall;

const listsAfter = (
  lists: CutLists | undefined,
  data: Envelope['data'],
  objectIn: NonNullable<Doubting['objectIn']>,
): CutLists | undefined => {
  if (data.length === 0 || lists?.places.length === 0) return lists;
  const records = data.map(objectIn);
  return countCut(lists ?? findLists(records), records);
};

/** What is known after another page. */
const after = (
  seen: Seen,
  { data, beside: { total } = {}, last, unseen = [], totals = [], partial }: Envelope,
  objectIn: Doubting['objectIn'],
): Seen => ({
  objects: seen.objects + data.length,
  unseen: seen.unseen?.filter((source) => unseen.includes(source)) ?? unseen,
  totals: totals.length > 0 ? totals : seen.totals,
  total: total === undefined ? seen.total : furthest(seen.total, total),
  isTotal: seen.isTotal || (total !== undefined && total !== data.length),
  highest: Math.max(seen.highest, last ?? 0),
  fall: last === undefined ? seen.fall : fallTo(last, seen.highest, seen.fall),
  partial: seen.partial ?? partial,
  lists: objectIn && listsAfter(seen.lists, data, objectIn),
});

/** What the end says of all that, if anything. What was missed is not known after a failure. */
const doubtIn = (seen: Seen, isPart: boolean, isWhole: boolean): Doubt => {
  const { objects, unseen = [], total, isTotal, fall, partial } = seen;
  const [source] = unseen;
  const all = isPart ? undefined : seen.totals.find((count) => count > objects);
  const cut = seen.lists ? cutIn(seen.lists) : [];
  return {
    ...(isWhole && source !== undefined && { unseen: source }),
    ...(fall && { shifted: fall }),
    ...(isTotal && total && total.from !== total.to && { shifted: total }),
    ...(isWhole && all !== undefined && { short: { objects, total: all } }),
    ...(partial !== undefined && { partial }),
    ...(cut.length > 0 && { cut }),
  };
};

/** Keeps what the pages of one walk leave in doubt (laws 32, 41 and 47). */
export const doubtsOf = ({ isResumed, isFromMiddle, objectIn }: Doubting): Doubts => {
  let seen: Seen = {
    objects: 0,
    totals: [],
    isTotal: false,
    highest: 0,
    ...(isResumed && { unseen: [] }),
  };
  return {
    page: (envelope) => {
      seen = after(seen, envelope, objectIn);
    },
    atEnd: ({ error, unsubscribed }) => {
      const doubt = doubtIn(seen, isResumed || isFromMiddle, !error && !unsubscribed);
      return Object.keys(doubt).length > 0 ? doubt : undefined;
    },
  };
};

import type { Doubt, Doubts } from '../../model/endpoints/Paging';

/** Keeps the sources at which no page had anything, the totals that differ, and what else the last page says of them. */
export const doubtsOf = (isResumed: boolean, isFromMiddle: boolean): Doubts => {
  let unseen: ReadonlyArray<string> | undefined = isResumed ? [] : undefined;
  let objects = 0;
  let totals: ReadonlyArray<number> = [];
  let from: number | undefined;
  let to = 0;
  /** Whether any total was another number than that of the items on its page, which some services call their total. */
  let isTotal = false;
  let highest = 0;
  let fall: Doubt['shifted'];
  return {
    page: ({ data, beside: { total } = {}, last, unseen: here = [], totals: said = [] }) => {
      unseen = unseen?.filter((source) => here.includes(source)) ?? here;
      objects += data.length;
      totals = said;
      highest = Math.max(highest, last ?? 0);
      if (last !== undefined && last < highest) {
        fall = { from: fall?.from ?? highest, to: Math.min(fall?.to ?? last, last), in: 'pages' };
      }
      if (total === undefined) return;
      to = from === undefined || Math.abs(total - from) > Math.abs(to - from) ? total : to;
      from ??= total;
      isTotal ||= total !== data.length;
    },
    atEnd: ({ error, unsubscribed }) => {
      const isWhole = !error && !unsubscribed;
      const total = isFromMiddle || isResumed ? undefined : totals.find((all) => all > objects);
      const doubt: Doubt = {
        ...(isWhole && unseen?.[0] !== undefined && { unseen: unseen[0] }),
        ...(fall && { shifted: fall }),
        ...(isTotal && from !== undefined && from !== to && { shifted: { from, to } }),
        ...(isWhole && total !== undefined && { short: { objects, total } }),
      };
      return Object.keys(doubt).length > 0 ? doubt : undefined;
    },
  };
};

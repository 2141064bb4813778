import type { Doubts } from '../../model/endpoints/Paging';

/** Keeps the sources at which no page had anything, and the totals that differ. */
export const doubtsOf = (isResumed: boolean): Doubts => {
  let unseen: ReadonlyArray<string> | undefined = isResumed ? [] : undefined;
  let from: number | undefined;
  let to = 0;
  /** Whether any total was another number than that of the items on its page, which some services call their total. */
  let isTotal = false;
  return {
    page: ({ data, total, unseen: here = [] }) => {
      unseen = unseen?.filter((source) => here.includes(source)) ?? here;
      if (total === undefined) return;
      to = from === undefined || Math.abs(total - from) > Math.abs(to - from) ? total : to;
      from ??= total;
      isTotal ||= total !== data.length;
    },
    atEnd: ({ error, unsubscribed }) => ({
      ...(!error && !unsubscribed && unseen?.[0] !== undefined && { unseen: unseen[0] }),
      ...(isTotal && from !== undefined && from !== to && { shifted: { from, to } }),
    }),
  };
};

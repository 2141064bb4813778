import type { Seen } from '../place/Seen';
import type { Doubt } from './doubts';

/** What is in doubt of a walk whose pages have said this, if anything. What was missed is not known of a walk that did not end well. */
export const doubtIn = (seen: Seen, isWhole: boolean): Doubt | undefined => {
  const { isPart, objects, unseen = [], total, isTotal, fall, partial, lists = [] } = seen;
  const [source] = unseen;
  const all = isPart ? undefined : seen.totals.find((count) => count > objects);
  const cut = lists
    .filter((list) => list.objects > 0)
    .map((list) => ({ at: list.flag.join('.'), objects: list.objects }));
  const doubt: Doubt = {
    ...(isWhole && source !== undefined && { unseen: source }),
    ...(fall && { shifted: { ...fall, in: 'pages' } }),
    ...(isTotal && total && total.from !== total.to && { shifted: total }),
    ...(isWhole && all !== undefined && { short: { objects, total: all } }),
    ...(partial !== undefined && { partial }),
    ...(cut.length > 0 && { cut }),
  };
  return Object.keys(doubt).length > 0 ? doubt : undefined;
};

import { plainFlags } from './ends';
import type { Convention } from './Convention';

/** Objects beside a list inside an item that say something about its pages (law 47). */
export const innerHolders: ReadonlyArray<Convention> = [
  { role: 'holder', path: 'pageinfo paging meta pagination', type: 'object', worth: 3 },
];

/**
 * What says that there is more of such a list, in the order in which it counts. `*` is the name of the list. Places that users have
 * kept name a row by its position: new rows come last.
 */
export const innerSigns: ReadonlyArray<Convention> = [
  plainFlags,
  { role: 'done', path: 'done', type: 'flag', worth: 3 },
  { role: 'nextLink', path: 'nextrecordsurl', type: 'text', worth: 3 },
  { role: 'nextLink', path: 'paging/next', type: 'text', worth: 3 },
  { role: 'nextLink', path: '*@odata.nextlink', type: 'text', worth: 3 },
  { role: 'total', path: 'total', type: 'count', worth: 3, beside: 'maxresults limit' },
];

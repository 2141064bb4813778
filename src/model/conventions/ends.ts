import type { Convention } from './Convention';

// What the end of a walk looks at (law 41). Nothing but these rows, and those of lists inside items, is in a bundle for browsers.

/** The objects of a response that hold what it says about pages. */
export const holderRows: ReadonlyArray<Convention> = [
  {
    role: 'holder',
    path: 'meta metadata page pages paging paginginfo pagination pageinfo responsemetadata cursor cursors links',
    type: 'object',
    worth: 3,
  },
];

/** Whether there is more, by names that nothing else has. */
export const plainFlags: Convention = {
  role: 'more',
  path: 'hasmore hasnext hasnextpage istruncated',
  type: 'flag',
  worth: 3,
};

export const flagRows: ReadonlyArray<Convention> = [
  plainFlags,
  { role: 'more', path: 'more truncated', type: 'flag', worth: 3 },
];

/** A link to the next page, or its number, and a cursor. */
export const nextRows: ReadonlyArray<Convention> = [
  {
    role: 'nextLink',
    path: 'next nextlink nextpage nexturl nexturi nextpageurl nextpageuri nextrecordsurl @odata.nextlink odata.nextlink',
    type: 'text',
    worth: 3,
  },
  {
    role: 'nextCursor',
    path: 'nextcursor nextmarker nexttoken nextpagetoken continue continuationtoken',
    type: 'value',
    worth: 3,
  },
];

/** The part of such a link or cursor that has its value, where it is an object. */
export const nextPartRows: ReadonlyArray<Convention> = [
  { role: 'nextPart', path: 'href url link after page startingafter', type: 'value', worth: 3 },
];

export const previousRows: ReadonlyArray<Convention> = [
  { role: 'previous', path: 'prev previous before', type: 'any', worth: 3 },
];

export const totalRows: ReadonlyArray<Convention> = [
  {
    role: 'total',
    path: 'total totalcount totalelements totalitems totalresults nbhits',
    type: 'count',
    worth: 3,
  },
];

/** What says that the service gave up before it had looked everywhere. */
export const partialRows: ReadonlyArray<Convention> = [
  {
    role: 'partial',
    path: 'incompleteresults incompletesearch timedout',
    type: 'flag',
    worth: 3,
  },
];

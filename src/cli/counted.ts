/** A number as people read it: 12,345. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** A number of things: 1 page, 2 pages. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

import type { Request } from './Bookmark';

/** A query can be long; the beginning is enough to recognise it. */
const longest = 60;

const told = (value: unknown): string => {
  const text =
    value === undefined || value === null ? 'not given' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What differs between two requests, each in a few words. */
export const differences = (before: Request, now: Request): ReadonlyArray<string> =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => !same(before[name], now[name]))
    .map((name) => `${name} was ${told(before[name])} and is ${told(now[name])}`);

import { isWellFormed } from '../text';
import type { PageToken } from '../PageToken';

/** Where a parameter stands in a request. */
export type Part = 'query' | 'body';

const inQuery = (name: string, value: unknown): string => {
  if (!['string', 'number', 'boolean'].includes(typeof value)) throw new TypeError();
  return `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
};

const inBody = (name: string, value: unknown): string => {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError();
  return `${JSON.stringify(name)}:${json}`;
};

/**
 * Writes one field as the text that stands in the request; throws where there is none. In a query string an array is
 * its items under one name. A field that is undefined is not written.
 */
export const writePart = (part: Part, name: string, value: unknown): ReadonlyArray<string> => {
  if (value === undefined) return [];
  return part === 'body' ? [inBody(name, value)] : [value].flat().map((item) => inQuery(name, item));
};

/** A query string is UTF-8, which has no way to write half a surrogate pair; JSON has one. */
export const isSendable = (part: Part, pageToken: string): boolean => part === 'body' || isWellFormed(pageToken);

/** The page token's part, for a token that is sendable there. */
export const writeToken = (part: Part, pageToken: PageToken): string =>
  (part === 'body' ? inBody : inQuery)('pageToken', pageToken);

import { isWellFormed } from './isWellFormed';
import type { PageFailure } from './WalkError';

/** Beyond this depth nothing of what a service says about an error is worth keeping, and recursion could overflow. */
const deepest = 8;

/** The most characters that a secret shares with other words by chance. */
const longestChance = 5;

/** The fields that hold the library's own words. */
const own = ['_tag', 'problems'];

const formsOf = (secret: string): ReadonlyArray<string> => {
  const url = isWellFormed(secret) ? encodeURIComponent(secret) : secret;
  return [secret, JSON.stringify(secret).slice(1, -1), url, url.replace(/%../g, (escape) => escape.toLowerCase())];
};

/** What is short appears in other words by chance: it counts where it stands alone. */
const separatorOf = (form: string): string | RegExp =>
  form.length > longestChance ? form : new RegExp(`(?<!\\w)${form.replace(/\W/g, '\\$&')}(?!\\w)`);

/** Cuts the forms out one after the other, so that what stands in for one is not searched for the next. */
const cleanText = (text: string, [form, ...others]: ReadonlyArray<string>): string =>
  form === undefined
    ? text
    : text
        .split(separatorOf(form))
        .map((piece) => cleanText(piece, others))
        .join('[redacted]');

/**
 * Takes secrets out of what others say about a failure (law 14). Services echo: an error body commonly repeats the page
 * token that it refuses.
 */
export const redact = (secrets: ReadonlyArray<string>, failure: PageFailure): PageFailure => {
  // Longest first, so that no part of a secret is left over when one holds another.
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf))];
  forms.sort((a, b) => b.length - a.length);

  const clean = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return cleanText(value, forms);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === deepest) return '…';
    return Array.isArray(value)
      ? value.map((item) => clean(item, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key, forms), clean(item, depth + 1)]));
  };

  return Object.fromEntries(
    Object.entries(failure).map(([field, said]) => [field, own.includes(field) ? (said as unknown) : clean(said, 1)]),
  ) as unknown as PageFailure;
};

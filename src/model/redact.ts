import { isWellFormed } from './isWellFormed';
import type { PageFailure } from './WalkError';

/** Beyond this depth nothing of what a service says about an error is worth keeping, and recursion could overflow. */
const deepest = 8;

const formsOf = (secret: string): ReadonlyArray<string> => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  ...(isWellFormed(secret) ? [encodeURIComponent(secret)] : []),
];

/**
 * Takes secrets out of everything that is said about a failure, but for its tag (law 14). Services echo: an error body
 * commonly repeats the page token that it refuses.
 */
export const redact = (secrets: ReadonlyArray<string>, failure: PageFailure): PageFailure => {
  // Longest first, so that no part of a secret is left over when one holds another.
  const forms = secrets.filter((secret) => secret !== '').flatMap(formsOf);
  forms.sort((a, b) => b.length - a.length);
  const anyForm = new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|') || '(?!)', 'g');

  const cleanText = (text: string): string => text.replace(anyForm, '[redacted]');

  const clean = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === deepest) return '…';
    return Array.isArray(value)
      ? value.map((item) => clean(item, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), clean(item, depth + 1)]));
  };

  return Object.fromEntries(
    Object.entries(failure).map(([field, said]) => [field, field === '_tag' ? said : clean(said, 1)]),
  ) as unknown as PageFailure;
};

import { cut, isWellFormed } from '../text';
import type { PageFailure } from './WalkError';

/** Beyond this depth nothing of what a service says about an error is worth keeping, and recursion could overflow. */
const maxDepth = 8;

/** The values that an error keeps of what a service says, in all, and the characters that it keeps of each. */
const maxValues = 100;
const maxText = 500;

/** How much of a text is looked at: enough to keep `maxText` characters, whatever is taken out. */
const maxScan = 8 * maxText;

/** A secret of fewer characters is found in other words by chance: it counts where it stands alone. */
const minLength = 6;

/** This many characters of a secret in a row are not there by chance: what follows belongs to it, however it was shortened. */
const telling = 64;

/** A walk that has more secrets than this, in all their forms, keeps nothing of what the service said. */
const maxForms = 500;

const mark = '[redacted]';

/** The fields that hold the library's own words. */
const own = ['_tag', 'problems'];

/** The ways in which services write a secret. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const text = secret.slice(0, maxScan);
  const url = isWellFormed(text) ? encodeURIComponent(text) : '';
  return [text, JSON.stringify(text).slice(1, -1), url, url.replace(/%../g, (escape) => escape.toLowerCase())];
};

const patternOf = (form: string): string => {
  const isLong = form.length > telling && !/[\s"]/.test(form);
  const exact = (isLong ? form.slice(0, telling) : form).replace(/\W/g, '\\$&');
  if (isLong) return `${exact}[^\\s"]*`;
  return form.length < minLength ? `(?<!\\w)${exact}(?!\\w)` : exact;
};

/** Takes secrets out of a text, all in one pass, and bounds what is looked at and kept of it (law 22). */
export const redactor = (secrets: ReadonlyArray<string>): ((text: string) => string) => {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter(Boolean);
  if (forms.length > maxForms) return () => mark;
  // Longest first, so that no part of a secret is left over when one holds another.
  forms.sort((a, b) => b.length - a.length);
  const patterns = forms.map(patternOf);
  const pattern = new RegExp(patterns.join('|') || '(?!)', 'g');
  const longest = Math.max(0, ...patterns.map(({ length }) => length));
  return (text) => {
    const clean = text.slice(0, maxScan).replace(pattern, mark);
    if (text.length <= maxScan) return cut(clean, maxText);
    // The end of the scan may cut a secret in two, and no pattern finds its first half: what could be one is left out.
    const found = clean.lastIndexOf(mark);
    const end = Math.max(found < 0 ? 0 : found + mark.length, clean.length - longest);
    return cut(clean.slice(0, end), maxText);
  };
};

/**
 * Takes secrets out of what others say about a failure (law 14), and bounds what is kept of it (law 22). Services echo:
 * an error body commonly repeats the page token that it refuses.
 */
export const redact = (secrets: ReadonlyArray<string>, failure: PageFailure): PageFailure => {
  const cleanText = redactor(secrets);
  let room = maxValues;

  const clean = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) return '…';
    const kept = <T>(items: ReadonlyArray<T>): ReadonlyArray<T> => items.filter(() => room-- > 0);
    return Array.isArray(value)
      ? kept(value).map((item) => clean(item, depth + 1))
      : Object.fromEntries(kept(Object.entries(value)).map(([key, item]) => [cleanText(key), clean(item, depth + 1)]));
  };

  return Object.fromEntries(
    Object.entries(failure).map(([field, said]) => [field, own.includes(field) ? (said as unknown) : clean(said, 1)]),
  ) as unknown as PageFailure;
};

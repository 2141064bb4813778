import { cut } from './cut';
import { maxErrorBytes } from './http';
import { isWellFormed } from './isWellFormed';
import type { PageFailure } from './WalkError';

/** Beyond this depth nothing of what a service says about an error is worth keeping, and recursion could overflow. */
const maxDepth = 8;

/** The values that an error keeps of what a service says, in all, and the characters that it keeps of each. */
const maxValues = 100;
const maxText = 500;

/** A secret of fewer characters is found in other words by chance: it counts where it stands alone. */
const headLength = 6;

/** So many characters of a secret in a row are no chance: a text that breaks off after them has told enough of it. */
const telling = 64;

/** Of a longer secret this is the part that is looked for; what follows it in a text is taken for the rest of it. */
const maxSecret = 8_192;

/** A walk that has more secrets than this, in all their forms, keeps nothing of what the service said. */
const maxForms = 1_000;

const mark = '[redacted]';

/** The fields that hold the library's own words. */
const own = ['_tag', 'problems'];

/** The ways in which services write a secret. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  // One character more than is looked for, lest half a surrogate pair at the end spoils the whole.
  const text = secret.slice(0, maxSecret + 1).replace(/[\ud800-\udbff]$/, '');
  const url = isWellFormed(text) ? encodeURIComponent(text) : text;
  return [text, JSON.stringify(text).slice(1, -1), url, url.replace(/%../g, (escape) => escape.toLowerCase())];
};

const standsAlone = (text: string, at: number, end: number): boolean =>
  !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(end));

/** How many characters of a form stand in a text, none where there are too few to tell it. */
const lengthOf = (form: string, text: string, at: number): number => {
  let length = 0;
  while (length < form.length && form.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
  if (length >= maxSecret) return text.length;
  if (length < Math.min(form.length, telling)) return 0;
  return form.length >= headLength || standsAlone(text, at, at + length) ? length : 0;
};

/**
 * Takes secrets out of a text, and bounds it (law 22). One pass finds them all: at each place only those are compared
 * whose first characters stand there, so that what it costs does not grow with their number.
 */
export const redactor = (secrets: ReadonlyArray<string>): ((text: string) => string) => {
  const forms = new Set(secrets.flatMap(formsOf));
  forms.delete('');
  if (forms.size > maxForms) return () => mark;
  const byHead = new Map<string, Array<string>>();
  for (const form of forms) {
    const head = form.slice(0, headLength);
    const alike = byHead.get(head);
    if (alike) alike.push(form);
    else byHead.set(head, [form]);
  }
  const heads = new Set([...byHead.keys()].map(({ length }) => length));

  const secretAt = (text: string, at: number): number => {
    let longest = 0;
    for (const length of heads) {
      for (const form of byHead.get(text.slice(at, at + length)) ?? []) {
        longest = Math.max(longest, lengthOf(form, text, at));
      }
    }
    return longest;
  };

  return (said) => {
    const text = said.slice(0, maxErrorBytes);
    let clean = '';
    let until = 0;
    for (let at = 0; at < text.length && clean.length + at - until <= maxText; at += 1) {
      // Secrets may overlap; but to compare one with every part of another would cost the square of their length.
      at = Math.max(at, until - telling);
      const length = secretAt(text, at);
      if (length > 0 && at >= until) clean += text.slice(until, at) + mark;
      if (length > 0) until = Math.max(until, at + length);
    }
    return cut(clean + text.slice(until), maxText);
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

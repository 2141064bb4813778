import { cut } from '../text';
import type { PageFailure, Problem } from './WalkError';

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

/** A text in which more characters than this almost make a secret, again and again, is left out as a whole. */
const maxVain = 1_000;

const mark = '[redacted]';

/** What is looked for of a form. A blank behind its beginning says that it is longer than that, and holds none itself. */
const lookedFor = (form: string): string =>
  form.length > telling && !/[\s"]/.test(form) ? `${form.slice(0, telling)} ` : form;

/** The ways in which services write a secret. No text that is looked at can hold more of it. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const text = secret.slice(0, maxScan);
  // What is left of a pair cannot be encoded.
  const url = encodeURIComponent(text.slice(0, telling + 1).replace(/\p{Surrogate}/gu, '\ufffd'));
  const lower = url.replace(/%../g, (escape) => escape.toLowerCase());
  return [text, JSON.stringify(text).slice(1, -1), url, lower].map(lookedFor);
};

/** Where a secret ends that begins at a position of a text; below 1, how many characters were compared in vain. */
type Find = (text: string, start: number, isOwn: boolean) => number;

const isWord = (character: string): boolean => /\w/.test(character);

/**
 * Looks for many secrets at once. They are sorted, so that those that begin alike are neighbours: each further character of
 * the text leaves fewer of them. An expression made of them takes seconds to compile.
 */
const finderOf = (forms: ReadonlySet<string>): Find => {
  const sorted = [...forms].filter(({ length }) => length >= minLength).sort();
  const hasShort = sorted.length < forms.size;
  const ranges = new Map<string, readonly [low: number, high: number]>();
  for (const [index, form] of sorted.entries()) {
    const beginning = form.slice(0, minLength);
    ranges.set(beginning, [ranges.get(beginning)?.[0] ?? index, index + 1]);
  }
  const codeAt = (index: number, depth: number): number => sorted[index]?.charCodeAt(depth) ?? NaN;
  /** The first from `low` on whose character at this depth is not below `code`. */
  const firstFrom = (code: number, low: number, high: number, depth: number): number => {
    let from = low;
    let to = high;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (codeAt(middle, depth) < code) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const shortAt = (text: string, start: number): number => {
    if (isWord(text.charAt(start - 1))) return 0;
    let end = start + minLength - 1;
    while (end > start && !(forms.has(text.slice(start, end)) && !isWord(text.charAt(end)))) end -= 1;
    return end > start ? end : 0;
  };

  return (text, start, isOwn) => {
    let end = hasShort && !isOwn ? shortAt(text, start) : 0;
    let [low, high] = ranges.get(text.slice(start, start + minLength)) ?? [0, 0];
    if (low === high) return end;
    let depth = minLength;
    for (; low < high; depth += 1) {
      if (sorted[low]?.length === depth) {
        low += 1;
        end = start + depth;
      }
      const code = text.charCodeAt(start + depth);
      // Mostly all that are left have the same character.
      if (codeAt(low, depth) !== code) low = firstFrom(code, low, high, depth);
      if (codeAt(high - 1, depth) !== code) high = firstFrom(code + 1, low, high, depth);
    }
    const compared = start + depth - 1;
    if (end === compared || depth <= telling) return end || -depth;
    const rest = text.slice(compared).search(/[\s"]/);
    return rest < 0 ? text.length : compared + rest;
  };
};

/** Takes secrets out of a text: out of the library's own words only those that are not words by chance. */
export type Redactor = (text: string, isOwn?: boolean) => string;

/** Takes secrets out of texts, and bounds what is looked at and kept of each (law 22). */
export const redactor = (secrets: Iterable<string>): Redactor => {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const form of formsOf(secret)) if (form) forms.add(form);
    if (forms.size > maxForms) return () => mark;
  }
  const find = finderOf(forms);
  return (text, isOwn = false) => {
    let clean = '';
    let from = 0;
    let at = 0;
    let patience = maxVain;
    while (at < Math.min(text.length, maxScan) && clean.length + at - from <= maxText) {
      const end = find(text, at, isOwn);
      if (end > at) {
        clean += text.slice(from, at) + mark;
        from = at = end;
      } else {
        at += 1;
        patience += end;
        if (patience < 0) return mark;
      }
    }
    return cut(clean + text.slice(from, at), maxText);
  };
};

/** Takes secrets out of problems: a path may hold names that a service chose, and what a schema says may repeat them. */
export const redactProblems = (problems: ReadonlyArray<Problem>, clean: Redactor): ReadonlyArray<Problem> =>
  problems.map(({ at, message }) => ({ at: clean(at), message: clean(message, true) }));

/**
 * Takes secrets out of what others say about a failure (law 14), and bounds what is kept of it (law 22). Services echo:
 * an error body commonly repeats the page token that it refuses.
 */
export const redact = (secrets: Iterable<string>, failure: PageFailure): PageFailure => {
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
  /** `_tag` and `rule` are words that the library chose. */
  const cleanField = ([field, said]: readonly [string, unknown]): readonly [string, unknown] => [
    field,
    field === '_tag' || field === 'rule'
      ? said
      : field === 'problems'
        ? redactProblems(said as ReadonlyArray<Problem>, cleanText)
        : clean(said, 1),
  ];

  return Object.fromEntries(Object.entries(failure).map(cleanField)) as unknown as PageFailure;
};

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

/** Characters that are looked at for an error, or for all the records of a page, times the secrets: some tens of milliseconds. */
const maxWork = 8_000_000;

const mark = '[redacted]';

/** A text whose percent-encoding is in upper case: services write either. */
const sameCase = (text: string): string => text.replace(/%(?:\d[a-f]|[a-f][\da-f])/g, (escape) => escape.toUpperCase());

/** The ways in which services write a secret. No text that is looked at can hold more of it. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const text = secret.slice(0, maxScan);
  // What is left of a pair cannot be encoded.
  const url = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return [text, JSON.stringify(text).slice(1, -1), url].map((form) => sameCase(form.slice(0, maxScan)));
};

/** Where a secret ends whose beginning stands at `start`; `start` where it is a part of another word by chance. */
const endOf = (form: string, text: string, start: number): number => {
  let end = start + Math.min(form.length, telling);
  if (form.length < minLength) return /\w/.test(text.charAt(start - 1) + text.charAt(end)) ? start : end;
  const whole = start + form.length;
  while (end < whole && text.charCodeAt(end) === form.charCodeAt(end - start)) end += 1;
  const rest = end < whole ? text.slice(end).search(/[\s"]/) : 0;
  return rest < 0 ? text.length : end + rest;
};

/** Takes secrets out of a text: out of the library's own words only those that are not words by chance. */
export type Redactor = (text: string, isOwn?: boolean) => string;

/**
 * Takes secrets out of texts, and bounds what is looked at and kept of each (law 22). The secrets are looked for one by one:
 * an expression made of them takes seconds to compile. Nothing is shown of the texts that come after too much `work`.
 */
export const redactor = (secrets: Iterable<string>, work = maxWork): Redactor => {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const form of formsOf(secret)) if (form) forms.add(form);
    if (forms.size > maxForms) return () => mark;
  }
  let remaining = work;
  return (given, isOwn = false) => {
    // What begins where the looking ends is still recognized.
    const text = sameCase(given.slice(0, maxScan + telling));
    remaining -= text.length * forms.size;
    if (remaining < 0) return mark;
    const isSecret = new Uint8Array(text.length);
    for (const form of forms) {
      if (isOwn && form.length < minLength) continue;
      const beginning = form.slice(0, telling);
      let at = text.indexOf(beginning);
      while (at >= 0) {
        const end = endOf(form, text, at);
        isSecret.fill(1, at, end);
        at = text.indexOf(beginning, Math.max(end, at + 1));
      }
    }
    if (!isSecret.includes(1)) return cut(given, maxText);
    let clean = '';
    for (let at = 0; at < Math.min(text.length, maxScan) && clean.length <= maxText; at += 1) {
      if (!isSecret[at]) clean += given.charAt(at);
      else if (!isSecret[at - 1]) clean += mark;
    }
    return cut(clean, maxText);
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
  const cleanField = (field: string, said: unknown): unknown => {
    if (field === '_tag' || field === 'rule') return said;
    return field === 'problems' ? redactProblems(said as ReadonlyArray<Problem>, cleanText) : clean(said, 1);
  };

  const fields = Object.entries(failure).map(([field, said]) => [field, cleanField(field, said)] as const);
  return Object.fromEntries(fields) as object as PageFailure;
};

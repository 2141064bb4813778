import { cut } from '../text';
import type { PageFailure, Problem } from './WalkError';

/** Beyond this depth nothing of what a service says about an error is worth keeping, and recursion could overflow. */
const maxDepth = 8;

/** The values that an error keeps of what a service says, in all, and the characters that it keeps of each. */
const maxValues = 100;
const maxText = 500;

/** How much of a text is looked at: enough to keep `maxText` characters, whatever is taken out. */
const maxScan = 8 * maxText;

/** What begins where the looking ends is still recognized, however it is written. */
const maxBeyond = 128;

/** A secret of fewer characters is found in other words by chance: it counts where it stands alone. */
const minLength = 6;

/** This many characters in a row that a text shares with a secret are not there by chance: it may have been shortened. */
const telling = 8;

/** A walk that has more characters of secrets than this keeps nothing of what the service said. */
const maxSecrets = 200_000;

/** Characters that are looked at for an error, or for all the records of a page: some tens of milliseconds. */
const maxWork = 500_000;

const mark = '[redacted]';

/** What nobody sees in a text. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same, and how services write characters: percent-encoded, escaped as in JSON, or as in HTML. */
const written =
  /%[0-7][\da-f]|(?:%[89a-f][\da-f])+|\\(?:u[\da-f]{4}|["\\/bfnrt])|&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/giu;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The characters that something written stands for. */
const meantBy = (text: string): string => {
  if (text.startsWith('%')) {
    const bytes = text.slice(1).split('%');
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => parseInt(byte, 16)));
  }
  if (text.startsWith('\\')) return JSON.parse(`"${text.toLowerCase()}"`) as string;
  const name = text.slice(1, -1).toLowerCase();
  // `#65` and `#x41` are numbers with a zero before them. What is invisible becomes 0, which is, too.
  return named[name] ?? String.fromCharCode(Number(`0${name.slice(1)}`));
};

/** A text in lower case, with `pattern` read, and where each of its characters came from. */
const fold = (given: string, pattern: RegExp) => {
  const starts: Array<number> = [];
  const ends: Array<number> = [];
  let text = '';
  let at = 0;
  const put = (said: string, length: number): void => {
    for (let unit = 0; unit < said.length; unit += 1) {
      const lower = said.charAt(unit).toLowerCase();
      text += lower.length === 1 ? lower : said.charAt(unit);
      starts.push(at);
      ends.push(at + length);
    }
    at += length;
  };
  for (const { 0: found, index } of given.matchAll(pattern)) {
    while (at < index) put(given.charAt(at), 1);
    put(meantBy(found).replace(invisible, ''), found.length);
  }
  while (at < given.length) put(given.charAt(at), 1);
  return { text, starts, ends };
};

/** The hexadecimal digits and the base64 of a secret. What is longer has no room in a text that is looked at. */
const encodingsOf = (secret: string): ReadonlyArray<string> => {
  if (secret.length < minLength || secret.length > maxScan) return [];
  const bytes = Array.from(new TextEncoder().encode(secret));
  const base64 = btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
    .replace(/=+$/, '')
    .toLowerCase();
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex, base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
};

/** Takes secrets out of a text: out of the library's own words only those that are not words by chance. */
export type Redactor = (text: string, isOwn?: boolean) => string;

/**
 * Takes secrets out of texts, and bounds what is looked at and kept of each (law 22). Whatever eight characters in a row a text
 * shares with a secret are taken out, without regard to case and to how they are written; of a shorter secret, and of its
 * encodings, all of it. Nothing is shown of the texts that come after too much `work`.
 */
export const redactor = (secrets: Iterable<string>, work = maxWork): Redactor => {
  const runs = new Set<string>();
  const wholes = new Set<string>();
  let room = maxSecrets;
  for (const secret of secrets) {
    room -= secret.length + telling;
    if (room < 0) return () => mark;
    for (const { text } of [fold(secret, invisible), fold(secret, written)]) {
      if (text.length < telling) wholes.add(text);
      for (let at = telling; at <= text.length; at += 1) runs.add(text.slice(at - telling, at));
    }
    for (const form of encodingsOf(secret)) wholes.add(form);
  }
  wholes.delete('');
  let remaining = work;
  return (given, isOwn = false) => {
    const looked = given.slice(0, maxScan + maxBeyond);
    // To look for a text takes about a hundredth of the time that its runs take.
    remaining -= looked.length * (1 + wholes.size / 100);
    if (remaining < 0) return mark;
    const { text, starts, ends } = fold(looked, written);
    const isSecret = new Uint8Array(looked.length);
    const hide = (from: number, to: number): unknown => isSecret.fill(1, starts[from], ends[to - 1]);
    for (let at = telling; at <= text.length; at += 1) {
      if (runs.has(text.slice(at - telling, at))) hide(at - telling, at);
    }
    for (const whole of wholes) {
      if (isOwn && whole.length < minLength) continue;
      for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + 1)) {
        const end = at + whole.length;
        const isPart = whole.length < minLength && /\w/.test(text.charAt(at - 1) + text.charAt(end));
        if (!isPart) hide(at, end);
      }
    }
    if (!isSecret.includes(1)) return cut(given, maxText);
    let clean = '';
    for (let at = 0; at < Math.min(looked.length, maxScan) && clean.length <= maxText; at += 1) {
      if (!isSecret[at]) clean += given.charAt(at);
      else if (!isSecret[at - 1]) clean += mark;
    }
    return cut(clean, maxText);
  };
};

/** Words and numbers that the library chose, or that HTTP defines. */
const own = ['_tag', 'rule', 'status', 'retryAfter', 'after'];

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
    if (typeof value === 'number' || typeof value === 'bigint') {
      const text = String(value);
      return cleanText(text) === text ? value : mark;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) return '…';
    const kept = <T>(items: ReadonlyArray<T>): ReadonlyArray<T> => items.filter(() => room-- > 0);
    return Array.isArray(value)
      ? kept(value).map((item) => clean(item, depth + 1))
      : Object.fromEntries(kept(Object.entries(value)).map(([key, item]) => [cleanText(key), clean(item, depth + 1)]));
  };
  const cleanField = (field: string, said: unknown): unknown => {
    if (own.includes(field)) return said;
    return field === 'problems' ? redactProblems(said as ReadonlyArray<Problem>, cleanText) : clean(said, 1);
  };

  const fields = Object.entries(failure).map(([field, said]) => [field, cleanField(field, said)] as const);
  return Object.fromEntries(fields) as object as PageFailure;
};

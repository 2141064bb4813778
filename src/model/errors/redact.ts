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

/** A character, or how services write one: percent-encoded, escaped as in JSON, or as in HTML. */
const unit =
  /%[0-7][\da-f]|(?:%[89a-f][\da-f])+|\\(?:u[\da-f]{4}|["\\/bfnrt])|&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,4});|[^]/gi;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The characters that a unit stands for. */
const meantBy = (written: string): string => {
  if (written.startsWith('%')) {
    return new TextDecoder().decode(Uint8Array.from(written.slice(1).split('%'), (byte) => parseInt(byte, 16)));
  }
  if (written.startsWith('\\')) return JSON.parse(`"${written.toLowerCase()}"`) as string;
  const name = written.slice(1, -1).toLowerCase();
  // `#65` and `#x41` are numbers with a zero before them. What is invisible becomes 0, which is, too.
  return named[name] ?? String.fromCharCode(Number(`0${name.slice(1)}`));
};

/** A text in lower case, without what nobody sees, and the unit that each of its characters came from. */
const fold = (given: string, isRead: boolean) => {
  const units = given.match(unit) ?? [];
  const origins: Array<number> = [];
  let text = '';
  units.forEach((written, index) => {
    const meant = isRead && written.length > 1 ? meantBy(written) : written;
    text += meant.replace(invisible, '').toLowerCase();
    while (origins.length < text.length) origins.push(index);
  });
  return { units, origins, text };
};

/** The hexadecimal digits and the base64 of a secret. What is longer has no room in a text that is looked at. */
const encodingsOf = (secret: string): ReadonlyArray<string> => {
  if (secret.length < minLength || secret.length > maxScan) return [];
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, '')
    .toLowerCase();
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex, base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
};

/** Takes secrets out of a text: out of the library's own words only those that are not words by chance. */
export type Redactor = (text: string, isOwn?: boolean) => string;

/**
 * Takes secrets out of texts, and bounds what is looked at and kept of each (law 22). Whatever eight characters in a row a text
 * shares with a secret are taken out, without regard to case and to how they are written; of a shorter secret, and of its
 * encodings, all of it. Nothing is shown of the texts that come after too much work.
 */
export const redactor = (secrets: Iterable<string>): Redactor => {
  const runs = new Set<string>();
  const wholes = new Set<string>();
  let room = maxSecrets;
  for (const secret of secrets) {
    room -= secret.length + telling;
    if (room < 0) return () => mark;
    for (const { text } of [fold(secret, false), fold(secret, true)]) {
      if (text.length < telling) wholes.add(text);
      for (let at = telling; at <= text.length; at += 1) runs.add(text.slice(at - telling, at));
    }
    for (const form of encodingsOf(secret)) wholes.add(form);
  }
  wholes.delete('');
  let work = maxWork;
  return (given, isOwn = false) => {
    const looked = given.slice(0, maxScan + maxBeyond);
    // To look for a text takes about a hundredth of the time that its runs take.
    work -= looked.length * (1 + wholes.size / 100);
    if (work < 0) return mark;
    const { units, origins, text } = fold(looked, true);
    const isSecret = units.map(() => false);
    const hide = (from: number, length: number): void => {
      isSecret.fill(true, origins[from], (origins[from + length - 1] ?? 0) + 1);
    };
    for (let at = 0; at < text.length; at += 1) if (runs.has(text.slice(at, at + telling))) hide(at, telling);
    for (const whole of wholes) {
      const { length } = whole;
      if (isOwn && length < minLength) continue;
      for (let at = -1; (at = text.indexOf(whole, at + 1)) >= 0;) {
        const isPart = length < minLength && /\w/.test(text.charAt(at - 1) + text.charAt(at + length));
        if (!isPart) hide(at, length);
      }
    }
    if (!isSecret.includes(true)) return cut(given, maxText);
    const shown = units
      .slice(0, given.length > maxScan ? -maxBeyond : undefined)
      .map((written, at) => (isSecret[at] ? (isSecret[at - 1] ? '' : mark) : written));
    return cut(shown.join(''), maxText);
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
    if (['string', 'number', 'bigint'].includes(typeof value)) {
      const text = cleanText(String(value));
      return text === String(value) ? value : text;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) return '…';
    const kept = Object.entries(value)
      .filter(() => room-- > 0)
      .map(([key, item]) => [cleanText(key), clean(item, depth + 1)] as const);
    return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
  };
  const fields = Object.entries<unknown>({ ...failure }).map(([field, said]) => {
    if (own.includes(field)) return [field, said];
    const isProblems = field === 'problems';
    return [field, isProblems ? redactProblems(said as ReadonlyArray<Problem>, cleanText) : clean(said, 1)];
  });
  return Object.fromEntries(fields) as PageFailure;
};

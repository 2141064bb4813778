import { cut } from '../text';
import type { PageFailure, Problem } from '../errors/WalkError';

/** Beyond this depth nothing of what a service says about an error is worth keeping, and recursion could overflow. */
const maxDepth = 8;

/** The values that an error keeps of what a service says, in all, and the characters that it keeps of each. */
const maxValues = 100;
const maxText = 500;

/** How much of a text is looked at: enough to keep `maxText` characters, whatever is taken out. */
const maxScan = 8 * maxText;

/** What begins where the looking ends is still recognized, however it is written. */
const maxBeyond = 512;

/** A secret of fewer characters is found in other words by chance: it counts where it stands alone. */
const minLength = 6;

/** This many characters in a row that a text shares with a secret are not there by chance: it may have been shortened. */
const telling = 8;

/** This many words of a secret are looked at. */
const maxWords = 100;

/** A walk that has more characters of secrets than this keeps nothing of what the service said. */
const maxSecretText = 200_000;

/** Characters that are looked at for an error, or for all the records of a page: some tens of milliseconds. */
const maxWork = 500_000;

const mark = '[redacted]';

/** What nobody sees in a text, and what only adorns the character before it. */
const unseenCharacters = /[\p{Cc}\p{Cf}\p{DI}\p{M}\p{Zl}\p{Zp}]/gu;

/** Makes characters the same that look alike or differ in case, and a blank and the plus that forms write for it. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(unseenCharacters, '').replaceAll('+', ' ').toUpperCase();

/** How services write characters: percent-encoded, escaped as in JSON and in scripts, and as in HTML. */
const writings = [
  /%[0-7][\da-f]|(?:%[89a-f][\da-f])+/,
  /(?:\\u[\da-f]{4})+|\\(?:u\{0*[\da-f]{1,6}\}|x[\da-f]{2}|[bfnrt]|\W)/,
  /&(?:#0*\d{1,7}|#x0*[\da-f]{1,6}|amp|lt|gt|quot|apos);?/,
].map(({ source }) => source);

const anyWriting = writings.join('|');

/** A text as it stands, as each writing reads it, and as all of them do: a secret may look like something that is escaped. */
const readings = ['[^]', ...writings, anyWriting].map(
  (writing) => new RegExp(`${writing}|[^]`, 'giu'),
);

const namedEscapes: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The characters that a unit stands for. */
const meantBy = (unit: string): string => {
  if (/^%./.test(unit)) {
    return new TextDecoder().decode(
      Uint8Array.from(unit.slice(1).split('%'), (byte) => parseInt(byte, 16)),
    );
  }
  return unit
    .replace(/^\\(?:[bfnrt]|(?=\W))/i, '')
    .replace(/^&(\w+);?/, (_, name: string) => namedEscapes[name.toLowerCase()] ?? '')
    .replace(/(\\[ux]|&#x?)\{?([\da-f]+)[};]?/gi, (_, sign: string, digits: string) =>
      String.fromCodePoint(Math.min(parseInt(digits, sign === '&#' ? 10 : 16), 0x10ffff)),
    );
};

/** A text as it is read, and where the unit begins and ends that each of its characters comes from. */
const read = (given: string, reading: RegExp) => {
  const spots: Array<readonly [start: number, end: number]> = [];
  let text = '';
  let end = 0;
  for (const unit of given.match(reading) ?? []) {
    const spot = [end, (end += unit.length)] as const;
    text += /^[ -*,-~]$/.test(unit)
      ? unit.toUpperCase()
      : folded(unit.length > 1 ? meantBy(unit) : unit);
    while (spots.length < text.length) spots.push(spot);
  }
  return { text, spots };
};

/** The hexadecimal digits and the base64 of a secret. What is longer has no room in a text that is looked at. */
const encodingsOf = (secret: string): ReadonlyArray<string> => {
  if (secret.length < minLength || secret.length > maxScan) return [];
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => (256 + byte).toString(16).slice(1)).join('');
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
  return [hex, base64, base64.replaceAll('+', '-').replaceAll('/', '_')].map(folded);
};

/** What is looked for of a secret: every run of its characters, and the whole of what is shorter or in another encoding. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  // A service may repeat one of its words.
  const words = secret.split(/[\s;,="]+/, maxWords).filter(({ length }) => length >= minLength);
  const parts = new Set([secret, ...words]);
  const forms = [...parts].flatMap(encodingsOf);
  parts.add(secret.replace(new RegExp(anyWriting, 'giu'), meantBy));
  for (const part of parts) {
    const text = folded(part);
    if (text.length < telling) forms.push(text);
    else
      for (let at = telling; at <= text.length; at += 1) forms.push(text.slice(at - telling, at));
  }
  return forms;
};

/** What is looked for of all secrets, and how many of them have it: runs of characters, and what is shorter or in another encoding. */
interface SecretForms {
  readonly runs: Map<string, number>;
  readonly wholes: Map<string, number>;
}

/** Counts a secret that comes (1) or goes (-1). */
const countForms = ({ runs, wholes }: SecretForms, secret: string, by: number): void => {
  for (const form of formsOf(secret)) {
    const counts = form.length === telling ? runs : wholes;
    const count = (counts.get(form) ?? 0) + by;
    if (!form || count === 0) counts.delete(form);
    else counts.set(form, count);
  }
};

/** A short text that is a part of a longer word is there by chance. */
const isPartOfWord = (text: string, at: number, length: number): boolean =>
  length < minLength && /\w/.test(text.charAt(at - 1) + text.charAt(at + length));

/** Hides the characters of a text that one reading of it shares with secrets. */
const hide = (
  shown: Array<string>,
  { text, spots }: ReturnType<typeof read>,
  { runs, wholes }: SecretForms,
  isOwn: boolean,
): void => {
  const hideAt = (from: number, length: number): void => {
    shown.fill(mark, spots[from]?.[0], spots[from + length - 1]?.[1]);
  };
  for (let at = 0; at < text.length; at += 1)
    if (runs.has(text.slice(at, at + telling))) hideAt(at, telling);
  for (const whole of wholes.keys()) {
    const { length } = whole;
    if (isOwn && length < minLength) continue;
    for (let at = -1; (at = text.indexOf(whole, at + 1)) >= 0;)
      if (!isPartOfWord(text, at, length)) hideAt(at, length);
  }
};

/** Takes secrets out of a text: out of the library's own words only those that are not words by chance. */
export type Redactor = (text: string, isOwn?: boolean) => string;

/**
 * Takes secrets out of texts, and bounds what is looked at and kept of each (law 22). Whatever eight characters in a row a text
 * shares with a secret are taken out, without regard to case and to how they are written; of a shorter secret, and of its
 * encodings, all of it. Nothing is shown of the texts that come after too much work. What was prepared of a secret is kept
 * until it is called without it.
 */
export const redacting = (): ((secrets: Iterable<string>) => Redactor) => {
  const forms: SecretForms = { runs: new Map(), wholes: new Map() };
  let held: ReadonlySet<string> = new Set();

  return (secrets) => {
    const wanted = new Set(secrets);
    let room = maxSecretText;
    for (const { length } of wanted) room -= length + telling;
    if (room < 0) return () => mark;
    for (const secret of held) if (!wanted.has(secret)) countForms(forms, secret, -1);
    for (const secret of wanted) if (!held.has(secret)) countForms(forms, secret, 1);
    held = wanted;
    let work = maxWork;
    return (given, isOwn = false) => {
      const looked = given.slice(0, maxScan + maxBeyond);
      const shown = looked.split('');
      for (const reading of /[%\\&]/.test(looked) ? readings : readings.slice(0, 1)) {
        if (work < 0) return mark;
        const found = read(looked, reading);
        // To look for a text takes about a hundredth of the time that its runs take.
        work -= Math.max(looked.length, found.text.length) * (1 + forms.wholes.size / 100);
        hide(shown, found, forms, isOwn);
      }
      const kept = shown.slice(0, maxScan).join('');
      return cut(kept.replace(/(\[redacted\])+/g, mark), maxText);
    };
  };
};

/** Words and numbers that the library chose, or that HTTP defines. */
const own = ['_tag', 'rule', 'status', 'retryAfter', 'after'];

/** Takes secrets out of problems: a path may hold names that a service chose, and what a schema says may repeat them. */
export const redactProblems = (
  problems: ReadonlyArray<Problem>,
  clean: Redactor,
): ReadonlyArray<Problem> =>
  problems.map(({ at, message }) => ({ at: clean(at), message: clean(message, true) }));

/**
 * Takes secrets out of what others say about a failure (law 14), and bounds what is kept of it (law 22). Services echo:
 * an error body commonly repeats the page token that it refuses.
 */
export const redact = (cleanText: Redactor, failure: PageFailure): PageFailure => {
  let room = maxValues;

  const clean = (value: unknown, depth: number): unknown => {
    if (Object(value) !== value) {
      const text = cleanText(String(value));
      return text === String(value) ? value : text;
    }
    if (depth === maxDepth) return '…';
    const kept = Object.entries(value as object)
      .filter(() => room-- > 0)
      .map(([key, item]) => [cleanText(key), clean(item, depth + 1)] as const);
    return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
  };
  const fields = Object.entries<unknown>(failure).map(([field, said]) => {
    if (own.includes(field)) return [field, said];
    const isProblems = field === 'problems';
    return [
      field,
      isProblems ? redactProblems(said as ReadonlyArray<Problem>, cleanText) : clean(said, 1),
    ];
  });
  return Object.fromEntries(fields) as PageFailure;
};

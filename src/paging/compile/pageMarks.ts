import { isSome, none, some, tryCatch } from 'fp-ts/Option';
import { writeExact } from '../../model/json/writeExact';
import { fnvOf } from '../../model/fnv';
import type { TokenText } from './tokenText';

/** What the text of a token has before the mark. Version 1.0.0-rc.2 had nothing there, and more than the mark behind it. */
const version = 'v1:';

/** A token taken apart. One without a mark is one of the user's. */
const partsOf = (token: string): { readonly mark: string; readonly text: string } => {
  const [, mark = '', text = token] = /^([^ "{[]*) (.*)$/s.exec(token) ?? [];
  const isCurrent = mark.startsWith(version);
  return { mark: isCurrent ? mark.slice(version.length) : mark.replace(/~.*/, ''), text };
};

/** The texts of a rule whose pages are compared: a mark stands before the cursor, which is all that the rule sees. */
const behindMark = (inner: TokenText): TokenText => ({
  ...inner,
  read: (token) => inner.read(partsOf(token).text),
  write: (cursor, mark = '') => {
    const text = inner.write(cursor);
    return isSome(text) ? some(`${version}${mark} ${text.value}`) : none;
  },
  cursorIn: (token) => partsOf(token).text,
  secretsOf: (token, asked) => [token, ...inner.secretsOf(partsOf(token).text, asked).slice(1)],
});

/** An integer that was not read is a symbol, which JSON would leave out. */
const symbolAsText = (_: string, value: unknown): unknown =>
  typeof value === 'symbol' ? String(value) : value;

/** What tells a page from another one: its length, its first and its last item. Empty where nothing does. */
const pageMark = (items: ReadonlyArray<unknown>): string => {
  const ends = tryCatch(
    () => writeExact([items.length, items[0], items.at(-1)], symbolAsText) ?? '',
  );
  return items.length > 0 && isSome(ends) ? fnvOf(ends.value) : '';
};

/** What compares pages. It comes with the schemes that have `onRepeat`: the others need not load it. */
export const pageMarks = {
  textOf: behindMark,
  markOf: pageMark,
  /** What a token says of the page before: what tells it from others, or nothing. */
  markIn: (token: string): string => partsOf(token).mark,
};

export type PageMarks = typeof pageMarks;

/** What moves a cursor, turns a line around, or is not seen at all. */
const odd = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Two paths of files fit; nobody reads more. */
const maxLineLength = 8_000;

/** Cuts a text to so many characters. */
export const shortened = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;

/** One line that a terminal shows as it is: names of files and what users typed may hold anything. */
export const printable = (text: string): string =>
  shortened(text, maxLineLength)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

const escape = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * A document that a terminal shows as it is: all but line ends is written as JSON escapes it, so JSON says the same as
 * before.
 */
export const escaped = (text: string): string =>
  text.replace(odd, (character, at: number) =>
    character === '\n' || (character === '\r' && text[at + 1] === '\n') ? character : escape(character),
  );

/** A number as people read it: 12,345. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** A number of things: 1 page, 2 pages. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

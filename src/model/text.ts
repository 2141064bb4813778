/**
 * A copy of the beginning of a text. What an engine cuts out of a text is a view that keeps all of it in memory: it is copied
 * when it is put together with something else.
 */
export const copyOfText = (text: string, max: number): string => ` ${text.slice(0, max)}`.slice(1);

/** A text of at most `max` characters. A longer one ends with an ellipsis, and never with half a surrogate pair. */
export const cut = (text: string, max: number): string =>
  text.length > max ? `${copyOfText(text, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A text in one line, without the characters that a terminal obeys. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Whether a string has no lone surrogate, that is, whether it can be written in a URL at all. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** The problem of a string that has one. */
export const illFormed = 'is not well-formed Unicode';

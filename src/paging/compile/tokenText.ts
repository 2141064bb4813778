import { type Option, isSome, none, some, tryCatch } from 'fp-ts/Option';
import { isOverlong, parseExact } from '../../model/json/parseExact';
import { writeWith } from '../../model/json/writeExact';
import { cursorSecrets } from '../../model/secrets/jsonSecrets';
import { secretsInLink } from '../slots/address';

/** How the cursors of a rule are written as page tokens. Those of 1.0.0-rc.2 are read, too. */
export interface TokenText {
  readonly read: (text: string) => Option<unknown>;
  /** None for what cannot be written down, and so not be sent either. `mark` is what tells the page before from others. */
  readonly write: (cursor: unknown, mark?: string) => Option<string>;
  /** The part of a text that must not come twice in a walk. By default all of it. */
  readonly cursorIn?: (text: string) => string;
  /** What no error may repeat of it. `asked` is the address of request 1. */
  readonly secretsOf: (text: string, asked: string) => ReadonlyArray<string>;
  /** Why a text is refused. */
  readonly refusal: string;
}

/**
 * A cursor as JSON that `parseExact` reads back as the same value. A double beyond the safe integers gets an exponent, for in
 * its digits it would come back as a bigint. What JSON cannot say, as a number that overflowed, throws.
 */
const written = (cursor: unknown): string | undefined =>
  writeWith((leaf) => {
    if (typeof leaf === 'bigint') return String(leaf);
    if (typeof leaf === 'symbol' && !isOverlong(leaf.description ?? '')) return leaf.description;
    if (typeof leaf === 'symbol' || (typeof leaf === 'number' && !Number.isFinite(leaf)))
      throw new RangeError();
    const isLarge = typeof leaf === 'number' && Math.abs(leaf) > Number.MAX_SAFE_INTEGER;
    return isLarge ? leaf.toExponential() : JSON.stringify(leaf);
  }, cursor);

export const jsonText: TokenText = {
  read: (text) => tryCatch(() => parseExact(text)),
  // What is nested too deeply, or is not JSON at all, throws or has no text.
  write: (cursor) => {
    const text = tryCatch(() => written(cursor));
    return isSome(text) && text.value !== undefined ? some(text.value) : none;
  },
  secretsOf: (text) => {
    const cursor = tryCatch(() => parseExact(text));
    return [text, ...(isSome(cursor) ? cursorSecrets(cursor.value) : [])];
  },
  refusal: 'is not a page token of this endpoint',
};

/** The address of a link is its text. */
export const addressText: TokenText = {
  read: some,
  write: (address) => some(String(address)),
  secretsOf: secretsInLink,
  refusal: 'is not an address below the base address',
};

import { quoteLarge } from './quoteLarge';

/** The most digits of an integer that is read: to read one takes longer than in proportion to its digits. */
export const maxDigits = 1_000;

/** Stands where an integer has more digits than are read. */
export class Overlong {
  constructor(readonly digits: string) {}
}

const exact = (digits: string): bigint | Overlong =>
  digits.length > maxDigits + (digits.startsWith('-') ? 1 : 0) ? new Overlong(digits) : BigInt(digits);

type Holder = Record<string | number, unknown>;

/** Puts every integer that is a string in `quoted`, and a number in `plain`, into `plain` as it was written. */
const settle = (plain: Holder, quoted: Holder): void => {
  const waiting = [plain, quoted];
  const look = (holder: Holder, digits: Holder, name: string | number): void => {
    const value = holder[name];
    if (typeof value === 'object' && value !== null) waiting.push(value as Holder, digits[name] as Holder);
    else if (typeof value === 'number' && typeof digits[name] === 'string') holder[name] = exact(digits[name]);
  };
  for (let digits, holder; (digits = waiting.pop()) && (holder = waiting.pop());) {
    // An array is not asked for its names: it may have millions of numbers.
    if (Array.isArray(holder)) for (let index = 0; index < holder.length; index += 1) look(holder, digits, index);
    else for (const name in holder) look(holder, digits, name);
  }
};

/** What a JSON text says, and whether it holds an integer that no double can: each of those is a bigint. */
export interface Parsed {
  readonly value: unknown;
  readonly hasLarge: boolean;
}

/**
 * Parses JSON without changing an integer: one that is not safe comes as a bigint, or as `Overlong`. Every other number is a
 * double. A text without such integers costs what `JSON.parse` does. Another is parsed twice, as it is and with these integers
 * as strings: where only one of the two has a number, it is such an integer, whatever strings the text holds.
 */
export const parseJson = (text: string): Parsed => {
  const plain = { value: JSON.parse(text) as unknown };
  const quoted = quoteLarge(text);
  if (quoted === undefined) return { ...plain, hasLarge: false };
  settle(plain, { value: JSON.parse(quoted) as unknown });
  return { ...plain, hasLarge: true };
};

/** As `JSON.parse`, but exact. */
export const parseExact = (text: string): unknown => parseJson(text).value;

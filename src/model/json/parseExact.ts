import { eachLeaf, type LeafHolder } from './eachLeaf';
import { excessOf } from './jsonBounds';
import { quoteLarge } from './quoteLarge';

/** The most digits of an integer that is read: to read one takes longer than in proportion to its digits. */
const maxDigits = 1_000;

/** Whether an integer has more digits than are read. */
export const isOverlong = (digits: string): boolean => digits.replace('-', '').length > maxDigits;

/** What a JSON text says, and whether it holds an integer that no double can: each of those is a bigint, or a symbol. */
export interface Parsed {
  readonly value: unknown;
  readonly hasLarge?: boolean;
  /** Whether it is nested deeper than a page may be. */
  readonly isTooDeep: boolean;
}

/** What becomes of an integer, in digits, that is not safe. One that has too many digits becomes a symbol. */
export type ReadLarge = (digits: string) => bigint | symbol;

/**
 * Parses JSON without changing an integer: one that is not safe is what `read` makes of it, a bigint, or a symbol that is called
 * by its digits; nothing else in JSON becomes one. Every other number is a double, and without `read` every number is. A text
 * without such integers costs little more than `JSON.parse`. Another is parsed twice, as it is and with these integers as
 * strings: where only one of the two has a number, it is such an integer, whatever strings the text holds.
 */
export const parseJson = (text: string, read?: ReadLarge): Parsed => {
  const plain: LeafHolder = { value: JSON.parse(text) as unknown };
  const { isTooDeep, isBeyond } = excessOf(plain.value);
  const quoted = read && (isBeyond || isTooDeep) && quoteLarge(text);
  if (!quoted) return { value: plain.value, isTooDeep };
  // Strings are what makes room for bigints: to put one where a number was makes V8 change every object of that shape.
  const parsed = { value: JSON.parse(quoted) as unknown };
  eachLeaf(
    parsed,
    plain,
    (twin, name) => twin[name] as LeafHolder,
    (holder, name, twin) => {
      const digits = holder[name];
      if (typeof digits === 'string' && typeof twin[name] === 'number')
        holder[name] = (isOverlong(digits) ? Symbol : read)(digits);
    },
  );
  return { ...parsed, hasLarge: true, isTooDeep };
};

/** As `JSON.parse`, but exact. */
export const parseExact = (text: string): unknown => parseJson(text, BigInt).value;

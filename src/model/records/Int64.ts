import * as t from 'io-ts';

const isInt64 = (u: unknown): u is bigint => typeof u === 'bigint' && BigInt.asIntN(64, u) === u;

const integer = /^(?:0|-?[1-9]\d{0,18})$/;

/** What stands for an integer: it came as a bigint, as a number that is exact, or in digits. */
const integerOf = (u: unknown): unknown =>
  Number.isSafeInteger(u) || (typeof u === 'string' && integer.test(u))
    ? BigInt(u as number | string)
    : u;

/**
 * A signed integer of 64 bits, as a bigint. It is read from a bigint, a safe integer and a string of digits, so that one codec
 * reads small and large ids alike, and written as a string of digits. A page has bigints only with `numbers: exactNumbers`.
 *
 * @example
 * ```ts
 * import { Int64 } from 'pagewalk';
 *
 * console.log(Int64.decode('9007199254740993'), Int64.encode(9007199254740993n));
 * // Logs:
 * // { _tag: 'Right', right: 9007199254740993n } 9007199254740993
 * ```
 *
 * @see exactNumbers
 * @since 0.2.0
 */
export const Int64: t.Type<bigint, string> = new t.Type(
  'Int64',
  isInt64,
  (u, context) => {
    const read = integerOf(u);
    return isInt64(read) ? t.success(read) : t.failure(u, context);
  },
  String,
);

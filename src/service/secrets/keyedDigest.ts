import { sipHashOf } from '../../model/records/sipHash';

export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** One digest has 53 bits. Two of them, with different starts, cannot be guessed. */
const halves = [1, 2];

/** The hexadecimal digits of a half, and of a digest. */
const halfLength = 14;
export const digestLength = halves.length * halfLength;

/** Nobody can compute it without the key. Unlike the hashes of a platform, it returns at once, and is the same everywhere. */
export const keyedDigest =
  (key: string) =>
  (text: string): string =>
    halves
      .map((half) => sipHashOf(half, key, text).toString(16).padStart(halfLength, '0'))
      .join('');

/** Whether two digests are the same, in a time that does not depend on where they differ. */
export const areSame = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
};

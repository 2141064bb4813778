import { expect } from 'chai';
import { sipHashOf } from '../../../src/model/records/sipHash';

/** The words that HalfSipHash makes of the bytes 0, 1, 2 …: four a word, the last with the length in its highest byte. */
const wordsOf = (length: number): ReadonlyArray<number> => {
  const bytes = Array.from({ length: length - (length % 4) + 4 }, (_, index) =>
    index < length ? index : 0,
  );
  bytes[bytes.length - 1] = length;
  return Array.from({ length: bytes.length / 4 }, (_, word) =>
    bytes
      .slice(word * 4, word * 4 + 4)
      .reduce((sum, byte, index) => sum | (byte << (8 * index)), 0),
  );
};

/** Of the 64 bits of a published vector, those that a digest has. */
const cutOf = (vector: string): number => {
  const [low = 0, high = 0] = [vector.slice(0, 8), vector.slice(8)].map((half) =>
    Number(`0x${half.match(/../g)?.reverse().join('') ?? ''}`),
  );
  return Math.floor(high / 2 ** 11) * 2 ** 32 + low;
};

describe('sipHash', () => {
  // Of HalfSipHash-2-4 with 64 bits, by the number of bytes; published with its reference implementation.
  for (const [length, vector] of [
    [0, '218d1f59b9b83cc8'],
    [1, 'be552412f8387315'],
    [3, 'ce0f1a45f7060679'],
    [4, 'd5e78a175be52ea1'],
    [8, 'edfee820bce4858c'],
    [15, '217d0bcb4e81c902'],
    [31, '863c7f155c34117c'],
  ] as const) {
    it(`gives what is published for ${length} bytes`, () =>
      expect(sipHashOf(...wordsOf(length))).to.equal(cutOf(vector)));
  }

  it('mixes in a text by its length and every code unit', () => {
    const short = ['', '\0', '\0\0', 'a', 'ab', 'abcd', 'abcde', 'abcd\0', 'a\0'];
    const texts = [...short, 'é', 'ÿ', 'Ā', '愀', '\ud800', '\udc00', '😀'];
    expect(new Set(texts.map((text) => sipHashOf(text))).size).to.equal(texts.length);
  });
});

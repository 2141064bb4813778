/*
 * HalfSipHash-2-4 with 64 bits, and with the key of its published test vectors: everybody must get the same result.
 *
 * Each word is mixed into all that came before it. So a collision cannot be calculated, as it can be from a XOR of parts. It
 * can be searched for: with 53 bits of the result that takes some 100 million tries, which is minutes.
 */
const key0 = 0x03020100;
const key1 = 0x07060504;

/** One for all: nothing here waits, and `digestOf` puts back what it found. */
const state = new Int32Array(4) as Int32Array & Record<0 | 1 | 2 | 3, number>;

const rounds = (count: number): void => {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  for (let round = 0; round < count; round += 1) {
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
};

/** Mixes in a word of 32 bits. */
export const mixWord = (word: number): void => {
  state[3] ^= word;
  rounds(2);
  state[0] ^= word;
};

/** Mixes in the code units of a text in that many bits each, and says whether they were enough. */
const mixUnits = (text: string, bits: 8 | 16): boolean => {
  let word = 0;
  let filled = 0;
  let all = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    all |= unit;
    word |= unit << filled;
    filled += bits;
    if (filled === 32) {
      mixWord(word);
      word = 0;
      filled = 0;
    }
  }
  if (filled > 0) mixWord(word);
  return all >> bits === 0;
};

/** Mixes in a text. Most need 8 bits a unit; others take three times as long. */
export const mixText = (text: string): void => {
  const head = text.length << 5;
  const before = [state[0], state[1], state[2], state[3]];
  mixWord(head);
  if (mixUnits(text, 8)) return;
  state.set(before);
  mixWord(head | 1);
  mixUnits(text, 16);
};

/** The digest of what `mix` mixes in: those of its 64 bits that fit into a whole number, which are 53. */
export const digestOf = (mix: () => void): number => {
  const before = [state[0], state[1], state[2], state[3]];
  state[0] = key0;
  state[1] = key1 ^ 0xee;
  state[2] = 0x6c796765 ^ key0;
  state[3] = 0x74656462 ^ key1;
  mix();
  state[2] ^= 0xee;
  rounds(4);
  const low = state[1] ^ state[3];
  state[1] ^= 0xdd;
  rounds(4);
  const high = state[1] ^ state[3];
  state.set(before);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
};

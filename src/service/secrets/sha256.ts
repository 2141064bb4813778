/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/** The same of the square roots of the first 8 primes. */
const initial = Int32Array.from([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

const blockBytes = 64;

const wordAt = (words: Int32Array, index: number): number => words[index] ?? 0;

const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The 16 words of a block, and the 48 that are made of them. */
const schedule = (words: Int32Array, message: DataView, block: number): void => {
  for (let index = 0; index < 16; index++) words[index] = message.getInt32(block + 4 * index);
  for (let index = 16; index < 64; index++) {
    const early = wordAt(words, index - 15);
    const late = wordAt(words, index - 2);
    const one = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const other = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[index] = wordAt(words, index - 16) + one + wordAt(words, index - 7) + other;
  }
};

/** Adds the words of a block to the digest. */
const compress = (digest: Int32Array, words: Int32Array): void => {
  let a = wordAt(digest, 0);
  let b = wordAt(digest, 1);
  let c = wordAt(digest, 2);
  let d = wordAt(digest, 3);
  let e = wordAt(digest, 4);
  let f = wordAt(digest, 5);
  let g = wordAt(digest, 6);
  let h = wordAt(digest, 7);
  for (let round = 0; round < 64; round++) {
    const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + high + choice + wordAt(constants, round) + wordAt(words, round)) | 0;
    const low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + low + majority) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index++) digest[index] = wordAt(digest, index) + (added[index] ?? 0);
};

const words = new Int32Array(64);

/** The digest after some blocks. */
const afterBlocks = (digest: Int32Array, blocks: DataView, count: number): Int32Array => {
  const next = digest.slice();
  for (let block = 0; block < count; block++) {
    schedule(words, blocks, block * blockBytes);
    compress(next, words);
  }
  return next;
};

const encoder = new TextEncoder();

/** Where messages are put together. A larger one gets its own. */
const scratch = new Uint8Array(16 * blockBytes);

/** The digest after the bytes of a text, when some bytes were before it: they, a bit, zeros, and the number of all bits. */
const afterText = (digest: Int32Array, text: string, before: number): Int32Array => {
  // A character takes three bytes at most, and the end of a message nine.
  const needed = 3 * text.length + 9 + blockBytes;
  const message = needed <= scratch.length ? scratch : new Uint8Array(needed);
  const { written } = encoder.encodeInto(text, message);
  const count = Math.ceil((written + 9) / blockBytes);
  const end = count * blockBytes;
  message.fill(0, written, end);
  message[written] = 0x80;
  const blocks = new DataView(message.buffer);
  blocks.setUint32(end - 8, Math.floor((before + written) / 2 ** 29));
  blocks.setUint32(end - 4, (before + written) << 3);
  return afterBlocks(digest, blocks, count);
};

const hexDigits = new Array<number>(64).fill(0);

/** The digits are written as one string: one that is put together of parts costs more than the digest. */
const hexOf = (digest: Int32Array): string => {
  for (let index = 0; index < 64; index++) {
    const digit = (wordAt(digest, index >>> 3) >>> (28 - 4 * (index & 7))) & 15;
    hexDigits[index] = digit + (digit < 10 ? 48 : 87);
  }
  return String.fromCharCode(...hexDigits);
};

/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as hexadecimal digits. A browser has it only as a promise, and only on pages that
 * came over https. This one answers at once and everywhere, and gives every door of the service the same page tokens.
 */
export const sha256 = (text: string): string => hexOf(afterText(initial, text, 0));

/** Signs texts with a key of at most 64 characters, all of them ASCII (HMAC, RFC 2104). */
export const hmacSha256 = (key: string): ((text: string) => string) => {
  const begun = (mask: number): Int32Array => {
    const block = Uint8Array.from({ length: blockBytes }, (_, index) => (key.charCodeAt(index) || 0) ^ mask);
    return afterBlocks(initial, new DataView(block.buffer), 1);
  };
  const inner = begun(0x36);
  const outer = begun(0x5c);
  const digestBlock = new DataView(new ArrayBuffer(blockBytes));
  digestBlock.setUint8(32, 0x80);
  digestBlock.setUint32(blockBytes - 4, (blockBytes + 32) << 3);
  return (text) => {
    const digest = afterText(inner, text, blockBytes);
    for (let index = 0; index < 8; index++) digestBlock.setInt32(4 * index, wordAt(digest, index));
    return hexOf(afterBlocks(outer, digestBlock, 1));
  };
};

/** Whether two digests are the same, in a time that does not depend on where they differ. */
export const areSame = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
};

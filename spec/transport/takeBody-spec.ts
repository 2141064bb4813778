import { expect } from 'chai';
import fc from 'fast-check';
import * as E from 'fp-ts/Either';
import { limitsOf } from '../../src/transport/TransportLimits';
import { takeBody, takeText } from '../../src/transport/takeBody';

const encoder = new TextEncoder();

/** What comes of a body in these chunks. */
const taken = (chunks: ReadonlyArray<Uint8Array>, status: number, limit: number) => {
  const take = takeBody(status, limit);
  for (const chunk of chunks) {
    const result = take(chunk);
    if (result) return result;
  }
  return take();
};

/** A body in chunks of these sizes; the last one is the rest. */
const cutAt = (bytes: Uint8Array, sizes: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const chunks: Array<Uint8Array> = [];
  let begin = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(begin, begin + size));
    begin = Math.min(begin + size, bytes.length);
  }
  return [...chunks, bytes.subarray(begin)];
};

describe('takeBody', () => {
  const sizes = fc.array(fc.oneof(fc.nat(3), fc.nat(5_000), fc.nat(40_000)), { maxLength: 40 });
  const body = 'Žižkov 😀 '.repeat(8_000);

  it('gives the same text in whatever chunks it comes', () =>
    fc.assert(
      fc.property(sizes, (cuts) => {
        expect(taken(cutAt(encoder.encode(body), cuts), 200, Infinity)).to.deep.equal(
          E.right(body),
        );
      }),
    ));

  it('counts the bytes in whatever chunks they come', () => {
    const bytes = encoder.encode('a'.repeat(100_000));
    fc.assert(
      fc.property(sizes, fc.nat(120_000), (cuts, limit) => {
        const chunks = cutAt(bytes, cuts);
        const page =
          bytes.length <= limit
            ? E.right('a'.repeat(100_000))
            : E.left({ _tag: 'ResponseTooLarge', limit });
        expect(taken(chunks, 200, limit)).to.deep.equal(page);
        expect(taken(chunks, 500, limit)).to.deep.equal(
          E.right('a'.repeat(Math.min(limit, 64 * 1024))),
        );
      }),
    );
  });

  it('law 31: keeps next to nothing but the bytes, though each comes in a chunk of its own', () => {
    const used = (): number => {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const size = 600_000;
    const take = takeBody(200, Infinity);
    const before = used();
    for (let index = 0; index < size; index += 1) take(new Uint8Array([97]));
    // Kept one by one they took 120 MB.
    expect(used() - before).to.be.below(60_000_000);
    expect(take()).to.deep.equal(E.right('a'.repeat(size)));
  });

  it('leaves out a byte order mark', () =>
    expect(taken([encoder.encode('\uFEFF{}')], 200, Infinity)).to.deep.equal(E.right('{}')));

  it('does not copy a body that comes in one piece', () => {
    const bytes = encoder.encode('{"data":[]}');
    const take = takeBody(200, Infinity);
    take(bytes);
    bytes[0] = '['.charCodeAt(0);
    expect(take()).to.deep.equal(E.right('["data":[]}'));
  });
});

describe('takeText', () => {
  it('bounds a text as takeBody bounds its bytes', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.nat(100), (text, limit) => {
        expect(takeText(text, 200, limit)).to.deep.equal(taken([encoder.encode(text)], 200, limit));
      }),
    ));
});

describe('the limits of a transport', () => {
  it('law 31: are a minute and 100 MiB unless they are told', () => {
    for (const limits of [{}, { timeout: undefined, maxResponseBytes: undefined }]) {
      expect(limitsOf('', limits)).to.deep.equal({ timeout: 60_000, limit: 104_857_600 });
    }
  });
});

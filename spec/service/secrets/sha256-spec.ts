import { expect } from 'chai';
import fc from 'fast-check';
import { createHash, createHmac } from 'node:crypto';
import { hmacSha256, sha256 } from '../../../src/service/secrets/sha256';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('sha256', () => {
  it('gives the digest that the standard shows', () => {
    expect(hex(sha256(Buffer.from('abc')))).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('gives the digests of the platform, for every length around the end of a block', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => 37 * index + length);
      expect(hex(sha256(bytes)), `${length} bytes`).to.equal(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('gives the digests of the platform for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect(hex(sha256(bytes))).to.equal(createHash('sha256').update(bytes).digest('hex'));
      }),
    );
  });

  it('signs as the platform does, with any key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array({ maxLength: 300 }), (key, message) => {
        expect(hex(hmacSha256(key)(message))).to.equal(createHmac('sha256', key).update(message).digest('hex'));
      }),
    );
  });
});

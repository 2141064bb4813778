import { expect } from 'chai';
import fc from 'fast-check';
import { createHash, createHmac } from 'node:crypto';
import { areSame, hmacSha256, sha256 } from '../../../src/service/secrets/sha256';

const anyText = fc.string({ unit: 'binary', maxLength: 2_000 });

const ofPlatform = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('sha256', () => {
  it('gives the digest that the standard shows', () => {
    expect(sha256('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('gives the digests of the platform, for every length around the end of a block', () => {
    for (let length = 0; length <= 200; length++) {
      const text = 'x'.repeat(length);
      expect(sha256(text), `${length} bytes`).to.equal(ofPlatform(text));
    }
    for (const length of [300, 1_000, 100_000])
      expect(sha256('é'.repeat(length))).to.equal(ofPlatform('é'.repeat(length)));
  });

  it('gives the digests of the platform for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(sha256(text)).to.equal(ofPlatform(text));
      }),
    );
  });

  it('signs as the platform does, with any key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 64 }), anyText, (key, text) => {
        expect(hmacSha256(key)(text)).to.equal(createHmac('sha256', key).update(text).digest('hex'));
      }),
    );
  });
});

describe('areSame', () => {
  it('sees every difference', () => {
    const text = sha256('');
    expect(areSame(text, sha256(''))).to.equal(true);
    for (let index = 0; index < text.length; index++) {
      const other = `${text.slice(0, index)}x${text.slice(index + 1)}`;
      expect(areSame(text, other), `character ${index}`).to.equal(false);
    }
    expect([areSame(text, ''), areSame(text, `${text}0`)]).to.deep.equal([false, false]);
  });
});

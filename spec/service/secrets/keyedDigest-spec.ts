import { expect } from 'chai';
import fc from 'fast-check';
import { areSame, digestLength, keyedDigest } from '../../../src/service/secrets/keyedDigest';

describe('keyedDigest', () => {
  it('is the same for the same key and text, and always of one length', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, key) => {
        const digest = keyedDigest(key)(text);
        expect(digest)
          .to.match(/^[\da-f]+$/)
          .and.have.length(digestLength);
        expect(keyedDigest(key)(text)).to.equal(digest);
      }),
    ));

  it('differs for another text and for another key, and where one runs into the other', () => {
    const digests = ['', 'a', 'b', 'ab', 'é', '☃', 'a\0'].flatMap((text) =>
      ['', 'a', 'key', 'kez'].map((key) => keyedDigest(key)(text)),
    );
    expect(new Set(digests).size).to.equal(digests.length);
    expect(keyedDigest('a')('bc')).to.not.equal(keyedDigest('ab')('c'));
  });

  it('has halves that do not follow from each other', () => {
    const digest = keyedDigest('key')('text');
    expect(digest.slice(0, digestLength / 2)).to.not.equal(digest.slice(digestLength / 2));
  });
});

describe('areSame', () => {
  it('compares digests', () =>
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(areSame(one, other)).to.equal(one === other);
        expect(areSame(one, one)).to.equal(true);
      }),
    ));
});

import { expect } from 'chai';
import fc from 'fast-check';
import { areSame, fromBase64url, randomBytes, toBase64url } from '../../../src/service/secrets/bytes';

describe('base64url', () => {
  it('is written as the platform writes it, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toBase64url(bytes)).to.equal(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64url(toBase64url(bytes))).to.deep.equal(bytes);
      }),
    );
  });

  it('is read only as it is written', () => {
    const others = ['A', 'AB', 'AA==', 'AAA=', '+A', '/A', 'A A', 'AA\n', 'é', '\0'];
    expect(others.map(fromBase64url)).to.deep.equal(others.map(() => undefined));
  });
});

describe('areSame', () => {
  it('sees every difference', () => {
    const bytes = randomBytes(32);
    expect(areSame(bytes, bytes.slice())).to.equal(true);
    for (let index = 0; index < 32; index++) {
      const other = bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
      expect(areSame(bytes, other), `byte ${index}`).to.equal(false);
    }
  });
});

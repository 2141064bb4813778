import { expect } from 'chai';
import fc from 'fast-check';
import { cut, isWellFormed } from '../../src/model/text';
import { anyText } from '../support/anyText';

const canBeEncoded = (text: string): boolean => {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

describe('isWellFormed', () => {
  it('says of any text whether it can be percent-encoded', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isWellFormed(text)).to.equal(canBeEncoded(text));
      }),
    ));
});

describe('cut', () => {
  it('keeps a text that is short enough, and ends a longer one with an ellipsis', () => {
    expect(cut('abc', 3)).to.equal('abc');
    expect(cut('abcd', 3)).to.equal('ab…');
  });

  it('never leaves half a surrogate pair', () => {
    expect(cut('a😀bc', 3)).to.equal('a…');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-composite' }),
        fc.integer({ min: 1, max: 20 }),
        (text, max) => {
          const short = cut(text, max);
          expect(short.length).to.be.at.most(max);
          expect(isWellFormed(short)).to.be.true;
        },
      ),
    );
  });
});

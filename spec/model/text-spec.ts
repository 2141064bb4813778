import { expect } from 'chai';
import fc from 'fast-check';
import { isWellFormed } from '../../src/model/text';
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
  const cases: ReadonlyArray<readonly [what: string, text: string, expected: boolean]> = [
    ['the empty text', '', true],
    ['a text beyond ASCII', 'Žižkov 東京', true],
    ['a whole surrogate pair', '😀', true],
    ['a high half', 'a\ud83d', false],
    ['a low half', '\ude00a', false],
    ['two halves in the wrong order', '\ude00\ud83d', false],
  ];

  for (const [what, text, expected] of cases) {
    it(`${expected ? 'accepts' : 'refuses'} ${what}`, () => {
      expect(isWellFormed(text)).to.equal(expected);
    });
  }

  it('says of any text whether it can be percent-encoded', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isWellFormed(text)).to.equal(canBeEncoded(text));
      }),
    );
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { PageToken } from '../../src/model/PageToken';
import { anyToken } from '../support/anyText';
import { rightOf } from '../support/sides';

describe('PageToken', () => {
  it('law 2: is any text that is not empty, exactly as it came', () =>
    fc.assert(
      fc.property(anyToken, (text) => {
        expect(PageToken.is(text)).to.be.true;
        expect(rightOf(PageToken.decode(text))).to.equal(text);
        expect(PageToken.encode(text)).to.equal(text);
      }),
    ));

  for (const value of ['', null, undefined, 5, {}, ['t']]) {
    it(`is not ${JSON.stringify(value)}`, () => {
      expect(PageToken.is(value)).to.be.false;
      expect(PageToken.decode(value)._tag).to.equal('Left');
    });
  }
});

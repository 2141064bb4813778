import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { keyOf } from '../../../src/cli/formats/Format';
import { record } from '../support/records';

describe('keyOf', () => {
  for (const value of ['a', '', 0, 1.5, false]) {
    it(`takes ${JSON.stringify(value)}`, () => {
      expect(keyOf(record({ id: value }), 'id')).to.deep.equal(O.some(value));
    });
  }

  for (const [what, value] of Object.entries({ null: null, undefined, object: {}, array: ['a'] })) {
    it(`takes no ${what}`, () => {
      expect(keyOf(record({ id: value }), 'id')).to.deep.equal(O.none);
    });
  }

  it('takes only what an object has itself', () => {
    expect(keyOf(record({}), 'constructor')).to.deep.equal(O.none);
  });
});

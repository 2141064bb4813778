import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { keyOf } from '../../../src/cli/formats/Format';
import { record } from '../support/records';

describe('keyOf', () => {
  it('takes a text, a number or a boolean, and nothing else', () => {
    for (const value of ['a', '', 0, 1.5, false])
      expect(keyOf(record({ id: value }), 'id')).to.deep.equal(O.some(value));
    for (const value of [null, undefined, {}, ['a']]) expect(keyOf(record({ id: value }), 'id')).to.deep.equal(O.none);
  });

  it('takes only what an object has itself', () => expect(keyOf(record({}), 'constructor')).to.deep.equal(O.none));
});

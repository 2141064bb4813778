import { expect } from 'chai';
import { Query } from '../../../src/model/endpoints/searchObjects';

describe('Query', () => {
  const cases: ReadonlyArray<readonly [what: string, value: unknown, expected: boolean]> = [
    ['the empty query', { type: 'empty' }, true],
    ['a query with conditions', { type: 'and', value: [{ type: 'eq', field: 'name' }] }, true],
    ['a query without type', { value: [] }, false],
    ['a type that is no text', { type: 5 }, false],
    ['null', null, false],
    ['an array', [{ type: 'empty' }], false],
    ['a text', 'empty', false],
  ];

  for (const [what, value, expected] of cases) {
    it(`${expected ? 'accepts' : 'refuses'} ${what}`, () => {
      expect(Query.is(value)).to.equal(expected);
      expect(Query.decode(value)._tag).to.equal(expected ? 'Right' : 'Left');
    });
  }
});

import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { Query, searchObjects } from '../../../src/model/endpoints/searchObjects';
import { prepared } from '../../support/prepared';

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

describe('searchObjects', () => {
  it('is what section 4.3 of the conventions says', () => {
    expect(searchObjects).to.deep.include({
      name: 'searchObjects',
      revision: '2.0',
      method: 'POST',
      path: '/api/{apiFamily}/v1/objects/types/{objectType}/search',
      fields: { query: Query },
      pageSize: false,
      snapshot: false,
      limit: O.none,
    });
  });

  it('asks for a page with a POST of its query', () => {
    const params = { apiFamily: 'search', objectType: 'employee', query: { type: 'eq', field: 'name', value: 'Ada' } };
    expect(prepared(searchObjects, params).requestFor(O.none)).to.deep.equal({
      method: 'POST',
      url: '/api/search/v1/objects/types/employee/search',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"query":{"type":"eq","field":"name","value":"Ada"}}',
    });
  });
});

import { expect } from 'chai';
import { differences } from '../../../src/cli/resume/differences';

describe('differences', () => {
  it('are none between requests that are the same', () => {
    expect(differences({ a: 1, query: { type: 'empty' } }, { query: { type: 'empty' }, a: 1 })).to.deep.equal([]);
  });

  it('name what was changed, left out or added', () => {
    expect(
      differences({ objectType: 'a', limit: 5, size: null }, { objectType: 'b', size: 2, snapshot: true }),
    ).to.deep.equal([
      'objectType was a and is b',
      'limit was 5 and is not given',
      'size was not given and is 2',
      'snapshot was not given and is true',
    ]);
  });

  it('cut what is long', () => {
    const [text] = differences({ query: { text: 'x'.repeat(1_000) } }, { query: null });
    expect(text).to.have.length.below(100);
  });
});

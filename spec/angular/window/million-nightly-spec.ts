import { expect } from 'chai';
import { scrolledBothWays } from './heap';

describe('the memory of a list with a window and 1,000,000 rows', () => {
  it('stays below 30 MB, scrolled through both ways', async () => {
    const { most, wrong, length } = await scrolledBothWays(1_000_000, 100, 1_000);
    expect([wrong, length]).to.deep.equal([0, 1_000_000]);
    expect(most).to.be.below(30);
  });
});

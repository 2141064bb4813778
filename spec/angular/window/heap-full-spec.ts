import { expect } from 'chai';
import { scrolledBothWays } from './heap';

describe('the memory of a list with a window', () => {
  it('holds few of 50,000 rows, scrolled through both ways', async () => {
    const { most, wrong, length } = await scrolledBothWays(50_000, 250, 100);
    expect([wrong, length]).to.deep.equal([0, 50_000]);
    // 20 pages of 250 rows take 2; all rows would take 10.
    expect(most).to.be.below(6);
  });
});

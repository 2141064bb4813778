import { expect } from 'chai';
import { scrolledWindow } from './scrolledWindow';

describe('a list with a window and 1,000,000 rows in a browser', () => {
  it('is scrolled through both ways within 30 MB', async () => {
    const { wrong, mostRows, status, heap } = await scrolledWindow(1_000_000, 1_000);
    expect([wrong, status]).to.deep.equal([0, 'end 1000000']);
    expect(mostRows).to.be.within(20, 40);
    expect(Math.max(...heap)).to.be.below(30);
  }).timeout(600_000);
});

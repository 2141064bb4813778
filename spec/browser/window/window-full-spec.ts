import { expect } from 'chai';
import { scrolledWindow } from './scrolledWindow';

describe('a list with a window in a browser', () => {
  it('scrolls through 50,000 rows both ways, each in its place, and keeps few of them', async () => {
    const { wrong, mostRows, status, requests, heap } = await scrolledWindow(50_000, 1_000);
    expect([wrong, status]).to.deep.equal([0, 'end 50000']);
    expect(mostRows).to.be.within(20, 40);
    // Each page on the way there, and on the way back those that the window had dropped.
    expect(requests).to.be.within(50 + 28, 50 + 40);
    expect(Math.max(...heap)).to.be.below(15);
  });
});

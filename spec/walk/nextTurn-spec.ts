import { expect } from 'chai';
import { nextTurn } from '../../src/walk/pagesAhead';

describe('nextTurn', () => {
  it('emits once when the event loop has turned, not before', async () => {
    const seen: Array<string> = [];
    const turned = new Promise<void>((resolve) => {
      nextTurn.subscribe({ next: () => seen.push('turn'), complete: resolve });
    });
    await Promise.resolve();
    expect(seen).to.deep.equal([]);
    await turned;
    expect(seen).to.deep.equal(['turn']);
  });

  it('law 9: leaves nothing scheduled when it is unsubscribed', () => {
    const waiting = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'Immediate' || kind === 'Timeout').length;
    const before = waiting();
    const subscription = nextTurn.subscribe();
    expect(waiting()).to.be.greaterThan(before);
    subscription.unsubscribe();
    expect(waiting()).to.equal(before);
  });
});

import { expect } from 'chai';
import { firstValueFrom } from 'rxjs';
import { nextTurn } from '../../src/walk/pagesAhead';
import { pendingTimers } from '../support/inVirtualTime';

describe('nextTurn', () => {
  it('emits when the event loop has turned, not before', async () => {
    const seen: Array<string> = [];
    const turned = firstValueFrom(nextTurn).then(() => seen.push('turn'));
    await Promise.resolve();
    expect(seen).to.deep.equal([]);
    await turned;
    expect(seen).to.deep.equal(['turn']);
  });

  it('law 9: leaves nothing scheduled when it is unsubscribed', () => {
    const before = pendingTimers();
    const subscription = nextTurn.subscribe();
    expect(pendingTimers()).to.be.greaterThan(before);
    subscription.unsubscribe();
    expect(pendingTimers()).to.equal(before);
  });
});

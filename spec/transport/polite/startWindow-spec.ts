import { expect } from 'chai';
import { startWindow } from '../../../src/transport/polite/startWindow';

describe('law 15: startWindow', () => {
  it('lets no more start in any window than it says, and says when the next one may', () => {
    const gate = startWindow(2, 60_000);
    expect([gate.room(0), gate.wait(0, 0)]).to.deep.equal([2, 0]);
    gate.started(0);
    gate.started(10);
    expect([gate.room(20), gate.wait(20, 0)]).to.deep.equal([0, 59_980]);
    expect(gate.wait(60_000, 0)).to.equal(0);
    gate.started(60_000);
    expect(gate.wait(60_000, 0)).to.equal(10);
  });

  it('waits for a moment at least: virtual time would stand still otherwise', () => {
    const gate = startWindow(1, 1);
    gate.started(0.1);
    expect(gate.wait(1.0999999999999999, 0)).to.be.above(0);
  });
});

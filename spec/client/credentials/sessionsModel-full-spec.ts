import { expect } from 'chai';
import fc from 'fast-check';
import '../../support/seed';
import { histories, wrongsIn } from './support/histories';

describe('law 46: many random histories of logins, renewals and sign-outs', () => {
  it('5,000 send nothing of another login, give nothing of one to save, and spend no token twice', function () {
    this.timeout(600_000);
    const isRight = fc.property(histories, (history) => {
      expect(wrongsIn(history)).to.deep.equal([]);
    });
    fc.assert(isRight, { numRuns: 5_000 });
  });
});

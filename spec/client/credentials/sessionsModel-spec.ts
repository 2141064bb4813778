import { expect } from 'chai';
import fc from 'fast-check';
import '../../support/seed';
import { histories, wrongsIn } from './support/histories';

describe('law 46: random histories of logins, renewals and sign-outs', () => {
  it('send nothing of another login, give nothing of one to save, and spend no token twice', () => {
    const isRight = fc.property(histories, (history) => {
      expect(wrongsIn(history)).to.deep.equal([]);
    });
    fc.assert(isRight, { numRuns: 100 });
  });
});

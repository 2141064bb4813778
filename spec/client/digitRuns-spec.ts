import { digitRuns, expectLinearWalks } from './digitRuns';

describe('law 31: what a page full of digits may cost', () => {
  for (const [what, valueOf] of Object.entries(digitRuns)) {
    it(`${what}: at most eight times as long for four times as many`, () =>
      expectLinearWalks(valueOf, 100_000));
  }
});

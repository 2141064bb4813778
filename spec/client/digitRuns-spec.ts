import { digitRuns, expectCheap } from './digitRuns';

describe('law 31: what a page full of digits may cost', () => {
  // A page that is quick to parse has to be larger, or what a walk takes in any case is all that is seen.
  for (const [what, [value, times]] of [150_000, 1_000_000].flatMap((bytes) =>
    Object.entries(digitRuns(bytes)),
  )) {
    if (times > 5 !== value.length < 500_000) continue;
    it(`${what}: less than ${times} times JSON.parse`, () => expectCheap(value, times));
  }
});

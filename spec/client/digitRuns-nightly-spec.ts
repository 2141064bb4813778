import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { digitRuns, expectLinearWalks } from './digitRuns';

const bytes = 20_000_000;

/** Walks over a page in a process that may not have more than ten times the page and 100 MB. */
const walkWithin = (what: string): number | null => {
  const source = `
    const { digitRuns, walkOnce } = require(${JSON.stringify(require.resolve('./digitRuns'))});
    walkOnce(digitRuns[${JSON.stringify(what)}](${bytes}));`;
  const limit = `--max-old-space-size=${(10 * bytes) / 1e6 + 100}`;
  return spawnSync(process.execPath, [limit, '--require', 'tsx/cjs', '--eval', source]).status;
};

describe('laws 22, 28 and 31: 20 MB of digits', () => {
  for (const [what, valueOf] of Object.entries(digitRuns)) {
    it(`${what}: at most eight times as long as a quarter of it, and ten times the page in memory`, () => {
      expectLinearWalks(valueOf, bytes / 4);
      expect(walkWithin(what)).to.equal(0);
    });
  }
});

import { expect } from 'chai';
import type { Pool } from 'pg';
import { startsOf } from '../support/startsOf';
import { withDatabase } from '../support/withDatabase';

/** Runs a comparison of rates, and once more where it fails: others that use this machine may have come in between. */
const compare = (attempt: (pool: Pool) => Promise<void>): Promise<void> => {
  const once = (): Promise<void> => withDatabase(({ pool }) => attempt(pool), 20);
  return once().catch(once);
};

/** How many starts these get in that time. */
const startsIn = async (
  pool: Pool,
  seconds: number,
  holders: number,
  lanes = 1,
): Promise<number> => {
  const end = performance.now() + seconds * 1_000;
  const counts = await startsOf(pool, { holders, lanes, until: () => performance.now() > end });
  return counts.reduce((total, count) => total + count, 0);
};

describe('law 35: the rate of a budget that many wait for', () => {
  it('sixty holders get 80 % of what six get', () =>
    compare(async (pool) => {
      const few = await startsIn(pool, 9, 6);
      expect((await startsIn(pool, 9, 60)) / few).to.be.at.least(0.8);
    }));

  it('so do six of which each waits for many starts', () =>
    compare(async (pool) => {
      const few = await startsIn(pool, 6, 6);
      expect((await startsIn(pool, 6, 6, 20)) / few).to.be.at.least(0.8);
    }));
});

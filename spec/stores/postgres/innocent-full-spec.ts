import { expect } from 'chai';
import { Pool } from 'pg';
import { postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { claimOf, keepIn } from '../../walk/durable/support/storeCases';
import { withDatabase } from './support/withDatabase';

const turns = Number(process.env.PAGEWALK_TURNS ?? 12);

describe('law 19: a claim ends only transactions of walkers that it superseded', () => {
  it('not those of others who use the same connections, whose walker has just given them back', () =>
    withDatabase(async ({ url, pool }) => {
      const places = postgresPlaces(pool);
      await places.migrate();
      // Everything shares a few connections, as behind a pooler: what a walker gives back is in use at once.
      const shared = new Pool({ connectionString: url, max: 2 });
      const walkers = postgresPlaces(shared);
      // The more locks there are, the longer it takes to look through them.
      const locker = await pool.connect();
      await locker.query('select pg_advisory_lock(number) from generate_series(1, 8000) as number');
      let isOver = false;
      let transactions = 0;
      const failures: Array<string> = [];
      const other = async (): Promise<void> => {
        while (!isOver) {
          try {
            await shared.query('begin; select pg_sleep(0.002); commit');
            transactions += 1;
          } catch (error) {
            failures.push(String(error));
          }
        }
      };
      const others = Array.from({ length: 4 }, other);
      for (let turn = 0; turn < turns; turn += 1) {
        const claim = await claimOf(places);
        // Half of the walkers come to their end about when the next claim looks for them.
        const keeping = keepIn(walkers, claim, turn + 1, (transaction) =>
          transaction.query('select pg_sleep(0.003)'),
        );
        await new Promise((resolve) => setTimeout(resolve, turn % 12));
        await Promise.all([keeping, claimOf(places)]);
      }
      isOver = true;
      await Promise.all(others);
      await shared.end();
      locker.release(true);
      expect(failures, `of ${transactions} transactions`).to.deep.equal([]);
    }));
});

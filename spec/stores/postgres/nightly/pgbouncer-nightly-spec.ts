import { expect } from 'chai';
import { seed } from '../../../support/seed';
import { runChaos } from '../support/chaos';
import { withSink } from '../support/sink';
import { hasPgbouncer, startPgbouncer } from '../support/startPgbouncer';

describe(`behind pgbouncer, which hands connections out for transactions (PAGEWALK_SEED=${seed})`, function () {
  this.timeout(600_000);

  it('laws 17 to 21: five workers, thirty walks, kills and stops: the tables equal the store', () =>
    withSink(async (database, start) => {
      expect(hasPgbouncer(), 'install it: apt-get install pgbouncer').to.equal(true);
      // One connection more than the workers can hold, so that a claim gets one though all of them stand still.
      const pgbouncer = await startPgbouncer(database.url, 6);
      try {
        const chaos = { workers: 5, walks: 30, perWalk: 400, seed };
        const happened = await runChaos(database, start, chaos, pgbouncer.url);
        if (this.ctx.test) this.ctx.test.title += `: ${happened}`;
      } finally {
        await pgbouncer.stop();
      }
    }));
});

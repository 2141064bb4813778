import { seed } from '../../support/seed';
import { runChaos } from './support/chaos';
import { withSink } from './support/sink';

// The seed repeats the choices of a run that the title tells of, as far as processes can be repeated.
describe(`three workers, twelve walks, kills and stops (PAGEWALK_SEED=${seed})`, function () {
  it('laws 17 to 21: the tables equal the store, whatever happened', () =>
    withSink(async (database, start) => {
      const happened = await runChaos(database, start, {
        workers: 3,
        walks: 12,
        perWalk: 400,
        seed,
      });
      if (this.ctx.test) this.ctx.test.title += `: ${happened}`;
    }));
});

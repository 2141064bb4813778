import { expect } from 'chai';
import { postgresPlaces } from '../../src/postgres/postgresPlaces';
import { seededRandom } from '../../src/service/store/random';
import { startService } from '../../src/service/startService';
import type { Worker } from '../support/startWorker';
import { numbersOf, until, withSink } from './support/sink';

/** `PAGEWALK_CHAOS_SEED=n` repeats the choices of a run that the title tells of, as far as processes can be repeated. */
const seed = Number(process.env.PAGEWALK_CHAOS_SEED ?? Date.now() % 1_000_000);

const walks = until(12).map((index) => `type${index}`);
const perWalk = 400;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe(`three workers, twelve walks, kills and stops (PAGEWALK_CHAOS_SEED=${seed})`, function () {
  this.timeout(240_000);

  it('laws 17 to 21: the tables equal the store, whatever happened', () =>
    withSink(async (database, start) => {
      const objects = Object.fromEntries(walks.map((type) => [type, until(perWalk).map((id) => ({ id }))]));
      const service = await startService({ objects, maxPageSize: 20, tokenLifetime: 1_500 });
      // What the service does not have any more is to be gone when a walk is done.
      await database.rows('insert into sink (walk, number, round) select unnest($1::text[]), 9999, 0', [walks]);
      const random = seededRandom(seed);
      const source = { service: service.url, token: service.token, ontologyRid: service.ontologyRid };
      const all: Array<Worker> = [];
      const begin = (): Worker => {
        const worker = start({ ids: walks, source, sink: 'recipe', ms: 80, restarts: 1_000 });
        all.push(worker);
        return worker;
      };
      const team = [begin(), begin(), begin()];
      const isAtWork = (worker: Worker): boolean => worker.lines.length > 0 && worker.lines.at(-1) !== 'end';
      let kills = 0;
      let stops = 0;
      const isDone = async (): Promise<boolean> => {
        const known = await postgresPlaces(database.pool).all();
        return known.length === walks.length && known.every(({ isLast }) => isLast);
      };
      while (!(await isDone())) {
        await sleep(300 + 700 * random());
        const index = Math.floor(random() * team.length);
        const worker = team[index];
        if (worker === undefined || !isAtWork(worker)) continue;
        // Any order, but as many of the one as of the other.
        if (kills === stops ? random() < 0.5 : kills < stops) {
          worker.signal('SIGKILL');
          kills += 1;
          team[index] = begin();
        } else {
          // The first time all of them, for longer than a token lives: nobody can take over before it has expired.
          const stopped = stops === 0 ? [...team] : [worker];
          for (const each of stopped) each.signal('SIGSTOP');
          stops += 1;
          await sleep(2_000);
          for (const each of stopped) each.signal('SIGCONT');
        }
      }
      await Promise.all(team.map((worker) => worker.ended()));
      await service.close();
      const lines = all.flatMap((worker) => worker.lines);
      const fences = lines.filter((line) => line.startsWith('Superseded')).length;
      const rounds = (await postgresPlaces(database.pool).all()).filter(({ round }) => round > 1).length;
      if (this.ctx.test) {
        this.ctx.test.title += `: ${kills} kills, ${stops} stops, ${fences} fences, ${rounds} walks that began again`;
      }
      for (const walk of walks) expect(await numbersOf(database, walk), walk).to.deep.equal(until(perWalk));
      expect(lines.filter((line) => /^failed|^PageTokenExpired/.test(line))).to.deep.equal([]);
      expect(Math.min(kills, stops, fences, rounds), `${kills}, ${stops}, ${fences}, ${rounds}`).to.be.above(0);
    }));
});

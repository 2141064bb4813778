import { expect } from 'chai';
import { postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { seededRandom } from '../../../src/service/store/random';
import { pause } from '../../support/collect';
import { seed } from '../../support/seed';
import type { Worker } from '../../support/startWorker';
import { commitsOf, numbersOf, until, withSink } from './support/sink';

const source = { pages: 6, perPage: 10, latency: 2 };
const task = { ids: ['walk'], source, sink: 'insert', ms: 30 } as const;

const kept = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) => line.startsWith('kept'));

describe('law 19: one walker, over processes', () => {
  it('a worker that was stopped inside its work is superseded: it wakes up, changes nothing, and says so', () =>
    withSink(async (database, start) => {
      const stopped = start({ ...task, standsAt: 3 });
      await stopped.said(/^wrote walk 3/);
      stopped.signal('SIGSTOP');
      const next = start(task);
      // Its rows, uncommitted under the same keys, would block this one for as long as it is stopped.
      await next.said(/^kept walk 1 3/);
      await next.ended();
      stopped.signal('SIGCONT');
      await stopped.ended();
      expect(stopped.lines).to.deep.equal([
        ...['wrote walk 1', 'kept walk 1 1', 'wrote walk 2', 'kept walk 1 2', 'wrote walk 3'],
        ...['Superseded walk', 'end'],
      ]);
      expect(kept(next.lines)).to.deep.equal([3, 4, 5, 6].map((pages) => `kept walk 1 ${pages}`));
      expect(await numbersOf(database, 'walk')).to.deep.equal(until(60));
      expect(await commitsOf(database, 'walk'), 'one for each page').to.equal(6);
      expect(await postgresPlaces(database.pool).all()).to.have.lengthOf(1);
    }));
});

describe('law 18: both or neither, over processes', () => {
  it('after kill -9 between the work and the commit neither is there, and the next run does the page', () =>
    withSink(async (database, start) => {
      const killed = start({ ...task, standsAt: 1 });
      await killed.said(/^wrote walk 1/);
      killed.signal('SIGKILL');
      await killed.ended();
      expect(await numbersOf(database, 'walk')).to.deep.equal([]);
      const next = start(task);
      await next.ended();
      expect(kept(next.lines)).to.have.lengthOf(6);
      expect(await numbersOf(database, 'walk')).to.deep.equal(until(60));
      expect(await commitsOf(database, 'walk')).to.equal(6);
    }));

  it('after its backend was ended in the middle of a page neither is there; the worker goes on with that page', () =>
    withSink(async (database, start) => {
      const worker = start({ ...task, standsAt: 2 });
      await worker.said(/^wrote walk 2/);
      await database.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
      );
      await worker.ended();
      expect(worker.lines.filter((line) => line.startsWith('failed'))).to.have.lengthOf(1);
      expect(kept(worker.lines)).to.deep.equal(
        [1, 2, 3, 4, 5, 6].map((pages) => `kept walk 1 ${pages}`),
      );
      expect(await numbersOf(database, 'walk')).to.deep.equal(until(60));
      expect(await commitsOf(database, 'walk')).to.equal(6);
    }));
});

describe('law 18: a fleet of one that is killed', function () {
  it('40 kills at any moment lose no row and double none', () =>
    withSink(async (database, start) => {
      const random = seededRandom(seed);
      const long = { ...task, source: { pages: 500, perPage: 2, latency: 1 }, ms: 2 } as const;
      let [kills, midway] = [0, 0];
      while (kills < 40) {
        const worker = start(long);
        const [, first] = /(\d+)$/.exec(await worker.said(/^kept walk 1/)) ?? [];
        await worker.said(new RegExp(`^kept walk 1 ${Number(first) + Math.floor(9 * random())}$`));
        await pause(10 * random());
        worker.signal('SIGKILL');
        if ((await worker.ended()) === 'SIGKILL') kills += 1;
        if (kept(worker.lines).length > 1) midway += 1;
        expect(worker.lines.filter((line) => !/^(kept|wrote)/.test(line))).to.deep.equal([]);
      }
      const last = start(long);
      await last.ended();
      expect(last.lines.slice(-2)).to.deep.equal(['done walk', 'end']);
      expect(await numbersOf(database, 'walk')).to.deep.equal(until(1_000));
      expect(await commitsOf(database, 'walk'), 'one for each page').to.equal(500);
      if (this.ctx.test) this.ctx.test.title += `: ${kills} kills, ${midway} after several pages`;
    }));
});

describe('law 21: a poison walk, over processes', () => {
  it('ends after its rounds, however often its process is killed, and does not hold up the others', () =>
    withSink(async (database, start) => {
      const poison = {
        ids: ['poison'],
        source: { ...source, expiredFrom: 2 },
        sink: 'recipe',
        ms: 200,
      } as const;
      const others = start(task);
      const workers: Array<Worker> = [];
      const keeps = (worker: Worker): Promise<boolean> =>
        worker.said(/^kept/).then(
          () => true,
          () => false,
        );
      for (let worker = start(poison); await keeps(worker); worker = start(poison)) {
        workers.push(worker);
        worker.signal('SIGKILL');
        await worker.ended();
      }
      const rounds = workers
        .flatMap(({ lines }) => kept(lines))
        .map((line) => Number(line.split(' ')[2]));
      expect(Math.max(...rounds)).to.equal(4);
      expect(workers.length, 'how many were killed').to.be.above(2);
      const again = start(poison);
      await again.ended();
      expect(again.lines, 'until it is forgotten').to.deep.equal([
        'PageTokenExpired poison',
        'end',
      ]);
      await others.ended();
      expect(await numbersOf(database, 'walk')).to.deep.equal(until(60));
      expect(
        (await postgresPlaces(database.pool).all()).map(({ id, round }) => [id, round]),
      ).to.deep.equal([
        ['poison', 4],
        ['walk', 1],
      ]);
    }));
});

import { expect } from 'chai';
import { postgresPlaces } from '../../../../src/stores/postgres/postgresPlaces';
import { startWorker } from '../../../support/startWorker';
import { pause } from '../../../support/collect';
import { childrenOfTree } from '../support/treeOfThousands';
import { type Database, withDatabase } from '../support/withDatabase';

const parents = 10_000;
const begin = ({ url }: Database) =>
  startWorker('spec/stores/postgres/support/treeWorker.ts', { url, parents });

const withTable = (use: (database: Database) => Promise<void>): Promise<void> =>
  withDatabase(async (database) => {
    await postgresPlaces(database.pool).migrate();
    await database.rows('create table sink (id text primary key)');
    await use(database);
    const found = (await database.rows('select id from sink order by id collate "C"')).map(
      ({ id }) => id,
    );
    expect(found).to.deep.equal([...childrenOfTree(parents)].sort());
  });

describe('law 38: the children of 10,000 parents in Postgres', function () {
  this.timeout(600_000);

  it('whatever is killed, each comes once', () =>
    withTable(async (database) => {
      let kills = 0;
      for (;;) {
        const worker = begin(database);
        const end = await Promise.race([worker.ended(), pause(3_000 + 3_000 * Math.random())]);
        if (end === 0) break;
        worker.signal('SIGKILL');
        await worker.ended();
        kills += 1;
      }
      if (this.ctx.test) this.ctx.test.title += `: ${kills} kills`;
      expect(kills).to.be.above(3);
    }));

  it('in a heap that does not grow with their number', () =>
    withTable(async (database) => {
      const worker = begin(database);
      expect(await worker.ended()).to.equal(0);
      const heaps = worker.lines.map((line) => Number(/(\d+) KiB/.exec(line)?.[1]));
      if (this.ctx.test) this.ctx.test.title += `: ${worker.lines[0]}, ${worker.lines.at(-1)}`;
      expect(worker.lines.at(-1)).to.match(/^done 19800 /);
      expect((heaps.at(-1) ?? Infinity) - (heaps[0] ?? 0)).to.be.below(1_024);
    }));
});

import { expect } from 'chai';
import { postgresPlaces } from '../../../src/postgres';
import { seededRandom } from '../../../src/service/store/random';
import { pause } from '../../support/collect';
import { seed } from '../../support/seed';
import { startWorker } from '../../support/startWorker';
import { claimOf } from '../../walk/durable/support/storeCases';
import { rowsOfRc2 } from '../support/rowsOfRc2';
import { upgradeCases } from '../support/upgradeCases';
import { claimOfRc2, rowsIntoRc2, tablesOfRc2 } from './support/tablesOfRc2';
import { type Database, withDatabase } from './support/withDatabase';

/** Makes the tables of 1.0.0-rc.2, each walk under so many names. */
const putRc2 = async ({ rows }: Pick<Database, 'rows'>, copies = 1): Promise<void> => {
  await rows(`drop schema if exists pagewalk cascade; ${tablesOfRc2}`);
  for (let copy = 0; copy < copies; copy += 1) {
    const walks = rowsOfRc2.map((row) => ({
      ...row,
      id: copy === 0 ? row.id : `${String(row.id)} ${copy}`,
    }));
    await rows(rowsIntoRc2, [JSON.stringify(walks)]);
  }
};

describe('postgresPlaces over tables of 1.0.0-rc.2', function () {
  upgradeCases((test) =>
    withDatabase(async ({ pool, rows }) => {
      await putRc2({ rows });
      const places = postgresPlaces(pool);
      for (const call of [
        () => claimOf(places, 'plain'),
        () => places.all(),
        () => places.forget('plain'),
      ])
        expect(await call().then(() => '', String), String(call)).to.include('migrate()');
      await Promise.all([places.migrate(), postgresPlaces(pool).migrate(), places.migrate()]);
      await test(places);
    }),
  );

  it('what still runs of 1.0.0-rc.2 can claim and keep nothing any more', () =>
    withDatabase(async ({ pool, rows }) => {
      await putRc2({ rows });
      await postgresPlaces(pool).migrate();
      const before = await rows('select * from pagewalk.places order by id, part');
      const keep = "update pagewalk.places set place = 'x', pages = 9 where id = 'plain'";
      const drop = "update pagewalk.places set epoch = 1, place = null where id = 'plain'";
      for (const statement of [keep, drop])
        expect(await rows(statement).then(() => '', String)).to.include('column "place"');
      expect(await rows(claimOfRc2, ['plain']).then(() => '', String)).to.include('column "place"');
      expect(await rows('select * from pagewalk.places order by id, part')).to.deep.equal(before);
      const [version] = await rows("select version from pagewalk.versions where made = 'places'");
      expect(version, 'above that of rc.2, which then says a later version').to.deep.equal({
        version: 8,
      });
    }));

  it('a walker of 1.0.0-rc.2 keeps its page first, or not at all', () =>
    withDatabase(async ({ pool, rows }) => {
      await putRc2({ rows });
      const walker = await pool.connect();
      await walker.query("begin; select from pagewalk.places where id = 'plain'");
      const migrating = Promise.all([
        postgresPlaces(pool).migrate(),
        postgresPlaces(pool).migrate(),
      ]);
      await pause(700);
      await walker.query("update pagewalk.places set pages = 3 where id = 'plain'; commit");
      walker.release();
      await migrating;
      expect(await postgresPlaces(pool).all({ prefix: 'plain' })).to.have.nested.property(
        '0.pages',
        3,
      );
    }));

  it('20 kills while tables are upgraded leave all of it or nothing', () =>
    withDatabase(async (database) => {
      const { url, pool, rows } = database;
      const random = seededRandom(seed);
      let [kills, upgraded] = [0, 0];
      await putRc2(database, 300);
      const open = async (): Promise<unknown> =>
        (
          await rows(
            'select count(*)::int as open from pagewalk.places where claimed_by is not null and not is_last',
          )
        )[0]?.open;
      const all = await open();
      while (kills < 20) {
        const worker = startWorker('spec/stores/postgres/support/migrateWorker.ts', { url });
        await worker.said(/^open/);
        await pause(120 * random());
        worker.signal('SIGKILL');
        if ((await worker.ended()) === 'SIGKILL') kills += 1;
        // The server may still be at it.
        await rows("select pg_advisory_xact_lock(hashtext('pagewalk places of pagewalk'), 0)");
        const [version] = await rows("select version from pagewalk.versions where made = 'places'");
        expect(await open()).to.equal(version?.version === 8 ? 0 : all);
        if (version?.version !== 8) continue;
        upgraded += 1;
        await putRc2(database, 300);
      }
      if (this.ctx.test) this.ctx.test.title += `: ${upgraded} came after the upgrade`;
      await postgresPlaces(pool).migrate();
      expect(await postgresPlaces(pool).all()).to.have.lengthOf(300 * 9);
    }));
});

import { expect } from 'chai';
import { copyFile } from 'node:fs/promises';
import { seededRandom } from '../../../src/service/store/random';
import { seed } from '../../support/seed';
import { sqlitePlaces } from '../../../src/sqlite';
import { startWorker } from '../../support/startWorker';
import { claimOf } from '../../walk/durable/support/storeCases';
import { driverNames, openDatabase, rowsOf, type Scene, withFile } from './support/drivers';
import { tableOfRc2 } from './support/tableOfRc2';

const start = (scene: Scene, task: object) =>
  startWorker('spec/stores/sqlite/support/sqliteWorker.ts', { file: scene.file, ...task });

const upTo = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => index + 1);

describe('law 45: a SQLite file and processes', function () {
  const driver = driverNames.at(-1) ?? '';

  for (const mode of ['delete', 'wal']) {
    it(`50 kills at any moment lose no row and double none, journal_mode ${mode}`, () =>
      withFile(driver, async (scene) => {
        scene.db.exec(`pragma journal_mode = ${mode}`);
        const random = seededRandom(seed);
        const pages = 800;
        let [kills, midway] = [0, 0];
        while (kills < 50) {
          const worker = start(scene, { pages, ms: 3 });
          const [, first] = /(\d+)/.exec(await worker.said(/^kept/)) ?? [];
          // Up to twelve pages later, and a moment: also within the next page.
          await worker.said(new RegExp(`^kept ${Number(first) + Math.floor(13 * random())}$`));
          await new Promise((resolve) => setTimeout(resolve, 10 * random()));
          worker.signal('SIGKILL');
          if ((await worker.ended()) === 'SIGKILL') kills += 1;
          if (worker.lines.length > 2) midway += 1;
          expect(worker.lines.filter((line) => !/^open|^kept|^end/.test(line))).to.deep.equal([]);
        }
        const last = start(scene, { pages, ms: 0 });
        await last.ended();
        expect(last.lines.slice(-2)).to.deep.equal([`kept ${pages}`, 'end']);
        expect(scene.numbers()).to.deep.equal(upTo(pages));
        expect(midway).to.be.above(30);
        if (this.ctx.test) this.ctx.test.title += `: ${kills} kills, ${midway} after several pages`;
      }));
  }

  it('20 kills while a table of 1.0.0-rc.2 is upgraded leave all of it or nothing, and the walk continues', () =>
    withFile(driver, async (scene) => {
      const { db, file } = scene;
      tableOfRc2(db);
      db.exec(`
        with recursive copies(number) as (select 1 union all select number + 1 from copies where number < 2000)
        insert into pagewalk_places (id, part, epoch, nonce, run, parts, place, claimed_by, claimed_at)
          select id || number, part, epoch, nonce, run, parts, place, claimed_by, claimed_at
          from pagewalk_places, copies where id <> ''`);
      await copyFile(file, `${file}.rc2`);
      const random = seededRandom(seed);
      let [kills, upgraded] = [0, 0];
      while (kills < 20) {
        await copyFile(`${file}.rc2`, file);
        const worker = start(scene, { id: 'plain', pages: 4, perPage: 2, ms: 0 });
        await worker.said(/^open/);
        await new Promise((resolve) => setTimeout(resolve, 300 * random()));
        worker.signal('SIGKILL');
        if ((await worker.ended()) === 'SIGKILL') kills += 1;
        const found = openDatabase(driver, file);
        expect(await sqlitePlaces(found).all({ prefix: 'plain' })).to.have.lengthOf(2_001);
        const [{ version, claimed } = {}] = rowsOf(
          found,
          `select (select run from pagewalk_places where id = '') as version, count(claimed_by) as claimed
           from pagewalk_places where id <> '' and not is_last`,
        );
        found.close();
        if (version === 'pagewalk places 2') upgraded += 1;
        else expect(version).to.equal('pagewalk places 1');
        expect(claimed).to.be.oneOf(version === 'pagewalk places 1' ? [16_003] : [0, 1]);
      }
      const last = start(scene, { id: 'plain', pages: 4, perPage: 2, ms: 0 });
      await last.ended();
      expect(last.lines.slice(-2)).to.deep.equal(['kept 4', 'end']);
      if (this.ctx.test) this.ctx.test.title += `: ${upgraded} came after the upgrade`;
    }));

  it('two processes on one file: one has the walk, the other is superseded or Busy, and no row comes twice', () =>
    withFile(driver, async (scene) => {
      const first = start(scene, { pages: 60, ms: 5, standsBefore: 4 });
      await first.said(/^stands/);
      const polite = start(scene, { pages: 60, ms: 5, isPolite: true });
      await polite.ended();
      expect(polite.lines).to.deep.equal(['open', 'Busy', 'end']);
      const second = start(scene, { pages: 60, ms: 5 });
      await second.said(/^kept 4/);
      first.signal('SIGCONT');
      await Promise.all([first.ended(), second.ended()]);
      expect(first.lines.slice(-2)).to.deep.equal(['Superseded', 'end']);
      expect(second.lines.at(-1)).to.equal('end');
      expect(scene.numbers()).to.deep.equal(upTo(60));
    }));

  it('a process that is stopped within a page holds up a claim for busyTimeout, and its page is its own when it wakes', () =>
    withFile(driver, async (scene) => {
      const { places } = scene.another({ busyTimeout: 200 });
      const stopped = start(scene, { pages: 5, ms: 3, standsIn: 2 });
      await stopped.said(/^stands/);
      expect(
        await claimOf(places).catch(
          (thrown: unknown) => (thrown as { readonly code?: string }).code,
        ),
      ).to.equal('SQLITE_BUSY');
      // It stops itself after it has said so, and maybe after the first of these signals.
      const waking = setInterval(() => {
        stopped.signal('SIGCONT');
      }, 100);
      await stopped.ended().finally(() => {
        clearInterval(waking);
      });
      expect(stopped.lines.slice(-2)).to.deep.equal(['kept 5', 'end']);
    }));
});

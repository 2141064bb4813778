import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { sqliteStore } from '../../../src/stores/sqlite/sqliteStore';
import { claimOf } from '../../walk/durable/support/storeCases';
import { upgradeCases } from '../support/upgradeCases';
import { rowsOfRc2 } from '../support/rowsOfRc2';
import { type Db, driverNames, rowsOf, withFile } from './support/drivers';
import { tableOfRc2 } from './support/tableOfRc2';

const versionOf = (db: Db): unknown =>
  rowsOf(db, "select run from pagewalk_places where id = ''")[0]?.run;

for (const driver of driverNames) {
  describe(`sqlitePlaces over a table of 1.0.0-rc.2, with ${driver}`, () => {
    upgradeCases((test) =>
      withFile(driver, async ({ db, places }) => {
        tableOfRc2(db);
        await test(places);
      }),
    );

    it('is read as it is, and upgraded by the first claim', () =>
      withFile(driver, async ({ db, places, another }) => {
        tableOfRc2(db);
        const before = rowsOf(db, 'select * from pagewalk_places');
        expect(O.toUndefined(await places.get('parts'))).to.include({ pages: 5, isLast: false });
        expect(await places.all({ isLast: false })).to.have.lengthOf(4);
        expect(await places.prune({ finishedBefore: new Date(0) })).to.equal(0);
        await places.release('done');
        expect(rowsOf(db, 'select * from pagewalk_places')).to.deep.equal(before);
        const claims = [claimOf(places, 'plain'), claimOf(another().places, 'marking')];
        const epochs = (await Promise.all(claims)).map(({ epoch }) => epoch);
        expect(new Set([...epochs, 8]).size, 'and by nobody else').to.equal(3);
        expect(versionOf(db)).to.equal('pagewalk places 2');
        const kept = (rows: typeof before) =>
          rows.map(({ id, part, run, place }) => ({ id, part, run, place }));
        const after = rowsOf(db, "select * from pagewalk_places where id <> ''");
        expect(kept(after)).to.have.deep.members(kept(rowsOfRc2));
      }));

    it('law 36: a part that is dropped as the table is upgraded takes no other part away', () =>
      withFile(driver, async ({ db, places }) => {
        tableOfRc2(db);
        const store = sqliteStore({ db, busyTimeout: 0 }, 'pagewalk_places');
        const [done, open] = await store.read({ id: 'parts' });
        expect([done?.part, open?.part]).to.deep.equal(['a', 'b']);
        const dropped = await store.drop([done, open].flatMap((row) => row ?? []));
        expect(
          dropped.map(({ part }) => part),
          'walkers of rc.2 are superseded first',
        ).to.deep.equal(['a']);
        expect(versionOf(db)).to.equal('pagewalk places 2');
        const pages = (await places.all({ prefix: 'parts' })).map((walk) => [
          walk.part,
          walk.pages,
        ]);
        expect(pages).to.deep.equal([
          ['a', 0],
          ['b', 1],
          ['c', 0],
        ]);
      }));

    it('what was done before a date is pruned', () =>
      withFile(driver, async ({ db, places }) => {
        tableOfRc2(db);
        expect(await places.prune({ finishedBefore: new Date() })).to.equal(2);
        expect((await places.all({ isLast: true })).map(({ id }) => id)).to.deep.equal([
          'marked',
          'parts',
        ]);
      }));
  });
}

import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { postgresBudget, postgresPlaces } from '../../../src/postgres';
import { claimOfRc2, tablesOfRc2 } from './support/tablesOfRc2';
import { claimOf } from '../../walk/durable/support/storeCases';
import { type Database, withDatabase, withRole } from './support/withDatabase';

const withTablesOfRc2 = (use: (database: Database) => Promise<void>) =>
  withDatabase(async (database) => {
    await database.rows(tablesOfRc2);
    await use(database);
  });

describe('migrate of postgresPlaces', () => {
  it('waits for a table that is in use without holding up others, and says so where it takes too long', () =>
    withTablesOfRc2(async (database) => {
      const holder = await database.pool.connect();
      try {
        await holder.query('begin; select from pagewalk.places');
        const migrating = postgresPlaces(database.pool, { timeout: 1_500 })
          .migrate()
          .then(() => 'no error', String);
        for (let turn = 0; turn < 10; turn += 1) await database.rows(claimOfRc2, [`walk ${turn}`]);
        expect(await migrating).to.include('took longer than');
      } finally {
        holder.release(true);
      }
      await postgresPlaces(database.pool).migrate();
      expect(O.isSome(await postgresPlaces(database.pool).get('walk 9'))).to.equal(true);
    }));

  it('a comment that somebody has set on a table changes nothing, also for a role that owns nothing', () =>
    withDatabase(async (database) => {
      const { pool, rows } = database;
      const [places, budget] = [
        postgresPlaces(pool),
        postgresBudget(pool, { name: 'b', perMinute: 60 }),
      ];
      await Promise.all([places.migrate(), budget.migrate()]);
      await rows(
        "comment on table pagewalk.places is 'owned by team data'; comment on table pagewalk.budgets is 'x'",
      );
      await withRole(database, async (worker, role) => {
        await rows(`grant usage on schema pagewalk to ${role}`);
        await postgresPlaces(worker).migrate();
        await postgresBudget(worker, { name: 'b', perMinute: 60 }).migrate();
      });
    }));

  it('leaves alone a table of somebody else that has the name of one of its tables', () =>
    withDatabase(async ({ pool, rows }) => {
      for (const name of ['places', 'budgets', 'budget_permits'])
        await rows(`create table ${name} as select 3 as x`);
      const places = postgresPlaces(pool, { schema: 'public' });
      const budget = postgresBudget(pool, { name: 'b', perMinute: 60, schema: 'public' });
      const said = (store: { migrate(): Promise<void> }) =>
        store.migrate().then(() => 'no error', String);
      const foreign = 'was not made by pagewalk: name another schema';
      expect(await said(places)).to.include(`"public"."places" ${foreign}`);
      expect(await said(budget)).to.include(`"public"."budgets" ${foreign}`);
      expect(await rows('select from places, budgets')).to.have.length(1);
      await rows('drop table budgets');
      expect(await said(budget)).to.include('"budget_permits" already exists');
      expect(await rows('select x from budget_permits')).to.deep.equal([{ x: 3 }]);
      await rows('drop table places, budget_permits; create table versions (version integer)');
      for (const store of [places, budget])
        expect(await said(store)).to.include(`"public"."versions" ${foreign}`);
    }));

  it('lets everybody read the versions that it has made, and no table of somebody else that has their columns', () =>
    withDatabase(async ({ pool, rows }) => {
      await rows(
        'create schema theirs; create table theirs.versions (made text primary key, version integer, pin text)',
      );
      for (const schema of ['theirs', 'ours']) {
        await postgresPlaces(pool, { schema }).migrate();
        await postgresBudget(pool, { name: 'b', perMinute: 60, schema }).migrate();
        const [granted] = await rows(
          `select has_table_privilege('public', '${schema}.versions', 'select') as may`,
        );
        expect(granted, schema).to.deep.equal({ may: schema === 'ours' });
      }
    }));

  it('what a later version has made is refused, also by the first claim; so is what came before version 7', () =>
    withDatabase(async ({ pool, rows }) => {
      const places = postgresPlaces(pool);
      await places.migrate();
      const said = (calling: Promise<unknown>) => calling.then(() => 'no error', String);
      await rows("update pagewalk.versions set version = 9 where made = 'places'");
      const later = 'later version of pagewalk (9; this one knows 8): use that version';
      expect(await said(places.migrate())).to.include(later);
      expect(await said(claimOf(places))).to.include(later);
      expect(await rows('select from pagewalk.places')).to.have.lengthOf(0);
      await rows("update pagewalk.versions set version = 6 where made = 'places'");
      expect(await said(places.migrate())).to.include(
        'before 1.0.0-rc.2 of pagewalk (6; this one upgrades 7 and later)',
      );
    }));
});

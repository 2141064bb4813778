import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { Place } from '../../src/model/place/Place';
import { postgresBudget } from '../../src/postgres/budget/postgresBudget';
import { postgresPlaces } from '../../src/postgres/postgresPlaces';
import { firstTables, firstWorker } from './support/firstVersion';
import { claimOf, keepIn, kept, pagesOf, placeAt, superseded } from '../walk/durable/support/storeCases';
import { numbers } from './support/places';
import { type Database, withDatabase, withRole } from './support/withDatabase';

const withFirstVersion = (use: (database: Database) => Promise<void>) => () =>
  withDatabase(async (database) => {
    await database.rows(firstTables);
    await database.rows('create table sink (number integer primary key)');
    await use(database);
  });

const columns = (database: Database) =>
  database.rows(
    `select attname as name, format_type(atttypid, atttypmod) as type, attcollation::regcollation::text as collation
     from pg_attribute where attrelid = 'pagewalk.places'::regclass and attnum > 0 and not attisdropped and attname <> 'former'
     union all select indexname, indexdef, '' from pg_indexes where schemaname = 'pagewalk'
     order by name`,
  );

describe('migrate of postgresPlaces', () => {
  it('makes of the tables of the first version those that it makes itself, and loses no place', async () => {
    let fresh: unknown;
    await withDatabase(async (database) => {
      await postgresPlaces(database.pool).migrate();
      fresh = await columns(database);
    });
    await withFirstVersion(async (database) => {
      const old = firstWorker(database.pool);
      const epoch = await old.claim('walk');
      await old.keep('walk', epoch, Place.encode(placeAt(3)), 3);
      const places = postgresPlaces(database.pool);
      await Promise.all([places.migrate(), places.migrate(), places.migrate()]);
      await places.migrate();
      expect(await columns(database)).to.deep.equal(fresh);
      const claim = await claimOf(places);
      expect(pagesOf(claim)).to.equal(3);
      expect(await old.keep('walk', epoch, Place.encode(placeAt(4)), 4), 'who walked is superseded').to.equal(false);
      expect(await keepIn(places, claim, 4)).to.deep.equal(kept);
    })();
  });

  it(
    'upgrades while workers of the first version run: they go on, and each version fences the other',
    withFirstVersion(async (database) => {
      const old = firstWorker(database.pool);
      const places = postgresPlaces(database.pool);
      const epoch = await old.claim('walk');
      let pages = 0;
      const until = { isOver: false };
      const working = (async () => {
        while (!until.isOver) {
          pages += 1;
          expect(await old.keep('walk', epoch, Place.encode(placeAt(pages)), pages), `page ${pages}`).to.equal(true);
        }
      })();
      await Promise.all([places.migrate(), places.migrate()]);
      const upgraded = pages;
      while (pages < upgraded + 5) await new Promise((resolve) => setTimeout(resolve, 5));
      until.isOver = true;
      await working;
      const claim = await claimOf(places);
      expect(pagesOf(claim)).to.equal(pages);
      expect(await old.keep('walk', epoch, Place.encode(placeAt(pages + 1)), pages + 1)).to.equal(false);
      const again = await old.claim('walk');
      expect(await keepIn(places, claim, pages + 1)).to.deep.equal(superseded);
      expect(await old.keep('walk', again, Place.encode(placeAt(pages + 1)), pages + 1)).to.equal(true);
      expect(await numbers(database)).to.deep.equal(Array.from({ length: pages + 1 }, (_, index) => index + 1));
    }),
  );

  it(
    'waits for a table that is in use without holding up others, and says so where it takes too long',
    withFirstVersion(async (database) => {
      const holder = await database.pool.connect();
      try {
        await holder.query('begin; select from pagewalk.places');
        const migrating = postgresPlaces(database.pool, { timeout: 1_500 })
          .migrate()
          .then(() => 'no error', String);
        const old = firstWorker(database.pool);
        for (let turn = 0; turn < 10; turn += 1) await old.claim(`walk ${turn}`);
        expect(await migrating).to.include('took longer than');
      } finally {
        holder.release(true);
      }
      await postgresPlaces(database.pool).migrate();
      expect(O.isSome(await postgresPlaces(database.pool).get('walk 9'))).to.equal(true);
    }),
  );

  it('a comment that somebody has set on a table changes nothing, also for a role that owns nothing', () =>
    withDatabase(async (database) => {
      const { pool, rows } = database;
      const [places, budget] = [postgresPlaces(pool), postgresBudget(pool, { name: 'b', perMinute: 60 })];
      await Promise.all([places.migrate(), budget.migrate()]);
      await rows("comment on table pagewalk.places is 'owned by team data'; comment on table pagewalk.budgets is 'x'");
      // As an earlier one of this version made it.
      await rows('drop index pagewalk.places_open');
      await withRole(database, async (worker, role) => {
        await rows(`grant usage on schema pagewalk to ${role}`);
        await postgresPlaces(worker).migrate();
        await postgresBudget(worker, { name: 'b', perMinute: 60 }).migrate();
      });
      const made = "select to_regclass('pagewalk.places_open') as index";
      expect(await rows(made)).to.deep.equal([{ index: null }]);
      await places.migrate();
      expect(await rows(made)).to.deep.equal([{ index: 'pagewalk.places_open' }]);
    }));

  it('takes over what said its version in a comment', () =>
    withDatabase(async ({ pool, rows }) => {
      const places = postgresPlaces(pool);
      await places.migrate();
      await keepIn(places, await claimOf(places), 1);
      await rows("drop table pagewalk.versions; comment on table pagewalk.places is 'pagewalk places, version 2'");
      await places.migrate();
      expect(pagesOf(await claimOf(places))).to.equal(1);
      expect(await rows('select * from pagewalk.versions')).to.deep.equal([{ made: 'places', version: 6 }]);
    }));

  it('leaves alone a table of somebody else that has the name of one of its tables', () =>
    withDatabase(async ({ pool, rows }) => {
      for (const name of ['places', 'budgets', 'budget_permits']) await rows(`create table ${name} as select 3 as x`);
      const places = postgresPlaces(pool, { schema: 'public' });
      const budget = postgresBudget(pool, { name: 'b', perMinute: 60, schema: 'public' });
      const said = (store: { migrate(): Promise<void> }) => store.migrate().then(() => 'no error', String);
      const foreign = 'was not made by pagewalk: name another schema';
      expect(await said(places)).to.include(`"public"."places" ${foreign}`);
      expect(await said(budget)).to.include(`"public"."budgets" ${foreign}`);
      expect(await rows('select from places, budgets')).to.have.length(1);
      await rows('drop table budgets');
      expect(await said(budget)).to.include('"budget_permits" already exists');
      expect(await rows('select x from budget_permits')).to.deep.equal([{ x: 3 }]);
      await rows('drop table places, budget_permits; create table versions (version integer)');
      for (const store of [places, budget]) expect(await said(store)).to.include(`"public"."versions" ${foreign}`);
    }));

  it('lets everybody read the versions that it has made, and no table of somebody else that has their columns', () =>
    withDatabase(async ({ pool, rows }) => {
      await rows(
        'create schema theirs; create table theirs.versions (made text primary key, version integer, pin text)',
      );
      for (const schema of ['theirs', 'ours']) {
        await postgresPlaces(pool, { schema }).migrate();
        await postgresBudget(pool, { name: 'b', perMinute: 60, schema }).migrate();
        const [granted] = await rows(`select has_table_privilege('public', '${schema}.versions', 'select') as may`);
        expect(granted, schema).to.deep.equal({ may: schema === 'ours' });
      }
    }));

  it('refuses what a later version has made', () =>
    withDatabase(async ({ pool, rows }) => {
      const places = postgresPlaces(pool);
      await places.migrate();
      await rows("update pagewalk.versions set version = 7 where made = 'places'");
      expect(await places.migrate().then(() => 'no error', String)).to.include(
        'later version of pagewalk (7; this one knows 6)',
      );
    }));
});

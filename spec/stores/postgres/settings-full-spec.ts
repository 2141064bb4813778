import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { Pool } from 'pg';
import { timer } from 'rxjs';
import { Place } from '../../../src/model/place/Place';
import { postgresBudget, type PostgresPlaces, postgresPlaces } from '../../../src/postgres';
import { databaseOf } from '../../../src/stores/postgres/database';
import { sqlFor } from '../../../src/stores/postgres/sql';
import {
  claimOf,
  finish,
  keepIn,
  kept,
  pagesOf,
  placeAt,
  superseded,
} from '../../walk/durable/support/storeCases';
import { insert, numbers, standStill } from './support/places';
import { type Database, grantPlaces, withDatabase, withRole } from './support/withDatabase';

/** A database whose connections begin with these settings, and places in it. */
const withSettings = (
  settings: Readonly<Record<string, string>>,
  use: (places: PostgresPlaces, database: Database, pool: Pool) => Promise<void>,
  timeout?: number,
) =>
  withDatabase(async (database) => {
    await database.rows('create table sink (number integer primary key)');
    const options = Object.entries(settings).map(
      ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
    );
    const pool = new Pool({ connectionString: database.url, max: 4, options: options.join(' ') });
    const places = postgresPlaces(pool, { timeout });
    await places.migrate();
    try {
      await use(places, database, pool);
    } finally {
      await pool.end();
    }
  });

describe('postgresPlaces and the settings of a database', () => {
  it('issue 63: a pool of one connection is refused for places and a budget, and work that waits for it is told so', () =>
    withDatabase(async ({ pool, url }) => {
      const budget = { name: 'service', perMinute: 60 };
      await postgresPlaces(pool).migrate();
      const [shared, other] = [1, 2].map(() => new Pool({ connectionString: url, max: 1 }));
      if (!shared || !other) return;
      const places = postgresPlaces(shared, { timeout: 300 });
      expect(() => postgresBudget(shared, budget)).to.throw(
        TypeError,
        'postgresBudget and postgresPlaces share a pool of one',
      );
      postgresBudget(other, budget);
      expect(() => postgresPlaces(other)).to.throw(TypeError, 'share a pool of one');
      postgresBudget(pool, budget);
      const claim = await claimOf(places);
      expect(
        await keepIn(places, claim, 1, () => timer(800)),
        'slow, but nothing waits',
      ).to.deep.equal(kept);
      const hanging = keepIn(places, { ...claim, place: O.some(placeAt(1)) }, 2, () =>
        shared.query('select 1'),
      );
      expect(String(await hanging.catch((error: unknown) => error))).to.match(
        /only connection of the pool.* 300 ms/,
      );
      expect(pagesOf(await claimOf(places)), 'nothing is lost').to.equal(1);
      await Promise.all([shared.end(), other.end()]);
    }));

  for (const isolation of ['serializable', 'repeatable read']) {
    it(`law 19: claims and forget succeed though ${isolation} is the default`, () =>
      withSettings({ default_transaction_isolation: isolation }, async (places) => {
        for (let turn = 0; turn < 5; turn += 1) {
          const claims = await Promise.all(Array.from({ length: 6 }, () => claimOf(places)));
          const results = await Promise.all(claims.map((claim) => keepIn(places, claim, turn + 1)));
          expect(results.filter(({ _tag }) => _tag === 'Right')).to.have.lengthOf(1);
        }
        await Promise.all([
          places.forget('walk'),
          claimOf(places),
          claimOf(places),
          places.forget('walk'),
        ]);
        await places.migrate();
      }));
  }

  it('law 19: neither a statement_timeout of 400 ms nor a lock_timeout fails a claim that has to wait', () =>
    withSettings(
      { statement_timeout: '400ms', lock_timeout: '50ms' },
      async (places, database, pool) => {
        const { ended } = await standStill(places, await claimOf(places));
        const next = await claimOf(places);
        expect(await keepIn(places, next, 1, insert(1))).to.deep.equal(kept);
        expect(await ended).to.deep.equal(superseded);
        const slow = keepIn(places, next, 2, (transaction) =>
          transaction.query('select pg_sleep(1)'),
        );
        expect(await slow.catch(String), 'the limit is for the work').to.match(/statement timeout/);
        expect(await numbers(database)).to.deep.equal([1]);
        // One that stopped between its last statement and its commit has locked the row.
        const sql = sqlFor(databaseOf(pool, 'spec', 600));
        const stopped = await pool.connect();
        stopped.on('error', () => undefined);
        const { id, epoch, nonce = '' } = next;
        const there = Place.encode(placeAt(1));
        await stopped.query(sql.begin({ id, part: '', epoch, nonce, text: there }));
        await stopped.query(sql.keep, [
          id,
          '',
          epoch,
          nonce,
          there,
          'x',
          1,
          1,
          1,
          false,
          false,
          null,
          true,
        ]);
        expect(pagesOf(await claimOf(places))).to.equal(1);
        stopped.release(true);
      },
    ));

  it('what waits for a locked table ends, and says so', () =>
    withSettings(
      {},
      async (places, { pool }) => {
        const claim = await claimOf(places);
        const altering = await pool.connect();
        await altering.query('begin; lock table pagewalk.places in access exclusive mode');
        const said = await Promise.all(
          [claimOf(places), keepIn(places, claim, 1), places.all(), places.forget('walk')].map(
            (promise) => promise.then(() => 'no error', String),
          ),
        );
        await altering.query('rollback');
        altering.release();
        for (const each of said) {
          expect(each).to.match(
            /postgresPlaces: a statement took longer than 2000 ms\. Is its table or row locked/,
          );
        }
        expect(await keepIn(places, claim, 1), 'nobody was superseded').to.deep.equal(kept);
      },
      2_000,
    ));

  for (const [setting, page, last] of [
    ['off', 'off', 'on'],
    ['local', 'local', 'on'],
    ['remote_apply', 'remote_apply', 'remote_apply'],
  ] as const) {
    it(`law 17: with synchronous_commit = ${setting}, a page is committed with ${page}, and the last one with ${last}`, () =>
      withSettings({ synchronous_commit: setting }, async (places, { rows }) => {
        await rows(`
          create table said (setting text);
          create function say() returns trigger language plpgsql as
            $$ begin insert into said values (current_setting('synchronous_commit')); return null; end $$;
          create trigger say after update of text on pagewalk.places for each row execute function say()`);
        const claim = await claimOf(places);
        await keepIn(places, claim, 1);
        await finish(places, claim, 2);
        expect((await rows('select setting from said')).map((row) => row.setting)).to.deep.equal([
          page,
          last,
        ]);
      }));
  }

  for (const style of ['German', 'SQL, DMY', 'Postgres, MDY']) {
    it(`tells dates as they are though floats are cut short and datestyle is ${style}`, () =>
      withSettings(
        { datestyle: style, timezone: 'Asia/Kathmandu', extra_float_digits: '-15' },
        async (places, { rows }) => {
          await keepIn(places, await claimOf(places), 1);
          const [known] = await places.all();
          const [exact] = await rows(
            `select extract(epoch from claimed_at)::float8 * 1000 as claimed, extract(epoch from kept_at)::float8 * 1000 as kept
           from pagewalk.places`,
          );
          expect(Number(known?.claimedAt)).to.be.closeTo(Number(exact?.claimed), 1);
          expect(Number(known?.keptAt)).to.be.closeTo(Number(exact?.kept), 1);
        },
      ));
  }

  it('law 19: a role that may not end a walker learns it before it has superseded anybody', () =>
    withSettings({}, (places, database) =>
      withRole(database, async (own, role) => {
        await database.rows(grantPlaces(role));
        const others = postgresPlaces(own);
        const claim = await claimOf(places);
        const result = await keepIn(places, claim, 1, async (transaction) => {
          await transaction.query('insert into sink values (1)');
          for (const refused of [() => claimOf(others), () => others.forget('walk')]) {
            expect(await refused().then(() => 'no error', String)).to.match(
              /may not end .*"postgres".*pg_signal_backend/,
            );
          }
        });
        expect(result).to.deep.equal(kept);
        expect(pagesOf(await claimOf(others)), 'where nothing is to be ended').to.equal(1);
        expect(await keepIn(places, claim, 2)).to.deep.equal(superseded);
      }),
    ));

  it('names the argument that is of a wrong type', () => {
    for (const other of [
      undefined,
      null,
      'postgres://user:Zk39qLmP27x@host',
    ] as unknown as ReadonlyArray<Pool>) {
      expect(() => postgresPlaces(other)).to.throw(
        TypeError,
        /^postgresPlaces: the first argument must be a Pool of pg$/,
      );
    }
  });

  it('says what to do where migrate was not called', () =>
    withDatabase(async ({ pool }) => {
      expect(await claimOf(postgresPlaces(pool)).then(() => 'no error', String)).to.include(
        'call migrate()',
      );
    }));
});

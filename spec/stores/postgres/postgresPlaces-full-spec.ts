import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { from, NEVER } from 'rxjs';
import * as entry from '../../../src/postgres/index';
import { postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { sqlFor } from '../../../src/stores/postgres/sql';
import type { Claim } from '../../../src/walk/durable/Places';
import { pause } from '../../support/collect';
import {
  claimOf,
  storeCases,
  keepIn,
  kept,
  pagesOf,
  placeAt,
  superseded,
} from '../../walk/durable/support/storeCases';
import { holdingCases } from '../../walk/durable/support/holding';
import { keptCases } from '../../walk/durable/support/keptCases';
import { insert, numbers, standStill, storeOf, withPlaces, type Work } from './support/places';
import { type Database, grantPlaces, withDatabase, withRole } from './support/withDatabase';

const sql = sqlFor({ schema: 'pagewalk', timeout: 30_000, named: (thing) => `pagewalk.${thing}` });

const fenced = ({ id, epoch, nonce = '' }: Claim) => ({ id, part: '', epoch, nonce, text: null });

describe('pagewalk/postgres', () => {
  it('exports these names and no others', () =>
    expect(Object.keys(entry)).to.have.members(['postgresBudget', 'postgresPlaces']));
});

describe('postgresPlaces', () => {
  for (const suite of [storeCases, holdingCases, keptCases]) {
    suite((test) => withPlaces((places, { rows }) => test(storeOf(places, rows)), 30));
  }

  const failures: Readonly<
    Record<string, (transaction: PoolClient, database: Database) => Promise<void>>
  > = {
    'work that fails': async (transaction) => {
      await transaction.query('insert into sink values (1)');
      throw new Error('boom');
    },
    'work that hides an error of the database': async (transaction) => {
      await transaction.query('insert into sink values (1)');
      await transaction.query('nonsense').catch(() => undefined);
    },
    'work that is refused when it is committed': async (transaction) => {
      await transaction.query('insert into later values (1), (1)');
    },
    'work that rolls back the transaction it is given': async (transaction) => {
      await transaction.query('insert into sink values (1)');
      await transaction.query('rollback');
    },
    'work that gives its client back to the pool': async (transaction) => {
      await transaction.query('insert into sink values (1)');
      transaction.release();
    },
    'work whose backend somebody ends': async (transaction) => {
      await transaction.query('insert into sink values (1)');
      await transaction.query('select pg_terminate_backend(pg_backend_pid())');
    },
    'work whose backend somebody ends while it does something else': async (
      transaction,
      database,
    ) => {
      await transaction.query('insert into sink values (1)');
      const { rows } = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.rows('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await pause(100);
    },
  };
  for (const [what, work] of Object.entries(failures)) {
    it(`law 18: ${what} is an error, and neither rows nor place are there`, () =>
      withPlaces(async (places, database) => {
        await database.rows(
          'create table later (number integer unique deferrable initially deferred)',
        );
        const claim = await claimOf(places);
        await keepIn(places, claim, 1);
        const failed = await keepIn(places, claim, 2, (transaction) =>
          work(transaction, database),
        ).catch((error: unknown) => error);
        expect(failed).to.be.instanceOf(Error);
        expect(await numbers(database)).to.deep.equal([]);
        expect(pagesOf(await claimOf(places))).to.equal(1);
      }));
  }

  it('law 9: unsubscribing ends the work and rolls back, and the pool is whole', () =>
    withPlaces(async (places, database) => {
      const claim = await claimOf(places);
      await new Promise<void>((resolve) => {
        const subscription = from(
          places.keep(claim, placeAt(1), async (transaction) => {
            await transaction.query('insert into sink values (1)');
            subscription.unsubscribe();
            resolve();
            await new Promise(() => undefined);
          }),
        ).subscribe();
      });
      expect(await keepIn(places, claim, 1, insert(1))).to.deep.equal(kept);
      expect(await numbers(database)).to.deep.equal([1]);
      from(places.keep(claim, placeAt(2), insert(2)))
        .subscribe()
        .unsubscribe();
      expect(pagesOf(await claimOf(places))).to.equal(1);
    }, 1));

  it('a pool of one client is enough for everything', () =>
    withPlaces(async (places) => {
      const claim = await claimOf(places);
      expect(await keepIn(places, claim, 1, insert(1))).to.deep.equal(kept);
      await claimOf(places);
      expect(await keepIn(places, claim, 2, insert(2))).to.deep.equal(superseded);
      await places.forget('walk');
      expect(await places.all()).to.deep.equal([]);
    }, 1));

  it('law 19: the fence holds by itself, where the predecessor was not ended', () =>
    withPlaces(async (places, database) => {
      const old = await claimOf(places);
      const during: Work = async (transaction) => {
        await transaction.query('insert into sink values (2)');
        // A claim that was killed before it could end anybody.
        await database.rows(sql.claim, ['walk', '', randomUUID(), 'me', null]);
      };
      expect(await keepIn(places, old, 2, during)).to.deep.equal(superseded);
      expect(await numbers(database)).to.deep.equal([]);
      const next = await claimOf(places);
      expect(next.place).to.deep.equal(O.none);
    }));

  it('law 19: nor does one that stopped between its last statement and its commit, or a claim that was killed in between', () =>
    withPlaces(async (places, database) => {
      const old = await claimOf(places);
      const stopped = await database.pool.connect();
      stopped.on('error', () => undefined);
      await stopped.query(sql.begin(fenced(old)));
      await stopped.query('insert into sink values (1)');
      await stopped.query(sql.keep, [
        'walk',
        '',
        old.epoch,
        old.nonce,
        null,
        'x',
        1,
        1,
        1,
        false,
        false,
        null,
        true,
      ]);
      const next = await claimOf(places);
      expect(next.place).to.deep.equal(O.none);
      expect(await stopped.query('commit').catch(String)).to.be.a('string');
      stopped.release(true);
      const late = await database.pool.connect();
      late.on('error', () => undefined);
      await late.query(sql.begin(fenced(next)));
      await late.query('insert into sink values (1)');
      // Claimed by one that died before it could end anybody: the next claim does it.
      await database.rows(sql.claim, ['walk', '', randomUUID(), 'me', null]);
      const last = await claimOf(places);
      expect(await keepIn(places, last, 1, insert(1))).to.deep.equal(kept);
      late.release(true);
    }));

  it('law 19: who claims ends nobody else: not another walk, not another schema, not the owner of a later claim', () =>
    withPlaces(async (places, database) => {
      const other = postgresPlaces(database.pool, { schema: 'other' });
      await other.migrate();
      const [mine, elsewhere] = [await claimOf(places, 'mine'), await claimOf(other)];
      const during: Work = async (transaction) => {
        await transaction.query('select 1');
        for (let turn = 0; turn < 3; turn += 1) await claimOf(places);
        await transaction.query('select 1');
      };
      expect(await keepIn(places, mine, 1, during)).to.deep.equal(kept);
      expect(await keepIn(other, elsewhere, 1, during)).to.deep.equal(kept);
    }));

  it('forget ends what is open, too', () =>
    withPlaces(async (places) => {
      const old = await claimOf(places);
      await standStill(places, old);
      await places.forget('walk');
      expect(await keepIn(places, await claimOf(places), 1, insert(1))).to.deep.equal(kept);
    }));

  it('migrate may be called by ten at once, and again', () =>
    withDatabase(async ({ pool, rows }) => {
      const many = Array.from({ length: 20 }, (_, index) => `schema ${index}`);
      const schemas = ['pagewalk', 'Wéird "name"; drop table x; --', "it's", ...many];
      for (const schema of schemas) {
        const places = postgresPlaces(pool, { schema });
        await Promise.all(Array.from({ length: 10 }, () => places.migrate()));
        await places.migrate();
        expect(await keepIn(places, await claimOf(places), 3)).to.deep.equal(kept);
        expect(await places.all()).to.have.lengthOf(1);
      }
      expect(
        await rows('select nspname from pg_namespace where nspname = any($1)', [schemas]),
      ).to.have.lengthOf(23);
      for (const schema of ['', 'a\0', 'x'.repeat(64), 'é'.repeat(32)]) {
        expect(() => postgresPlaces(pool, { schema })).to.throw(TypeError, 'schema');
      }
    }));

  it('migrate may be called by a role that may not make schemas, which then does everything else', () =>
    withDatabase((database) =>
      withRole(database, async (own, role) => {
        const places = postgresPlaces(own);
        expect(await places.migrate().catch(String), 'who must make it is told').to.match(
          /lacks a right.*permission denied/,
        );
        await postgresPlaces(database.pool).migrate();
        await database.rows(grantPlaces(role));
        await places.migrate();
        const claim = await claimOf(places);
        expect(await keepIn(places, claim, 1)).to.deep.equal(kept);
        expect(pagesOf(await claimOf(places))).to.equal(1);
        expect(await keepIn(places, claim, 2)).to.deep.equal(superseded);
        await places.forget('walk');
        expect(await places.all()).to.deep.equal([]);
      }),
    ));

  it('law 17: a place that cannot be read is refused, and never begun anew', () =>
    withPlaces(async (places, { rows }) => {
      await keepIn(places, await claimOf(places), 5);
      await rows("update pagewalk.places set text = overlay(text placing '!' from 40)");
      for (let turn = 0; turn < 2; turn += 1)
        expect(await claimOf(places).catch(String)).to.include('"walk"');
      await places.forget('walk');
      expect((await claimOf(places)).place).to.deep.equal(O.none);
    }));

  it('a connection that ends, idle or in use, does not end the process', () =>
    withPlaces(async (places, { pool, rows }) => {
      const claim = await claimOf(places);
      const idle = await Promise.all([pool.connect(), pool.connect()]);
      for (const client of idle) client.release();
      const endAll = async () => {
        await rows(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        await pause(200);
      };
      await endAll();
      from(places.keep(claim, placeAt(1), () => NEVER)).subscribe({ error: () => undefined });
      await pause(100);
      await endAll();
      expect(await keepIn(places, await claimOf(places), 1)).to.deep.equal(kept);
    }));
});

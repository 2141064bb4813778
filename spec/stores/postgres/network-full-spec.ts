import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { Pool } from 'pg';
import { EMPTY, firstValueFrom, from } from 'rxjs';
import { type PostgresPlaces, postgresPlaces } from '../../../src/stores/postgres/postgresPlaces';
import { failureOf } from '../../support/collect';
import {
  claimOf,
  keepIn,
  kept,
  pagesOf,
  placeAt,
  superseded,
} from '../../walk/durable/support/storeCases';
import { insert, numbers } from './support/places';
import { type Proxy, withProxy } from './support/startProxy';
import { type Database, withDatabase } from './support/withDatabase';

interface Scene {
  readonly database: Database;
  readonly proxy: Proxy;
  /** Whose statements go through the proxy. */
  readonly pool: Pool;
  readonly places: PostgresPlaces;
}

const withNetwork = (use: (scene: Scene) => Promise<void>, timeout = 4_000, max = 3) =>
  withDatabase(async (database) => {
    await postgresPlaces(database.pool).migrate();
    await database.rows('create table sink (number integer primary key)');
    await withProxy(database.url, max, (pool, proxy) =>
      use({ database, proxy, pool, places: postgresPlaces(pool, { timeout }) }),
    );
  });

const silent = { forth: () => undefined, back: () => undefined };

/** Falls silent with a commit, which reaches the database or not; what comes after that follows in a moment. */
const silentFrom = (proxy: Proxy, isPassed: boolean, after: () => void = () => undefined): void => {
  proxy.pass({
    forth: (chunk) => {
      if (!chunk.includes('commit\0')) return chunk;
      proxy.pass(silent);
      setTimeout(after, 100);
      return isPassed ? chunk : undefined;
    },
  });
};

/** What a server sends that ends a connection: a FATAL of severity, code and text. */
const fatal = (() => {
  const fields = Buffer.from(
    'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
    'latin1',
  );
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

const isReady = (chunk: Buffer): boolean => chunk.includes(Buffer.from('Z\0\0\0\x05I', 'latin1'));

describe('postgresPlaces and a network that breaks', () => {
  it('law 19: a connection that ends in the moment in which it is taken is an error of that walk, not of the process', () =>
    withNetwork(async ({ database, pool, places, proxy }) => {
      const claim = await claimOf(postgresPlaces(database.pool));
      for (const taking of [
        () => keepIn(places, claim, 1),
        () => claimOf(places),
        () => places.all(),
      ]) {
        proxy.cut();
        // In one chunk: the connection is ready, and ends.
        proxy.pass({ back: (chunk) => (isReady(chunk) ? Buffer.concat([chunk, fatal]) : chunk) });
        expect(await failureOf(taking())).to.include('terminating connection');
        proxy.pass({});
      }
      const next = await claimOf(places);
      expect(await keepIn(places, next, 1), 'the pool is whole').to.deep.equal(kept);
      expect(pool.waitingCount).to.equal(0);
    }, 20_000));

  it('leaves no listener behind, and lets the pool of a user tell of its own errors', () =>
    withNetwork(async ({ pool, places, proxy }) => {
      postgresPlaces(pool);
      expect(pool.listenerCount('error'), 'one for any number of places').to.equal(1);
      const heard: Array<string> = [];
      pool.on('error', (error) => heard.push(error.message));
      const claim = await claimOf(places);
      const client = await pool.connect();
      const before = client.listenerCount('error');
      client.release();
      for (let pages = 1; pages <= 5; pages += 1) await keepIn(places, claim, pages);
      await failureOf(keepIn(places, claim, 6, () => Promise.reject(new Error('boom'))));
      await keepIn(places, claim, 6);
      const again = await pool.connect();
      expect(again.listenerCount('error')).to.equal(before);
      again.release();
      proxy.cut();
      while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(heard[0]).to.match(/terminated|reset/i);
    }, 20_000));

  it('law 19: a network that falls silent hangs nothing: not a claim, not a page, not what is asked', () =>
    withNetwork(async ({ database, places, proxy }) => {
      const claim = await claimOf(postgresPlaces(database.pool));
      proxy.pass(silent);
      const said = await Promise.all([
        failureOf(claimOf(places)),
        failureOf(keepIn(places, claim, 1)),
        failureOf(places.all()),
        failureOf(places.forget('walk')),
        failureOf(places.migrate()),
      ]);
      for (const each of said) expect(each).to.match(/postgresPlaces: .*within 700 ms/);
      proxy.cut();
      proxy.pass({});
      expect(
        await keepIn(postgresPlaces(database.pool), claim, 1),
        'nobody was superseded',
      ).to.deep.equal(kept);
    }, 700));

  it('law 19: nobody waits for a free connection for longer', () =>
    withNetwork(
      async ({ pool, places }) => {
        const taken = await pool.connect();
        expect(await failureOf(claimOf(places))).to.include('no connection of the pool was free');
        taken.release();
        expect(pagesOf(await claimOf(postgresPlaces(pool)))).to.equal(undefined);
        expect(pool.idleCount, 'what came too late was given back').to.equal(1);
      },
      300,
      1,
    ));

  it('does not bound the work', () =>
    withNetwork(async ({ places, database }) => {
      const claim = await claimOf(places);
      const result = await keepIn(places, claim, 1, async (transaction) => {
        await transaction.query('select pg_sleep(1.6)');
        await new Promise((resolve) => setTimeout(resolve, 1_600));
        await transaction.query('insert into sink values (1)');
      });
      expect(result).to.deep.equal(kept);
      expect(await numbers(database)).to.deep.equal([1]);
    }, 1_500));

  // What is lost, whether the commit has reached the database, and whether the connection breaks then.
  const commits = [
    ['whose answer was lost is found out', true, false],
    ['whose connection broke is found out', true, true],
    ['that did not arrive is found out too, and does not happen later', false, false],
  ] as const;
  for (const [what, isPassed, isCut] of commits) {
    it(`law 18: a commit ${what}, and the walk goes on`, () =>
      withNetwork(
        async ({ places, proxy, database }) => {
          const claim = await claimOf(places);
          silentFrom(proxy, isPassed, () => {
            if (isCut) proxy.cut();
            proxy.pass({});
          });
          const expected = isPassed ? kept : E.left({ _tag: 'Behind', place: O.none });
          expect(await keepIn(places, claim, 1, insert(1))).to.deep.equal(expected);
          const open =
            "select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()";
          expect(
            await database.rows(open),
            'the server has ended what waited for it',
          ).to.deep.equal([]);
          expect(await numbers(database)).to.deep.equal(isPassed ? [1] : []);
          const next = isPassed ? 2 : 1;
          expect(await keepIn(places, claim, next, insert(next))).to.deep.equal(kept);
        },
        isCut ? 20_000 : undefined,
      ));
  }

  it('law 19: where it was superseded meanwhile, it says that', () =>
    withNetwork(async ({ places, proxy, database }) => {
      const claim = await claimOf(places);
      const isAway = new Promise<void>((resolve) => {
        silentFrom(proxy, false, () => {
          proxy.refuse(true);
          resolve();
        });
      });
      const keeping = keepIn(places, claim, 1, insert(1));
      await isAway;
      await claimOf(postgresPlaces(database.pool));
      proxy.pass({});
      proxy.refuse(false);
      expect(await keeping).to.deep.equal(superseded);
      expect(await numbers(database)).to.deep.equal([]);
    }, 20_000));

  it('law 18: where the database cannot be asked about a commit, it ends with an error that says so', () =>
    withNetwork(async ({ places, proxy, database }) => {
      const claim = await claimOf(places);
      silentFrom(proxy, true, () => {
        proxy.refuse(true);
      });
      expect(await failureOf(keepIn(places, claim, 1, insert(1)))).to.include('could not be asked');
      expect(
        pagesOf(await claimOf(postgresPlaces(database.pool))),
        'it had been committed',
      ).to.equal(1);
    }));

  it('law 19: a claim whose answer was lost is made again', () =>
    withNetwork(async ({ places, proxy }) => {
      silentFrom(proxy, true, () => {
        proxy.cut();
        proxy.pass({});
      });
      const claim = await claimOf(places);
      expect(await keepIn(places, claim, 1)).to.deep.equal(kept);
    }, 20_000));

  it('a TypeError for timeouts that no timer can wait for, and for claims that are not its own', () =>
    withNetwork(async ({ pool, places, database }) => {
      for (const timeout of [0, -1, NaN, 1.5, 2 ** 31, Infinity]) {
        expect(() => postgresPlaces(pool, { timeout }), String(timeout)).to.throw(
          TypeError,
          'timeout',
        );
      }
      const claim = await claimOf(places);
      const attack = '1; drop table sink; --';
      for (const forged of [
        { ...claim, epoch: attack as unknown as number },
        { ...claim, epoch: 1.5 },
        { ...claim, nonce: `${String(claim.nonce)}'; drop table sink; --` },
        { ...claim, id: 7 as unknown as string },
      ]) {
        const result = firstValueFrom(from(places.keep(forged, placeAt(1), () => EMPTY)));
        expect(await failureOf(result)).to.include('TypeError');
      }
      expect(await keepIn(places, { ...claim, nonce: undefined }, 1)).to.deep.equal(superseded);
      const quoted = { ...claim, id: `'; drop table sink; --\\` };
      expect(await keepIn(places, quoted, 1)).to.deep.equal({
        _tag: 'Left',
        left: { _tag: 'Superseded', id: quoted.id },
      });
      expect(await numbers(database)).to.deep.equal([]);
    }));
});

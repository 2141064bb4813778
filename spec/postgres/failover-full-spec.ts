import { expect } from 'chai';
import { Client, Pool } from 'pg';
import { type Postgres, startEmbedded } from '../../scripts/startPostgres.mjs';
import { postgresPlaces } from '../../src/postgres/postgresPlaces';
import { claimOf, finish, insert, keepIn, kept, numbers, superseded } from './support/places';
import { startProxy } from './support/startProxy';

const rowsOf = async (url: string, query: string): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
};

/** Waits until a query of a server, which may not have started yet, has this as its only value. */
const until = async (url: string, query: string, value: unknown): Promise<void> => {
  const began = Date.now();
  for (;;) {
    const found = await rowsOf(url, query).catch(() => []);
    if (Object.values(found[0] ?? {})[0] === value) return;
    if (Date.now() - began > 60_000) throw new Error(`${query} is not ${String(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

describe('law 19: after a failover that has lost the last commits', () => {
  it('a walker of before is superseded, though its epoch is given again', async () => {
    const servers: Array<Postgres> = [];
    const primary = await startEmbedded({ fsync: 'off' });
    servers.push(primary);
    const [proxy, replication] = [await startProxy(primary.url), await startProxy(primary.url)];
    // Two workers, whose connections lead to whatever is the primary.
    const [a, b] = [0, 1].map(() => new Pool({ connectionString: proxy.url, max: 2 })) as [Pool, Pool];
    for (const pool of [a, b]) pool.on('error', () => undefined);
    try {
      const [places, others] = [postgresPlaces(a), postgresPlaces(b)];
      await places.migrate();
      await a.query('create table sink (number integer primary key)');
      const standby = await primary.startStandby(replication.url);
      servers.push(standby);
      await until(primary.url, "select count(*)::int from pg_stat_replication where state = 'streaming'", 1);
      const [at] = await rowsOf(primary.url, 'select pg_current_wal_lsn()::text as lsn');
      await until(standby.url, `select pg_last_wal_replay_lsn() >= '${String(at?.lsn)}'`, true);
      // From here on it lags.
      replication.refuse(true);

      const old = await claimOf(places);
      for (const page of [1, 2, 3, 4]) {
        expect(await keepIn(places, old, page, insert(page))).to.deep.equal(kept);
      }
      await primary.stop();
      await rowsOf(standby.url, 'select pg_promote()');
      proxy.leadTo(standby.url);
      proxy.cut();

      const next = await claimOf(others);
      expect(next.epoch, 'the sequence went back, too').to.equal(old.epoch);
      expect(next.place._tag, 'what was kept is lost').to.equal('None');
      expect(await keepIn(others, next, 1, insert(1))).to.deep.equal(kept);
      const wakes = await keepIn(places, old, 5, (transaction) => transaction.query('delete from sink'));
      expect(wakes, 'it changes neither place nor data').to.deep.equal(superseded);
      expect(await finish(places, old, 6)).to.deep.equal(superseded);
      expect(await keepIn(others, next, 2, insert(2))).to.deep.equal(kept);
      const rows = async (query: string) => (await b.query<Record<string, unknown>>(query)).rows;
      expect(await numbers({ rows })).to.deep.equal([1, 2]);
      expect((await others.all()).map(({ pages, isLast }) => [pages, isLast])).to.deep.equal([[2, false]]);
    } finally {
      await Promise.all([a.end(), b.end()]);
      await Promise.all([proxy.close(), replication.close()]);
      for (const server of servers) await server.stop();
    }
  });
});

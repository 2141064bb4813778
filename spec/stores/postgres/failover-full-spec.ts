import { expect } from 'chai';
import { Pool } from 'pg';
import { firstValueFrom } from 'rxjs';
import { type Postgres, startEmbedded } from '../../../scripts/startPostgres.mjs';
import { postgresBudget, postgresPlaces } from '../../../src/postgres';
import { rowsOf, untilCaughtUp } from './support/asking';
import { pause } from '../../support/collect';
import { claimOf, finish, keepIn, kept, superseded } from '../../walk/durable/support/storeCases';
import { insert, numbers } from './support/places';
import { startProxy } from './support/startProxy';

describe('a failover that has lost the last commits', () => {
  it('laws 19 and 30: who waits keeps waiting until a standby is promoted; then a walker of before is superseded', async () => {
    const servers: Array<Postgres> = [];
    const primary = await startEmbedded({ fsync: 'off' });
    servers.push(primary);
    const [proxy, replication] = [await startProxy(primary.url), await startProxy(primary.url)];
    // Two workers, whose connections lead to whatever is the primary.
    const [a, b] = [0, 1].map(() => new Pool({ connectionString: proxy.url, max: 2 })) as [
      Pool,
      Pool,
    ];
    for (const pool of [a, b]) pool.on('error', () => undefined);
    try {
      const [places, others] = [postgresPlaces(a), postgresPlaces(b)];
      await places.migrate();
      const budget = postgresBudget(b, { name: 'service', perMinute: 60 });
      await budget.migrate();
      await a.query('create table sink (number integer primary key)');
      await a.query(
        "insert into pagewalk.places (id, epoch, is_last, kept_at) values ('done', 0, true, now())",
      );
      const standby = await primary.startStandby(replication.url);
      servers.push(standby);
      await untilCaughtUp(primary.url, standby.url);
      // From here on it lags.
      replication.refuse(true);

      const old = await claimOf(places);
      for (const page of [1, 2, 3, 4]) {
        expect(await keepIn(places, old, page, insert(page))).to.deep.equal(kept);
      }
      await primary.stop();
      proxy.leadTo(standby.url);
      proxy.cut();

      // Until it is promoted, it only reads.
      await Promise.all([others.all(), others.get('walk'), budget.waiting(), others.migrate()]);
      const refused = {
        claim: () => claimOf(others),
        keep: () => keepIn(places, old, 5),
        forget: () => others.forget('done'),
        prune: () => others.prune({ finishedBefore: new Date(Date.now() + 60_000) }),
      };
      for (const [name, call] of Object.entries(refused)) {
        expect(await call().then(() => 'no error', String), name).to.match(
          /^Error: postgresPlaces: this server only reads/,
        );
      }
      const failures: Array<number> = [];
      budget.asks.subscribe((ms) => failures.push(ms));
      const starting = firstValueFrom(budget.start());
      while (failures.length < 2) await pause(20);
      await rowsOf(standby.url, 'select pg_promote()');
      (await starting).release();

      const next = await claimOf(others);
      expect(next.epoch, 'the sequence went back, too').to.equal(old.epoch);
      expect(next.place._tag, 'what was kept is lost').to.equal('None');
      expect(await keepIn(others, next, 1, insert(1))).to.deep.equal(kept);
      const wakes = await keepIn(places, old, 5, (transaction) =>
        transaction.query('delete from sink'),
      );
      expect(wakes, 'it changes neither place nor data').to.deep.equal(superseded);
      expect(await finish(places, old, 6)).to.deep.equal(superseded);
      expect(await keepIn(others, next, 2, insert(2))).to.deep.equal(kept);
      const rows = async (query: string) => (await b.query<Record<string, unknown>>(query)).rows;
      expect(await numbers({ rows })).to.deep.equal([1, 2]);
      expect(
        (await others.all({ prefix: 'walk' })).map(({ pages, isLast }) => [pages, isLast]),
      ).to.deep.equal([[2, false]]);
    } finally {
      await Promise.all([a.end(), b.end()]);
      await Promise.all([proxy.close(), replication.close()]);
      for (const server of servers) await server.stop();
    }
  });
});

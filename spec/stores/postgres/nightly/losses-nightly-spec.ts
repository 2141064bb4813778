import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { Pool } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { defer, finalize, from, lastValueFrom, mergeMap, tap, toArray } from 'rxjs';
import { type Postgres, startEmbedded } from '../../../../scripts/startPostgres.mjs';
import { postgresPlaces } from '../../../../src/stores/postgres/postgresPlaces';
import { durable, type Transport } from '../../../../src/index';
import { numberedPages } from '../../../support/numberedPages';
import { pagesIn, pagesOver } from '../../../walk/durable/support/numberedWalk';
import { rowsOf, untilCaughtUp } from '../support/asking';
import { startProxy } from '../support/startProxy';

const pages = 20;
const perPage = 100;

/**
 * A walk that deletes what is gone, on a server that is made to lose commits while the walker waits for a page. Nothing is
 * in the air then, so the walker learns nothing but what its next statement says.
 */
const walkOver = async (
  url: string,
  batch: number,
  happens: Readonly<Record<number, () => Promise<void>>>,
): Promise<ReadonlyArray<number | string>> => {
  const pool = new Pool({ connectionString: url, max: 2 });
  const places = postgresPlaces(pool);
  await places.migrate();
  await pool.query(
    `create table rows (number integer primary key, walk text, round integer);
     insert into rows select number, 'yesterday', 1 from generate_series(0, ${pages * perPage + 99}) as number`,
  );
  const due = { ...happens };
  let kept = 0;
  const source = numberedPages({ pages, perPage });
  const transport: Transport = (request) =>
    defer(() => {
      // A request that is dropped because the walk goes back lets nothing happen any more.
      const dropped = new AbortController();
      const happening = async (): Promise<void> => {
        const index = Number(new URL(request.url, 'http://x').searchParams.get('pageToken') ?? 0);
        // Until all the pages before it are kept.
        while (due[index] && kept < index && !dropped.signal.aborted) await pause(5);
        const next = dropped.signal.aborted ? undefined : due[index];
        Reflect.deleteProperty(due, next ? index : '');
        await next?.();
      };
      return from(happening()).pipe(finalize(() => dropped.abort()));
    }).pipe(mergeMap(() => source(request)));
  try {
    const results = await lastValueFrom(
      durable({
        id: 'walk',
        places,
        batch,
        pages: pagesOver(transport),
        work: async ({ data, place: { round, isLast } }, transaction) => {
          const numbers = data.map((object) =>
            E.isRight(object) ? object.right.properties.id : undefined,
          );
          await transaction.query(
            `insert into rows select unnest($1::integer[]), 'walk', $2
             on conflict (number) do update set walk = excluded.walk, round = excluded.round`,
            [numbers, round],
          );
          if (isLast)
            await transaction.query(`delete from rows where (walk, round) <> ('walk', $1)`, [
              round,
            ]);
        },
      }).pipe(
        tap((result) => {
          if (E.isRight(result)) kept = result.right.pages;
        }),
        toArray(),
      ),
    );
    expect(Object.keys(due), 'all that was to happen').to.deep.equal([]);
    const { rows } = await pool.query(
      'select count(*)::int as count, max(number) as last from rows',
    );
    expect(rows).to.deep.equal([{ count: pages * perPage, last: pages * perPage - 1 }]);
    expect((await places.all()).map(({ isLast }) => isLast)).to.deep.equal([true]);
    return pagesIn(results);
  } finally {
    await pool.end();
  }
};

/** How often the walk went back. */
const goneBack = (kept: ReadonlyArray<number | string>): number =>
  kept.filter((pages, index) => pages <= (kept[index - 1] ?? 0)).length;

describe('laws 17 to 19: commits that a real server has lost under a living worker', () => {
  for (const batch of [1, 4]) {
    it(`a standby that lagged is promoted (batch: ${batch}): every object is there, and what is gone is deleted`, async () => {
      const servers: Array<Postgres> = [];
      const primary = await startEmbedded({ fsync: 'off' });
      servers.push(primary);
      const [proxy, replication] = [await startProxy(primary.url), await startProxy(primary.url)];
      try {
        let standby = primary as Postgres;
        const kept = await walkOver(proxy.url, batch, {
          5: async () => {
            standby = await primary.startStandby(replication.url);
            servers.push(standby);
            await untilCaughtUp(primary.url, standby.url);
            replication.refuse(true);
          },
          10: async () => {
            await primary.stop();
            await rowsOf(standby.url, 'select pg_promote()');
            proxy.leadTo(standby.url);
            proxy.cut();
            await pause(100);
          },
        });
        expect(goneBack(kept)).to.equal(1);
      } finally {
        await Promise.all([proxy.close(), replication.close()]);
        for (const server of servers) await server.stop();
      }
    });

    it(`a server with synchronous_commit = off crashes, twice (batch: ${batch}): the same`, async () => {
      const server = await startEmbedded({ synchronous_commit: 'off', wal_writer_delay: '10s' });
      const written = () => rowsOf(server.url, 'checkpoint').then(() => undefined);
      const crash = async () => {
        await server.crash();
        await pause(100);
      };
      try {
        const kept = await walkOver(server.url, batch, {
          3: written,
          9: crash,
          12: written,
          15: crash,
        });
        expect(goneBack(kept)).to.equal(2);
      } finally {
        await server.stop();
      }
    });
  }
});

import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import Database from 'libsql';
import { appendFileSync } from 'node:fs';
import { Pool, type PoolClient } from 'pg';
import type { Observable } from 'rxjs';
import {
  classify,
  createClient,
  durable,
  endpoint,
  fetchTransport,
  type Page,
  type Places,
} from '../../../src/index';
import { filePlaces } from '../../../src/node/index';
import { at, byCursor, query } from '../../../src/paging/index';
import { postgresPlaces } from '../../../src/postgres';
import { type SqliteDatabase, sqlitePlaces } from '../../../src/sqlite';
import type { EndedWalk } from '../../../src/walk/durable/DurableOptions';
import type { Thing } from './nightsService';

/** What a worker copies, how, and where to. */
export interface NightsTask {
  readonly service: string;
  readonly strategy: 'plain' | 'rising' | 'falling' | 'newestFirst' | 'delta';
  readonly store: 'files' | 'sqlite' | 'postgres';
  /** A folder, a file or an address. */
  readonly where: string;
  /** Plain walks have an id for each night. */
  readonly id: string;
}

const task = JSON.parse(process.argv[2] ?? '') as NightsTask;
const paths = {
  plain: '/things',
  rising: '/rising',
  falling: '/falling',
  newestFirst: '/latest',
  delta: '/delta',
} as const;
const asksSince = task.strategy === 'rising' || task.strategy === 'falling';
const target = endpoint({
  name: task.strategy,
  method: 'GET',
  path: paths[task.strategy],
  items: at('data'),
  paging: byCursor({ from: at('next'), to: query('cursor') }),
  ...(asksSince && { fields: { since: t.number } }),
  ...(task.strategy === 'delta' && { delta: { from: at('sync'), to: query('since') } }),
});
const client = createClient({
  transport: fetchTransport({ baseURL: task.service }),
  retry: false,
  classify: (response, asked) =>
    response.status === 400 ? { _tag: 'PageTokenExpired', status: 400 } : classify(response, asked),
});

/** What a page brings: rows, and what is gone. */
export interface Copied {
  readonly rows: ReadonlyArray<{
    readonly id: number;
    readonly version: number;
    readonly run: string;
  }>;
  readonly gone: ReadonlyArray<number>;
}

const copiedFrom = ({ data, run }: Page<unknown> & { readonly run: string }): Copied => {
  const things = data.filter(E.isRight).map(({ right }) => right as Thing);
  return {
    rows: things.flatMap(({ id, version, isGone }) => (isGone ? [] : { id, version, run })),
    gone: things.flatMap(({ id, isGone }) => (isGone ? id : [])),
  };
};

/** Where copies go: what is written with a page, and what goes when a walk is done. */
interface Into<T> {
  readonly places: Places<T>;
  readonly write: (copied: Copied, transaction: T) => unknown;
  readonly sweep?: (runs: ReadonlyArray<string>, transaction: T) => unknown;
}

const howOf = {
  plain: {},
  rising: { mark: { of: (thing: unknown) => (thing as Thing).tick } },
  falling: { mark: { of: (thing: unknown) => (thing as Thing).tick } },
  newestFirst: { mark: { of: (thing: unknown) => (thing as Thing).tick, newestFirst: true } },
  delta: { delta: true },
} as const;

const walkInto = <T>({ places, write, sweep }: Into<T>) =>
  durable({
    id: task.id,
    places,
    pages: ({ mark, ...start }) =>
      client.pages(target, {
        ...start,
        ...(asksSince && { since: mark ?? -1 }),
      } as never),
    ...howOf[task.strategy],
    restarts: 10,
    work: (page, transaction) => write(copiedFrom(page), transaction) as never,
    ...(sweep && {
      finish: (transaction: T, { runs, doubts, refused }: EndedWalk) =>
        (doubts.length > 0 || refused > 0 ? undefined : sweep(runs, transaction)) as never,
    }),
  });

const seesDeletions = task.strategy === 'plain' || task.strategy === 'delta';

const inFiles = (): Into<void> => {
  const append = (line: object): void =>
    appendFileSync(`${task.where}/log`, `${JSON.stringify(line)}\n`);
  return {
    places: filePlaces(`${task.where}/places`),
    write: append,
    // Over files `delta` takes no `finish`.
    ...(task.strategy === 'plain' && {
      sweep: (runs) => {
        append({ runs });
      },
    }),
  };
};

const inSqlite = (db: Database.Database): Into<SqliteDatabase> => {
  db.exec('create table if not exists copies (id integer primary key, version integer, run text)');
  return {
    places: sqlitePlaces(db),
    write: ({ rows, gone }, tx) => {
      for (const { id, version, run } of rows)
        tx.prepare('insert or replace into copies values (?, ?, ?)').run(id, version, run);
      for (const id of gone) tx.prepare('delete from copies where id = ?').run(id);
    },
    ...(seesDeletions && {
      sweep: (runs, tx) => {
        tx.prepare('delete from copies where run not in (select value from json_each(?))').run(
          JSON.stringify(runs),
        );
      },
    }),
  };
};

const inPostgres = (pool: Pool): Into<PoolClient> => ({
  places: postgresPlaces(pool),
  write: async ({ rows, gone }, tx) => {
    await tx.query(
      `insert into copies select * from json_to_recordset($1) as given(id integer, version integer, run text)
       on conflict (id) do update set version = excluded.version, run = excluded.run`,
      [JSON.stringify(rows)],
    );
    await tx.query('delete from copies where id = any($1)', [gone]);
  },
  ...(seesDeletions && {
    sweep: (runs, tx) => tx.query('delete from copies where run <> all($1)', [runs]),
  }),
});

const run = (
  walk: Observable<E.Either<{ readonly _tag: string }, unknown>>,
  close?: () => unknown,
): void => {
  walk.subscribe({
    next: (result) =>
      process.stdout.write(`${E.isLeft(result) ? JSON.stringify(result.left) : 'kept'}\n`),
    error: (error: unknown) => process.stdout.write(`failed ${String(error)}\n`),
    complete: () => {
      process.stdout.write('end\n');
      close?.();
    },
  });
};

if (task.store === 'files') run(walkInto(inFiles()));
else if (task.store === 'sqlite') {
  const db = new Database(task.where);
  run(walkInto(inSqlite(db)), () => db.close());
} else {
  const pool = new Pool({ connectionString: task.where });
  run(walkInto(inPostgres(pool)), () => pool.end());
}

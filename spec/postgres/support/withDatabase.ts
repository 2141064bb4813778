import { Client, Pool } from 'pg';
import { type Postgres, startPostgres } from '../../../scripts/startPostgres.mjs';

let server: Promise<Postgres> | undefined;
let databases = 0;

/** One server for all specs, started when the first one needs it. Nothing of it outlives the specs, so nothing is synced. */
const serverUrl = async (): Promise<string> => {
  server ??= startPostgres({ fsync: 'off' });
  return (await server).url;
};

after(async () => {
  await (await server)?.stop();
});

/** A database of a spec. */
export interface Database {
  readonly url: string;
  readonly pool: Pool;
  /** The rows of a query. */
  readonly rows: (
    query: string,
    values?: ReadonlyArray<unknown>,
  ) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>;
}

const asAdministrator = async (statement: string): Promise<void> => {
  const client = new Client(await serverUrl());
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** Gives a spec a database of its own, and takes it away afterwards. */
export const withDatabase = async <R>(use: (database: Database) => Promise<R>, max = 10): Promise<R> => {
  databases += 1;
  const name = `pagewalk_spec_${process.pid}_${databases}`;
  await asAdministrator(`create database ${name}`);
  const url = new URL(await serverUrl());
  url.pathname = name;
  const pool = new Pool({ connectionString: url.href, max });
  try {
    return await use({
      url: url.href,
      pool,
      rows: async (query, values = []) => (await pool.query<Record<string, unknown>>(query, [...values])).rows,
    });
  } finally {
    await pool.end();
    await asAdministrator(`drop database ${name} with (force)`);
  }
};

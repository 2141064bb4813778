import { Client, Pool } from 'pg';
import { hooks } from '../../../support/hooks';
import { type Postgres, startPostgres } from '../../../../scripts/startPostgres.mjs';

let server: Promise<Postgres> | undefined;
let databases = 0;

/** One server for all specs, started when the first one needs it. Nothing of it outlives the specs, so nothing is synced. */
const serverUrl = async (): Promise<string> => {
  server ??= startPostgres({ fsync: 'off' });
  return (await server).url;
};

hooks.afterFile(async () => {
  const ending = server;
  server = undefined;
  await (await ending)?.stop();
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

/** Ends a pool. A connection that is still closing while its database is dropped says so, to nobody else. */
const ended = (pool: Pool): Promise<void> => pool.on('error', () => undefined).end();

/** Gives a spec a database of its own, and takes it away afterwards. */
export const withDatabase = async <R>(
  use: (database: Database) => Promise<R>,
  max = 10,
): Promise<R> => {
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
      rows: async (query, values = []) =>
        (await pool.query<Record<string, unknown>>(query, [...values])).rows,
    });
  } finally {
    await ended(pool);
    await asAdministrator(`drop database ${name} with (force)`);
  }
};

/** Gives a spec a pool whose role may do nothing but log in. */
export const withRole = async (
  { url, rows }: Pick<Database, 'url' | 'rows'>,
  use: (pool: Pool, role: string) => Promise<void>,
): Promise<void> => {
  const role = `pagewalk_spec_role_${process.pid}`;
  await rows(`create role ${role} login password 'secret'`);
  const address = new URL(url);
  [address.username, address.password] = [role, 'secret'];
  const pool = new Pool({ connectionString: address.href, max: 2 });
  try {
    await use(pool, role);
  } finally {
    await ended(pool);
    await rows(`drop owned by ${role}; drop role ${role}`);
  }
};

/** What a role needs for places that another one has made. */
export const grantPlaces = (role: string): string => `
  grant usage on schema pagewalk to ${role};
  grant select, insert, update, delete on pagewalk.places to ${role};
  grant usage on sequence pagewalk.epochs to ${role}`;

/* Part of the demo. */
import { postgresBudget, postgresPlaces } from 'pagewalk/postgres';
import type { Pool, PoolClient } from 'pg';
import { budgetOf, engineSchema, schema, tableOf } from './names';

/** How many rows the table has of objects that are gone, and of objects that have changed since. */
export const outdated = 5;

/** Takes the database for one fleet, until the client is released: the tables of another must not be dropped under it. */
export const occupy = async (pool: Pool): Promise<PoolClient> => {
  const client = await pool.connect();
  // A connection that ends says so outside any promise; the next query fails with it, too.
  client.on('error', () => undefined);
  const { rows } = await client.query<{ isFree: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as "isFree"',
    [schema],
  );
  if (rows[0]?.isFree === true) return client;
  client.release();
  throw new Error('a fleet is under way on this database: start a worker to take part in it');
};

/** Makes the table again, as the copy of yesterday left it: some of its objects are gone by now, others have changed. */
export const prepare = async (
  pool: Pool,
  objectType: string,
  limits: Parameters<typeof budgetOf>[0],
): Promise<void> => {
  await pool.query(
    `drop schema if exists ${schema} cascade; drop schema if exists ${engineSchema} cascade`,
  );
  await postgresPlaces(pool, { schema }).migrate();
  await postgresBudget(pool, budgetOf(limits)).migrate();
  const table = tableOf(objectType);
  await pool.query(`
    create table ${schema}.deletions (walk text not null, rows integer not null);
    create table ${table} (id integer primary key, properties jsonb not null, walk text not null);
    insert into ${table} select id, '{}', 'yesterday'
    from generate_series(${-outdated + 1}, ${outdated}) as id`);
};

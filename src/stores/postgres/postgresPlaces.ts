import type { Pool, PoolClient } from 'pg';
import { checkKnown } from '../../model/optionChecks';
import { placesOf } from '../port/placesOf';
import type { StorePlaces } from '../port/StorePlaces';
import { databaseOf } from './database';
import { migrating } from './migrating';
import { postgresStore } from './postgresStore';
import { placesTable } from './sql';

/** Options of `postgresPlaces`. @inline */
export interface PostgresPlacesOptions {
  /** The schema in which the places are kept. Default `pagewalk`. */
  readonly schema?: string | undefined;
  /** Milliseconds for a statement of `postgresPlaces` or the wait for a connection. Your work may take longer. Default 30,000. */
  readonly timeout?: number | undefined;
}

/** The places that `postgresPlaces` makes. @since 0.1.0 */
export interface PostgresPlaces extends StorePlaces<PoolClient> {
  /** Creates or upgrades the schema. Any number of processes may call it at once, while walks are under way. */
  migrate(): Promise<void>;
}

/**
 * Keeps the places of walks in Postgres, each in the same transaction as the work on its page: for `durable` on any number
 * of machines.
 *
 * The work gets the client of the transaction, which is one of read committed, and must not end it. Whatever it writes with it
 * is committed together with the place, or not at all. A walker with an older claim can no longer change anything: the next
 * claim ends the transaction that its predecessor has left open. For that, all who share a schema use the same role, or one
 * that may end the others' backends (`pg_signal_backend`). It works with PostgreSQL 14 to 18. Call `migrate()` once before.
 * Idle connections of the pool that end are ignored: listen to the pool's `error` event if you want to know about them.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects, orThrow } from 'pagewalk';
 * import { postgresPlaces } from 'pagewalk/postgres';
 * import { Pool } from 'pg';
 * import { lastValueFrom } from 'rxjs';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * await pool.query('create table if not exists employee_pages (data jsonb)');
 * const places = postgresPlaces(pool);
 * await places.migrate();
 *
 * const walk$ = durable({
 *   id: 'employee pages',
 *   places,
 *   pages: (start) => client.pages(listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee', ...start }),
 *   work: (page, tx) => tx.query('insert into employee_pages values ($1)', [JSON.stringify(page.data)]),
 * });
 * await lastValueFrom(walk$.pipe(orThrow()));
 * await pool.end();
 * ```
 *
 * @since 0.1.0
 */
export const postgresPlaces = (
  pool: Pool,
  { schema, timeout = 30_000, ...others }: PostgresPlacesOptions = {},
): PostgresPlaces => {
  checkKnown('postgresPlaces', others);
  const database = databaseOf(pool, 'postgresPlaces', timeout, schema);
  const { migrate, checkVersion } = migrating(database, placesTable(database));
  return { ...placesOf(postgresStore(database, checkVersion)), migrate };
};

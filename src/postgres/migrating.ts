import type { Pool } from 'pg';
import { codeOf, type Connection, type Limits, lockTimeout } from './connection';
import { literal, namesIn } from './names';
import { inOwnTransaction } from './transaction';

/** The version of the tables that this code works with. */
const version = 2;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes the tables of a schema, or those of an earlier version into those of this one. Any number may do it at once, while
 * walks are under way. Their version is a comment on the table, which every role may read.
 */
export const migrating = (pool: Pool, schema: string, limits: Limits) => {
  const named = namesIn(schema, limits.name);
  const places = named('places');

  // Reading the catalogue's tables, unlike `to_regclass`, sees what others have made while this one waited.
  const found = `
    select pg_catalog.obj_description(made.oid, 'pg_class') as comment
    from pg_catalog.pg_class as made join pg_catalog.pg_namespace as around on around.oid = made.relnamespace
    where around.nspname = ${literal(schema)} and made.relname = 'places'`;

  /** 0: there is nothing. The first version had no comment. */
  const versionNow = async ({ query }: Connection): Promise<number> => {
    const [row] = (await query<{ readonly comment: string | null }>(found)).rows;
    return row === undefined ? 0 : Number(/^pagewalk places, version (\d+)$/.exec(row.comment ?? '')?.[1] ?? 1);
  };

  const create = `
    create schema if not exists ${named()};
    create sequence if not exists ${named('epochs')};
    create table ${places} (
      id text collate "C" primary key,
      epoch bigint not null,
      -- Made at random by whoever claims: an epoch may come twice where a database has lost its last commits.
      mark uuid,
      place text,
      pages bigint not null default 0,
      objects bigint not null default 0,
      round integer not null default 1,
      is_last boolean not null default false,
      claimed_at timestamptz not null default now(),
      kept_at timestamptz
    );`;

  /** The column `former` stays: workers of the first version, which write it, may go on. */
  const upgrade = `
    alter table ${places}
      add column if not exists mark uuid,
      drop constraint if exists places_epoch_key,
      alter column epoch type bigint,
      alter column id type text collate "C";
    alter sequence ${named('epochs')} as bigint;`;

  const attempt = (): Promise<void> =>
    inOwnTransaction(pool, limits, async (connection) => {
      const { query } = connection;
      await query(`select pg_advisory_xact_lock(hashtext(${literal(`pagewalk places of ${schema}`)}), 0)`);
      const before = await versionNow(connection);
      if (before === version) return;
      if (before > version) {
        throw new Error(
          `${limits.name}: the schema ${schema} was made by a later version of pagewalk (${before}; this one knows ${version})`,
        );
      }
      // Whoever waits for a table that is in use holds up all who come after: so it does not wait for long.
      await query('set local lock_timeout = 500');
      await query(`
        ${before === 0 ? create : upgrade}
        comment on table ${places} is 'pagewalk places, version ${version}'`);
    });

  return async (): Promise<void> => {
    const began = performance.now();
    for (;;) {
      try {
        // Whoever may not make anything may find it made.
        if ((await inOwnTransaction(pool, limits, versionNow)) !== version) await attempt();
        return;
      } catch (error) {
        if (codeOf(error) !== lockTimeout || performance.now() - began > limits.timeout) throw error;
        await pause(100 + 200 * Math.random());
      }
    }
  };
};

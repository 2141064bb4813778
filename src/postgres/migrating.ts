import type { Pool } from 'pg';
import { codeOf, type Connection, type Limits, lockTimeout } from './connection';
import { literal, namesIn } from './names';
import { inOwnTransaction } from './transaction';

/** What a schema must contain. */
export interface Made {
  readonly schema: string;
  /** The table that is there if anything is. */
  readonly table: string;
  readonly version: number;
  /** The statements that upgrade an earlier version; 0 is an empty schema. */
  readonly make: (before: number) => string;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes the tables of a schema, or those of an earlier version into those of this one. Any number may do it at once, while
 * walks are under way. Their version is in a table that every role of the schema may read.
 */
export const migrating = (pool: Pool, limits: Limits, { schema, table, version, make }: Made) => {
  const named = namesIn(schema, limits.name);

  // Reading the catalogue's tables, unlike `to_regclass`, sees what others have made while this one waited.
  const found = `
    select made.relname as name, pg_catalog.obj_description(made.oid, 'pg_class') as comment
    from pg_catalog.pg_class as made join pg_catalog.pg_namespace as around on around.oid = made.relnamespace
    where around.nspname = ${literal(schema)} and made.relname in (${literal(table)}, 'versions')`;

  /** 0: there is nothing. Before there was a table of versions, a comment had it, and none for the first one. */
  const versionNow = async ({ query }: Connection): Promise<number> => {
    const { rows } = await query<{ readonly name: string; readonly comment: string | null }>(found);
    const made = rows.find(({ name }) => name === table);
    if (made === undefined) return 0;
    if (rows.length === 2) {
      const known = `select version from ${named('versions')} where made = ${literal(table)}`;
      const [row] = (await query<{ readonly version: number }>(known)).rows;
      if (row !== undefined) return row.version;
    }
    return Number(/^pagewalk \w+, version (\d+)$/.exec(made.comment ?? '')?.[1] ?? 1);
  };

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
      // A statement that waits for a table in use holds up all that come after it, so it does not wait for long.
      await query('set local lock_timeout = 500');
      await query(`
        ${before === 0 ? `create schema if not exists ${named()};` : ''}
        ${make(before)}
        create table if not exists ${named('versions')} (made text primary key, version integer not null);
        grant select on ${named('versions')} to public;
        insert into ${named('versions')} values (${literal(table)}, ${version})
        on conflict (made) do update set version = excluded.version`);
    });

  return async (): Promise<void> => {
    const began = performance.now();
    for (;;) {
      try {
        // A role that may not create tables may find them there already.
        if ((await inOwnTransaction(pool, limits, versionNow, 'read only')) !== version) await attempt();
        return;
      } catch (error) {
        if (codeOf(error) !== lockTimeout || performance.now() - began > limits.timeout) throw error;
        await pause(100 + 200 * Math.random());
      }
    }
  };
};

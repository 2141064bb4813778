import {
  sqlStateOf,
  type PostgresConnection,
  type Database,
  literal,
  lockTimeout,
  pause,
} from './database';
import { inOwnTransaction } from './transaction';

/** What a schema must contain. */
export interface Made {
  /** The table that is there if anything is. */
  readonly table: string;
  readonly version: number;
  /** The oldest version that can be upgraded. */
  readonly oldest: number;
  /** The statements that upgrade an earlier version; 0 is an empty schema. */
  readonly make: (before: number) => string;
}

interface FoundTable {
  readonly name: string;
  readonly has_versions: boolean;
}

/** Makes or upgrades the tables of a schema, while walks are under way. Every role of the schema may read their version. */
export const migrating = (database: Database, { table, version, oldest, make }: Made) => {
  const { schema, name: user, timeout, named } = database;

  // Reading the catalogue's tables, unlike `to_regclass`, sees what others have made while this one waited.
  const found = `
    select made.relname as name,
      exists (select from pg_catalog.pg_attribute where attrelid = made.oid and attname = 'made') as has_versions
    from pg_catalog.pg_class as made join pg_catalog.pg_namespace as around on around.oid = made.relnamespace
    where around.nspname = ${literal(schema)} and made.relname in (${literal(table)}, 'versions')`;

  const versionsTable = `
    create table ${named('versions')} (made text primary key, version integer not null);
    grant select on ${named('versions')} to public;`;

  const foreign = (name: string) =>
    new Error(`${user}: ${named(name)} was not made by pagewalk: name another schema`);

  const versionNow = async ({
    query,
  }: Pick<PostgresConnection, 'query'>): Promise<number | undefined> => {
    const known = `select version from ${named('versions')} where made = ${literal(table)}`;
    const version = (await query<{ readonly version: number }>(known)).rows[0]?.version;
    if (version !== undefined) checkVersion(version);
    return version;
  };

  const checkVersion = (before: number): void => {
    if (before > version) {
      throw new Error(
        `${user}: the schema ${schema} was made by a later version of pagewalk (${before}; this one knows ${version}): use that version`,
      );
    }
    if (before < oldest) {
      throw new Error(
        `${user}: the schema ${schema} was made before 1.0.0-rc.2 of pagewalk (${before}; this one upgrades ${oldest} and ` +
          'later): call migrate() of 1.0.0-rc.2 first, or name another schema',
      );
    }
  };

  /** The version (0: there is nothing), and whether there is a table of versions. */
  const stateNow = async (connection: PostgresConnection) => {
    const { rows } = await connection.query<FoundTable>(found);
    const versions = rows.find(({ name }) => name === 'versions');
    if (versions?.has_versions === false) throw foreign('versions');
    const hasVersions = versions !== undefined;
    if (!rows.some(({ name }) => name === table)) return { before: 0, hasVersions };
    const before = hasVersions ? await versionNow(connection) : undefined;
    if (before === undefined) throw foreign(table);
    return { before, hasVersions };
  };

  const attempt = (): Promise<void> =>
    inOwnTransaction(database, async (connection) => {
      const { query } = connection;
      await query(
        `select pg_advisory_xact_lock(hashtext(${literal(`pagewalk places of ${schema}`)}), 0)`,
      );
      const { before, hasVersions } = await stateNow(connection);
      if (before === version) return;
      // A statement that waits for a table in use holds up all that come after it, so it does not wait for long.
      await query('set local lock_timeout = 500');
      await query(`
        ${before === 0 ? `create schema if not exists ${named()};` : ''}
        ${make(before)}
        ${hasVersions ? '' : versionsTable}
        insert into ${named('versions')} values (${literal(table)}, ${version})
        on conflict (made) do update set version = excluded.version`);
    });

  let isKnown = false;
  return {
    migrate: async (): Promise<void> => {
      const began = performance.now();
      for (;;) {
        try {
          const { before } = await inOwnTransaction(database, stateNow, 'read only');
          if (before !== version) await attempt();
          return;
        } catch (error) {
          if (sqlStateOf(error) !== lockTimeout || performance.now() - began > timeout) throw error;
          await pause(100 + 200 * Math.random());
        }
      }
    },
    /** Refuses tables of another version: statements of this one could do harm there. It looks once. */
    checkVersion: async (connection: Pick<PostgresConnection, 'query'>): Promise<void> => {
      if (isKnown) return;
      if ((await versionNow(connection)) !== version)
        throw new Error(`${user}: call migrate() first`);
      isKnown = true;
    },
  };
};

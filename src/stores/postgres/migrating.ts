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

/** A schema, and what it must contain. */
type Migration = Database & Made;

/** Reading the catalogue's tables, unlike `to_regclass`, sees what others have made while this one waited. */
const foundSql = ({ schema, table }: Migration): string => `
  select made.relname as name,
    exists (select from pg_catalog.pg_attribute where attrelid = made.oid and attname = 'made') as has_versions
  from pg_catalog.pg_class as made join pg_catalog.pg_namespace as around on around.oid = made.relnamespace
  where around.nspname = ${literal(schema)} and made.relname in (${literal(table)}, 'versions')`;

const foreign = ({ name, named }: Migration, table: string): Error =>
  new Error(`${name}: ${named(table)} was not made by pagewalk: name another schema`);

/** Refuses tables that are too new, or too old to be upgraded. */
const checkUpgradable = ({ name, schema, version, oldest }: Migration, found: number): void => {
  if (found > version) {
    throw new Error(
      `${name}: the schema ${schema} was made by a later version of pagewalk (${found}; this one knows ${version}): use that version`,
    );
  }
  if (found < oldest) {
    throw new Error(
      `${name}: the schema ${schema} was made before 1.0.0-rc.2 of pagewalk (${found}; this one upgrades ${oldest} and ` +
        'later): call migrate() of 1.0.0-rc.2 first, or name another schema',
    );
  }
};

const versionNow = async (
  migration: Migration,
  { query }: Pick<PostgresConnection, 'query'>,
): Promise<number | undefined> => {
  const { named, table } = migration;
  const known = `select version from ${named('versions')} where made = ${literal(table)}`;
  const version = (await query<{ readonly version: number }>(known)).rows[0]?.version;
  if (version !== undefined) checkUpgradable(migration, version);
  return version;
};

/** The version (0: there is nothing), and whether there is a table of versions. */
const stateNow = async (migration: Migration, connection: PostgresConnection) => {
  const { table } = migration;
  const { rows } = await connection.query<FoundTable>(foundSql(migration));
  const versions = rows.find(({ name }) => name === 'versions');
  if (versions?.has_versions === false) throw foreign(migration, 'versions');
  const hasVersions = versions !== undefined;
  if (!rows.some(({ name }) => name === table)) return { before: 0, hasVersions };
  const before = hasVersions ? await versionNow(migration, connection) : undefined;
  if (before === undefined) throw foreign(migration, table);
  return { before, hasVersions };
};

const makeTables = async (migration: Migration, connection: PostgresConnection): Promise<void> => {
  const { schema, named, table, version, make } = migration;
  const { query } = connection;
  await query(
    `select pg_advisory_xact_lock(hashtext(${literal(`pagewalk places of ${schema}`)}), 0)`,
  );
  const { before, hasVersions } = await stateNow(migration, connection);
  if (before === version) return;
  const versionsTable = `
    create table ${named('versions')} (made text primary key, version integer not null);
    grant select on ${named('versions')} to public;`;
  // A statement that waits for a table in use holds up all that come after it, so it does not wait for long.
  await query('set local lock_timeout = 500');
  await query(`
    ${before === 0 ? `create schema if not exists ${named()};` : ''}
    ${make(before)}
    ${hasVersions ? '' : versionsTable}
    insert into ${named('versions')} values (${literal(table)}, ${version})
    on conflict (made) do update set version = excluded.version`);
};

/** Tries until the tables are not in use for a moment. */
const migrateNow = async (migration: Migration): Promise<void> => {
  const began = performance.now();
  for (;;) {
    try {
      const look = (connection: PostgresConnection) => stateNow(migration, connection);
      const { before } = await inOwnTransaction(migration, look, 'read only');
      if (before !== migration.version)
        await inOwnTransaction(migration, (connection) => makeTables(migration, connection));
      return;
    } catch (error) {
      const isInUse = sqlStateOf(error) === lockTimeout;
      if (!isInUse || performance.now() - began > migration.timeout) throw error;
      await pause(100 + 200 * Math.random());
    }
  }
};

/** Makes or upgrades the tables of a schema, while walks are under way. Every role of the schema may read their version. */
export const migrating = (database: Database, made: Made) => {
  const migration = { ...database, ...made };
  let isKnown = false;
  return {
    migrate: (): Promise<void> => migrateNow(migration),
    /** Refuses tables of another version: statements of this one could do harm there. It looks once. */
    checkVersion: async (connection: Pick<PostgresConnection, 'query'>): Promise<void> => {
      if (isKnown) return;
      if ((await versionNow(migration, connection)) !== made.version)
        throw new Error(`${database.name}: call migrate() first`);
      isKnown = true;
    },
  };
};

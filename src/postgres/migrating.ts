import { codeOf, type Connection, type Database, literal, lockTimeout, pause } from './database';
import { inOwnTransaction } from './transaction';

/** What a schema must contain. */
export interface Made {
  /** The table that is there if anything is. */
  readonly table: string;
  readonly version: number;
  /** An index that an earlier one of this version did not make: nothing needs it. */
  readonly index?: string;
  /** What the first version made beside the table, where it did not say its version. */
  readonly first?: string;
  /** The statements that upgrade an earlier version; 0 is an empty schema. */
  readonly make: (before: number) => string;
}

interface Found {
  readonly name: string;
  readonly comment: string | null;
  readonly has_versions: boolean;
}

/** Makes or upgrades the tables of a schema, while walks are under way. Every role of the schema may read their version. */
export const migrating = (database: Database, { table, version, index = table, first = '', make }: Made) => {
  const { schema, name: user, timeout, named } = database;

  // Reading the catalogue's tables, unlike `to_regclass`, sees what others have made while this one waited.
  const found = `
    select made.relname as name, pg_catalog.obj_description(made.oid, 'pg_class') as comment,
      exists (select from pg_catalog.pg_attribute where attrelid = made.oid and attname = 'made') as has_versions
    from pg_catalog.pg_class as made join pg_catalog.pg_namespace as around on around.oid = made.relnamespace
    where around.nspname = ${literal(schema)} and made.relname in (${[table, index, first, 'versions'].map(literal).join()})`;

  const versionsTable = `
    create table ${named('versions')} (made text primary key, version integer not null);
    grant select on ${named('versions')} to public;`;

  const foreign = (name: string) => new Error(`${user}: ${named(name)} was not made by pagewalk: name another schema`);

  /** The version (0: there is nothing), and what is missing. A comment had it once, but not in version 1. */
  const stateNow = async ({ query }: Connection) => {
    const { rows } = await query<Found>(found);
    const made = (what: string) => rows.find(({ name }) => name === what);
    const own = made(table);
    const versions = made('versions');
    if (versions?.has_versions === false) throw foreign('versions');
    const hasVersions = versions !== undefined;
    if (own === undefined) return { before: 0, isWhole: false, hasVersions };
    const known = `select version from ${named('versions')} where made = ${literal(table)}`;
    const [row] = hasVersions ? (await query<{ readonly version: number }>(known)).rows : [];
    const said = /^pagewalk \w+, version (\d+)$/.exec(own.comment ?? '')?.[1] ?? (made(first) && 1);
    const before = row?.version ?? Number(said);
    if (Number.isNaN(before)) throw foreign(table);
    return { before, isWhole: before === version && made(index) !== undefined, hasVersions };
  };

  const attempt = (): Promise<void> =>
    inOwnTransaction(database, async (connection) => {
      const { query } = connection;
      await query(`select pg_advisory_xact_lock(hashtext(${literal(`pagewalk places of ${schema}`)}), 0)`);
      const { before, isWhole, hasVersions } = await stateNow(connection);
      if (isWhole) return;
      if (before > version) {
        throw new Error(
          `${user}: the schema ${schema} was made by a later version of pagewalk (${before}; this one knows ${version})`,
        );
      }
      // A statement that waits for a table in use holds up all that come after it, so it does not wait for long.
      await query('set local lock_timeout = 500');
      await query(`
        ${before === 0 ? `create schema if not exists ${named()};` : ''}
        ${make(before)}
        ${hasVersions ? '' : versionsTable}
        insert into ${named('versions')} values (${literal(table)}, ${version})
        on conflict (made) do update set version = excluded.version`);
    });

  return async (): Promise<void> => {
    const began = performance.now();
    for (;;) {
      try {
        const { before, isWhole } = await inOwnTransaction(database, stateNow, 'read only');
        if (isWhole) return;
        await attempt().catch((error: unknown) => {
          // A role that may not create an index, or a server that only reads, works with what is there.
          if (before !== version) throw error;
        });
        return;
      } catch (error) {
        if (codeOf(error) !== lockTimeout || performance.now() - began > timeout) throw error;
        await pause(100 + 200 * Math.random());
      }
    }
  };
};

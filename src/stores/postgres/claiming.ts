import { processName } from '../../node/processName';
import type { Store, StoreRow } from '../port/Store';
import { storedRows } from './committing';
import { sqlStateOf, type PostgresConnection, lockTimeout } from './database';
import type { PlacesSchema, RowKey } from './sql';
import { inOwnTransaction } from './transaction';

type RunQuery = PostgresConnection['query'];

/** With half a second each: beyond that, what does not end is not a walker. */
const maxWaits = 10;

/** Uses a transaction in which the tables are those of this version, again where the response to its commit was lost. */
export type InKnownVersion = <R>(
  use: (connection: PostgresConnection) => Promise<R>,
  access?: 'read only',
) => Promise<R>;

// Every claim supersedes those before it, and the transactions that those have open are ended: that of a walker which was stopped
// halfway would keep its locks forever. First the claim is committed, then the open transactions are looked for; a walker opens its
// transaction first and then looks whether its claim still counts. So each is seen by the other, or ends by itself. Those that do not
// are ended while the walk's row is held: no later claim, whose walker must not be ended, can come in between. Their connections are
// never used again. A walker that was stopped between its last statement and its commit has locked the row; the server ends it.

/** A role that may not end a walker does not supersede it either. */
const checkRole = async (
  { database, sql }: PlacesSchema,
  query: RunQuery,
  key: RowKey,
): Promise<void> => {
  const { rows } = await query<{ readonly role: string }>(sql.untouchable, [sql.lockOf(key)]);
  const [untouchable] = rows;
  if (untouchable === undefined) return;
  throw new Error(
    `${database.name}: the walk ${JSON.stringify(key.id)} is under way, and this role may not end transactions of the role ` +
      `${JSON.stringify(untouchable.role)}: use that role, or grant pg_signal_backend to this one`,
  );
};

const isOver = ({ database, sql }: PlacesSchema, key: RowKey): Promise<boolean> =>
  inOwnTransaction(database, ({ query }) => query(sql.wait, [sql.lockOf(key)])).then(
    () => true,
    (error: unknown) => {
      if (sqlStateOf(error) === lockTimeout) return false;
      throw error;
    },
  );

/** Ends the current walker, unless a later claim has replaced this nonce: then that claim does it. */
const endWalker = ({ database, sql }: PlacesSchema, key: RowKey, nonce: string): Promise<boolean> =>
  inOwnTransaction(database, async ({ query }) => {
    const { rowCount } = await query(sql.hold, [key.id, key.part, nonce]);
    if (rowCount === 1) await query(sql.terminate, [sql.lockOf(key)]);
    return rowCount === 1;
  });

const endPredecessors = async (schema: PlacesSchema, key: RowKey, nonce: string): Promise<void> => {
  for (let waits = 1; !(await isOver(schema, key)); waits += 1) {
    if (!(await endWalker(schema, key, nonce))) return;
    if (waits === maxWaits) {
      throw new Error(
        `${schema.database.name}: an earlier transaction of the walk ${JSON.stringify(key.id)} does not end`,
      );
    }
  }
};

/** Makes rows as if nobody had claimed them, where they are still as they were read, and removes walks of which nothing is left. */
const dropIn = async (
  { sql }: PlacesSchema,
  { query }: PostgresConnection,
  rows: ReadonlyArray<StoreRow>,
): Promise<ReadonlyArray<StoreRow>> => {
  const nonce = crypto.randomUUID();
  const ids = rows.map(({ id }) => id);
  const keys = rows.map(({ part = '' }) => part);
  const epochs = rows.map(({ epoch }) => epoch);
  const texts = rows.map(({ text }) => text);
  await query(sql.lockAll, [ids]);
  const emptied = await query<RowKey>(sql.empty, [ids, keys, epochs, texts, nonce]);
  const gone = new Set(emptied.rows.map(({ id, part }) => JSON.stringify([id, part])));
  await query(sql.remove, [ids, nonce]);
  return rows.filter(({ id, part = '' }) => gone.has(JSON.stringify([id, part])));
};

/** Claims walks, and forgets them. */
export const claiming = (
  schema: PlacesSchema,
  inKnownVersion: InKnownVersion,
): Pick<Store<never>, 'claim' | 'drop'> => {
  const { sql } = schema;
  return {
    claim: async (id, part, { by = processName(), after }) => {
      const nonce = crypto.randomUUID();
      const key = { id, part: part?.name ?? '' };
      const claimed = await inKnownVersion(async (connection): Promise<StoreRow | undefined> => {
        const { query } = connection;
        if (part) {
          await query(sql.open, [id, part.of]);
          if ((await query(sql.pin, [id, part.of])).rowCount === 0) return undefined;
        }
        const values = [id, key.part, nonce, by, after ?? null];
        const [row] = await storedRows(connection, sql.claim, values);
        if (row) await checkRole(schema, query, key);
        return row;
      });
      if (claimed) await endPredecessors(schema, key, nonce);
      return claimed;
    },
    drop: async (rows) =>
      rows.length === 0 ? [] : inKnownVersion((connection) => dropIn(schema, connection, rows)),
  };
};

import type { PoolClient } from 'pg';
import type { Store } from '../port/Store';
import { claiming, type InKnownVersion } from './claiming';
import { committing, storedRows } from './committing';
import type { PostgresConnection, Database } from './database';
import { sqlFor } from './sql';
import { CommitFailed, inOwnTransaction } from './transaction';

/** How often a transaction is tried whose commit got no response. A claim that was made supersedes nobody twice. */
const maxCommits = 3;

/** Texts in a table of Postgres. */
export const postgresStore = (
  database: Database,
  checkVersion: (connection: PostgresConnection) => Promise<void>,
): Store<PoolClient> => {
  const sql = sqlFor(database);
  const schema = { database, sql };

  const inKnownVersion: InKnownVersion = async (use, access) => {
    const checked = async (connection: PostgresConnection) => {
      await checkVersion(connection);
      return use(connection);
    };
    for (let commits = 1; ; commits += 1) {
      try {
        return await inOwnTransaction(database, checked, access);
      } catch (error) {
        if (!(error instanceof CommitFailed) || commits === maxCommits) throw error;
      }
    }
  };

  return {
    name: database.name,
    isAtomic: true,
    read: ({ id, prefix = '', after = '', keptBefore, limit, ...asked }) => {
      const like = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
      const reading = (connection: PostgresConnection) =>
        id === undefined
          ? storedRows(connection, sql.walks(asked), [
              limit ?? null,
              after,
              like,
              keptBefore ?? null,
            ])
          : storedRows(connection, sql.walk, [id]);
      return inKnownVersion(reading, 'read only');
    },
    ...claiming(schema, inKnownVersion),
    commit: committing(schema),
  };
};

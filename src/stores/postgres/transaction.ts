import type { PoolClient } from 'pg';
import { defer, filter, from, map, NEVER, Observable, takeUntil, timer } from 'rxjs';
import type { Work } from '../../walk/durable/Places';
import {
  sqlStateOf,
  connect,
  type PostgresConnection,
  type Database,
  hasOne,
  serverTimeout,
} from './database';

/** Milliseconds within which a commit must follow its last statement: the server ends a session that waits for longer. */
export const commitWithin = ({ timeout }: Pick<Database, 'timeout'>): number =>
  Math.min(timeout, 5_000);

/** The response to a commit was lost: whether it has happened has to be found out. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
}

/** Whether the server has refused, and said why; what says that the session ends or was ended does not count. */
const isOfServer = (error: unknown): boolean =>
  (error as { readonly severity?: unknown } | undefined)?.severity !== undefined &&
  !/^(?:08|25|57)/.test(String(sqlStateOf(error)));

/** Commits, or says why that is not known. */
const commit = async ({ query }: PostgresConnection, { name }: Database): Promise<void> => {
  const { command } = await query('commit').catch((error: unknown) => {
    if (isOfServer(error)) throw error;
    throw new CommitFailed(`${name}: a commit failed (${String(error)})`, { cause: error });
  });
  // The commit of a transaction that has failed succeeds, as a rollback.
  if (command !== 'COMMIT') throw new Error(`${name}: the transaction was rolled back`);
};

/** The server is given the limits, too, so that what has failed here does not happen later. A replica can be read from. */
export const inOwnTransaction = async <R>(
  database: Database,
  use: (connection: PostgresConnection) => Promise<R>,
  access: 'read write' | 'read only' = 'read write',
): Promise<R> => {
  // The statement that runs fails with the connection; there is nothing else to end.
  const connection = await connect(database, () => undefined);
  try {
    await connection.query(`
      begin isolation level read committed ${access};
      set local statement_timeout = ${serverTimeout(database)};
      set local lock_timeout = 0;
      set local idle_in_transaction_session_timeout = ${commitWithin(database)}`);
    const result = await use(connection);
    await commit(connection, database);
    connection.letGo(true);
    return result;
  } catch (error) {
    connection.letGo(false);
    throw error;
  }
};

/** Does work with the client of a transaction, until it completes. */
export type Working = (work: Work<PoolClient>) => Promise<void>;

/**
 * Does work in a transaction, and emits whether it was committed: nothing of it stays where `use` gives false, where something
 * goes wrong, and after unsubscribing. Only a connection that has committed goes back to the pool: a walker that may not
 * commit was superseded, and its successor may be about to end that very connection.
 */
export const inTransaction = (
  database: Database,
  use: (connection: PostgresConnection, working: Working) => Promise<boolean>,
): Observable<boolean> =>
  new Observable((subscriber) => {
    let isWorking = false;
    const { pool, name, timeout } = database;
    const hung = (hasOne(pool) ? timer(timeout, timeout) : NEVER).pipe(
      filter(() => pool.waitingCount > 0),
      map(() => {
        throw new Error(
          `${name}: the only connection of the pool is in work for ${timeout} ms, and something waits for it. ` +
            'Let the work use the transaction that it is given, or make the pool larger',
        );
      }),
    );
    const run = async (): Promise<boolean> => {
      // The end of the connection is the end of the work, too, which may be waiting for something else.
      const connection = await connect(database, (error) => {
        if (isWorking) subscriber.error(error);
      });
      // Unsubscribing does not wait for what runs on the connection.
      subscriber.add(() => connection.letGo(false));
      const working: Working = async (work) => {
        isWorking = true;
        await new Promise<void>((resolve, reject) =>
          subscriber.add(
            defer(() => work(connection.client))
              .pipe(takeUntil(hung))
              .subscribe({ error: reject, complete: resolve }),
          ),
        );
        isWorking = false;
      };
      if (!(await use(connection, working))) return false;
      await commit(connection, database);
      connection.letGo(true);
      return true;
    };
    from(run()).subscribe(subscriber);
  });

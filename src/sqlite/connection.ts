import { firstValueFrom, timer } from 'rxjs';
import { onTurn } from '../walk/turn';

export type Value = string | number | null;

/**
 * What the synchronous SQLite drivers have in common: `DatabaseSync` of `node:sqlite`, better-sqlite3, libsql and `Database` of
 * `bun:sqlite`.
 *
 * @since 1.0.0
 */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: Array<unknown>): unknown;
    run(...values: Array<unknown>): unknown;
  };
}

/** Node's own driver has only the number, of which the lower bits count; the others have a name. */
const isBusy = (error: unknown): boolean => {
  const { code, errcode } = Object(error) as {
    readonly code?: unknown;
    readonly errcode?: unknown;
  };
  return (
    String(code).startsWith('SQLITE_BUSY') || (typeof errcode === 'number' && (errcode & 255) === 5)
  );
};

/** Of each connection, the end of those who are in line for it. */
const lines = new WeakMap<object, Promise<unknown>>();

/** Does the last thing of a transaction, commits it, and gives what came of it. */
type Commit = <R>(act: () => R) => Promise<R>;

/** A connection of the user's: statements, locks that are waited for with timers, and transactions in their turn. */
export const connectionOf = (db: SqliteDatabase, busyTimeout: number) => {
  /** The rows of a query whose only column is JSON: drivers differ in what rows are, and in how they give numbers. */
  const rows = <R>(sql: string, ...values: ReadonlyArray<Value>): ReadonlyArray<R> => {
    // `all` alone: after it, `get` of the same statement gives a wrong row in libsql.
    const found = (db.prepare(sql) as Partial<ReturnType<SqliteDatabase['prepare']>>).all?.(
      ...values,
    );
    if (!Array.isArray(found)) {
      throw new TypeError(
        'sqlitePlaces: this is not a driver of SQLite that answers at once: use node:sqlite, better-sqlite3, libsql or bun:sqlite',
      );
    }
    return found.map(({ json }: { readonly json: string }) => JSON.parse(json) as R);
  };

  const run = (sql: string, ...values: ReadonlyArray<Value>): void => {
    db.prepare(sql).run(...values);
  };

  /** SQLite's own wait for a lock would stop the loop, and so the transaction that it waits for, if that is of this process. */
  const withoutOwnWait = <R>(act: () => R): R => {
    const [own = 0] = rows<number>('select timeout as json from pragma_busy_timeout');
    if (own === 0) return act();
    db.exec('pragma busy_timeout = 0');
    try {
      return act();
    } finally {
      db.exec(`pragma busy_timeout = ${own}`);
    }
  };

  /** Tries until nobody else has the lock. */
  const patiently = async <R>(act: () => R): Promise<R> => {
    const began = performance.now();
    for (;;) {
      try {
        return withoutOwnWait(act);
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() - began < busyTimeout)
          await firstValueFrom(timer(2 + 6 * Math.random()));
        else {
          const problem = `sqlitePlaces: another connection had the database locked for ${busyTimeout} ms`;
          throw Object.assign(new Error(problem, { cause: error }), { code: 'SQLITE_BUSY' });
        }
      }
    }
  };

  const begin = (savepoint: string): void => {
    try {
      db.exec(`begin immediate; savepoint ${savepoint}`);
    } catch (error) {
      if (!String(error).includes('within a transaction')) throw error;
      throw new Error(
        'sqlitePlaces: the connection is in a transaction already. End it, or give the places a connection of their own',
        { cause: error },
      );
    }
  };

  /**
   * Runs a transaction when it is its turn, and one at a time. What is given to `commit` is done and committed in one go: where
   * the lock for that does not come at once, it is undone in between, so that nobody sees it before it is true. What is not
   * committed is rolled back, if it is still what began here: a savepoint with a name that nobody knows tells that.
   */
  const transact = <R>(use: (commit: Commit) => Promise<R>): Promise<R> => {
    const savepoint = `"pagewalk ${crypto.randomUUID()}"`;
    const isOpen = (statement: 'release' | 'rollback to'): boolean => {
      try {
        db.exec(`${statement} ${savepoint}`);
        return true;
      } catch {
        return false;
      }
    };
    const commit: Commit = (act) => {
      if (!isOpen('release')) {
        throw new Error(
          'sqlitePlaces: the work must not commit or roll back the transaction that it is given, nor may a statement of it do so',
        );
      }
      db.exec(`savepoint ${savepoint}`);
      return patiently(() => {
        try {
          const result = act();
          db.exec('commit');
          return result;
        } catch (error) {
          isOpen('rollback to');
          throw error;
        }
      });
    };
    const inTransaction = async (): Promise<R> => {
      await patiently(() => begin(savepoint));
      const began = performance.now();
      try {
        return await use(commit);
      } finally {
        if (isOpen('rollback to')) db.exec('rollback');
        // Others need a moment in which the lock is free: those of this process a turn of the loop, those who look from time to
        // time the longer, the longer it was held.
        const held = performance.now() - began;
        await new Promise<void>((resolve) => {
          if (held < 10) onTurn(resolve);
          else setTimeout(resolve, Math.min(held / 10, 10));
        });
      }
    };
    const result = (lines.get(db) ?? Promise.resolve()).then(inTransaction);
    lines.set(
      db,
      result.catch(() => undefined),
    );
    return result;
  };

  return {
    rows,
    run,
    patiently,
    transact,
    change: <R>(act: () => R) => transact((commit) => commit(act)),
  };
};

export type Connection = ReturnType<typeof connectionOf>;

import { isRight, tryCatch } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { firstValueFrom, timer } from 'rxjs';
import { onTurn } from '../../walk/turn';

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
const isLocked = (error: unknown): boolean => {
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

/** The connections on which work runs at this moment. */
const inWork = new WeakSet();

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
    return found.map((row: unknown) => {
      const { json } = Object(row) as { readonly json?: string | number };
      if (json !== undefined) return JSON.parse(String(json)) as R;
      throw new TypeError(
        'sqlitePlaces: the rows of this connection have no names of columns: open it without returnArrays',
      );
    });
  };

  const run = (sql: string, ...values: ReadonlyArray<Value>): void => {
    db.prepare(sql).run(...values);
  };

  /** SQLite's own wait for a lock would stop the loop, and so the transaction that it waits for, if that is of this process. */
  const withoutOwnWait = <R>(act: () => R): R => {
    // The function of the same name would need the schema, which may be locked.
    const [row] = db.prepare('pragma busy_timeout').all() as ReadonlyArray<object>;
    const own = Number(Object.values(row ?? {})[0] ?? 0);
    if (own === 0) return act();
    db.exec('pragma busy_timeout = 0');
    try {
      return act();
    } finally {
      db.exec(`pragma busy_timeout = ${own}`);
    }
  };

  /** Tries until nobody else has the lock, and uses what came of it before anything else can happen. */
  const patiently = async <A, R>(attempt: () => A, use: (attempted: A) => R): Promise<R> => {
    const began = performance.now();
    for (;;) {
      const attempted = tryCatch(() => withoutOwnWait(attempt), identity);
      if (isRight(attempted)) return use(attempted.right);
      const cause = attempted.left;
      if (!isLocked(cause)) throw cause;
      if (performance.now() - began >= busyTimeout) {
        const problem = `sqlitePlaces: another connection had the database locked for ${busyTimeout} ms`;
        throw Object.assign(new Error(problem, { cause }), { code: 'SQLITE_BUSY' });
      }
      await firstValueFrom(timer(2 + 6 * Math.random()));
    }
  };

  /** A driver's way to say that rows of a statement were not read, or what else keeps a savepoint from being set or left. */
  const explained = (cause: unknown): unknown =>
    String(cause).includes('in progress')
      ? new Error(
          'sqlitePlaces: a statement on this connection is not done. Read all rows of a statement that returns some, such as ' +
            'insert … returning, with all()',
          { cause },
        )
      : cause;

  const enter = (savepoint: string): void => {
    try {
      db.exec(`savepoint ${savepoint}`);
    } catch (cause) {
      db.exec('rollback');
      throw explained(cause);
    }
  };

  /** A reader of a rollback journal is waited for here, before the work, and not by the commit. */
  const begin = (savepoint: string): void => {
    try {
      db.exec('begin exclusive');
    } catch (error) {
      if (!String(error).includes('within a transaction')) throw error;
      throw new Error(
        'sqlitePlaces: the connection is in a transaction already. End it, or give the places a connection of their own',
        { cause: error },
      );
    }
    enter(savepoint);
  };

  /** Leaves the savepoint that the transaction began with. It is gone where the work has ended that transaction. */
  const leave = (savepoint: string): void => {
    try {
      db.exec(`release ${savepoint}`);
    } catch (cause) {
      if (!String(cause).includes('no such savepoint')) throw explained(cause);
      throw new Error(
        'sqlitePlaces: the work must not commit or roll back the transaction that it is given, nor may a statement of it do so',
        { cause },
      );
    }
  };

  /** Rolls a transaction back. Where its savepoint is gone, the one that is open is another one. */
  const rollBack = (savepoint: string): void => {
    try {
      db.exec(`rollback to ${savepoint}`);
    } catch {
      return;
    }
    db.exec('rollback');
  };

  /**
   * From the beginning to the commit the loop does not turn: nothing else on this connection gets into the transaction. What is
   * written `last` is written only where the work has left that open.
   */
  const inTransaction = <W, R>(savepoint: string, work: () => W, last: (worked: W) => R): R => {
    inWork.add(db);
    try {
      const worked = work();
      leave(savepoint);
      enter(savepoint);
      const result = last(worked);
      db.exec('commit');
      return result;
    } catch (error) {
      rollBack(savepoint);
      throw error;
    } finally {
      inWork.delete(db);
    }
  };

  /** Runs a transaction when it is its turn. */
  const transact = <W, R>(work: () => W, last: (worked: W) => R): Promise<R> => {
    const savepoint = `"pagewalk ${crypto.randomUUID()}"`;
    const inTurn = async (): Promise<R> => {
      let began = performance.now();
      try {
        return await patiently(
          () => begin(savepoint),
          () => {
            began = performance.now();
            return inTransaction(savepoint, work, last);
          },
        );
      } finally {
        // Others need a moment in which the lock is free: those of this process a turn of the loop, those who look from time to
        // time the longer, the longer it was held.
        const held = performance.now() - began;
        await new Promise<void>((resolve) => {
          if (held < 10) onTurn(resolve);
          else setTimeout(resolve, Math.min(held / 10, 10));
        });
      }
    };
    const result = (lines.get(db) ?? Promise.resolve()).then(inTurn);
    lines.set(
      db,
      result.catch(() => undefined),
    );
    return result;
  };

  /** Refuses what is called in the work of a page: it would wait for itself. */
  const outsideWork = <P extends object>(places: P): P => {
    const guarded = Object.entries(places).map(([name, member]: readonly [string, unknown]) => {
      if (typeof member !== 'function') return [name, member];
      return [
        name,
        (...args: ReadonlyArray<unknown>): unknown => {
          if (!inWork.has(db)) return (member as (...given: typeof args) => unknown)(...args);
          throw new TypeError(
            'sqlitePlaces: the places must not be used in work or finish, which they would wait for: call them afterwards',
          );
        },
      ];
    });
    return Object.fromEntries(guarded) as P;
  };

  return {
    rows,
    run,
    look: <R>(read: () => R) => patiently(read, identity),
    transact,
    change: <R>(act: () => R) => transact(act, identity),
    outsideWork,
  };
};

export type SqliteConnection = ReturnType<typeof connectionOf>;

import { isRight, tryCatch } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { firstValueFrom, timer } from 'rxjs';

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

/** A connection of the user's. */
export interface SqliteConnection<D extends SqliteDatabase = SqliteDatabase> {
  readonly db: D;
  /** Milliseconds for which a lock of another connection is waited for. */
  readonly busyTimeout: number;
}

/** The rows of a query whose only column is JSON: drivers differ in what rows are, and in how they give numbers. */
export const jsonRows = <R>(
  db: SqliteDatabase,
  sql: string,
  ...values: ReadonlyArray<Value>
): ReadonlyArray<R> => {
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

/** SQLite's own wait for a lock would stop the loop, and so the transaction that it waits for, if that is of this process. */
const withoutOwnWait = <R>(db: SqliteDatabase, act: () => R): R => {
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
export const patiently = async <A, R>(
  { db, busyTimeout }: SqliteConnection,
  attempt: () => A,
  use: (attempted: A) => R,
): Promise<R> => {
  const began = performance.now();
  for (;;) {
    const attempted = tryCatch(() => withoutOwnWait(db, attempt), identity);
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

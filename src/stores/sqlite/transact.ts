import { onTurn } from '../../walk/turn';
import { patiently, type SqliteConnection, type SqliteDatabase } from './connection';

/** Of each connection, the end of those who are in line for it. */
const lines = new WeakMap<object, Promise<unknown>>();

/** The connections on which work runs at this moment. */
const inWork = new WeakSet();

/** A driver's way to say that rows of a statement were not read, or what else keeps a savepoint from being set or left. */
const explained = (cause: unknown): unknown =>
  String(cause).includes('in progress')
    ? new Error(
        'sqlitePlaces: a statement on this connection is not done. Read all rows of a statement that returns some, such as ' +
          'insert … returning, with all()',
        { cause },
      )
    : cause;

const enter = (db: SqliteDatabase, savepoint: string): void => {
  try {
    db.exec(`savepoint ${savepoint}`);
  } catch (cause) {
    db.exec('rollback');
    throw explained(cause);
  }
};

/** A reader of a rollback journal is waited for here, before the work, and not by the commit. */
const begin = (db: SqliteDatabase, savepoint: string): void => {
  try {
    db.exec('begin exclusive');
  } catch (error) {
    if (!String(error).includes('within a transaction')) throw error;
    throw new Error(
      'sqlitePlaces: the connection is in a transaction already. End it, or give the places a connection of their own',
      { cause: error },
    );
  }
  enter(db, savepoint);
};

/** Leaves the savepoint that the transaction began with. It is gone where the work has ended that transaction. */
const leave = (db: SqliteDatabase, savepoint: string): void => {
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
const rollBack = (db: SqliteDatabase, savepoint: string): void => {
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
const workIn = <W, R>(
  db: SqliteDatabase,
  savepoint: string,
  work: () => W,
  last: (worked: W) => R,
): R => {
  inWork.add(db);
  try {
    const worked = work();
    leave(db, savepoint);
    enter(db, savepoint);
    const result = last(worked);
    db.exec('commit');
    return result;
  } catch (error) {
    rollBack(db, savepoint);
    throw error;
  } finally {
    inWork.delete(db);
  }
};

/**
 * Others need a moment in which the lock is free: those of this process a turn of the loop, those who look from time to time the
 * longer, the longer it was held.
 */
const letOthers = (held: number): Promise<void> =>
  new Promise((resolve) => {
    if (held < 10) onTurn(resolve);
    else setTimeout(resolve, Math.min(held / 10, 10));
  });

/** Runs a transaction on a connection when it is its turn. */
export const transact = <W, R>(
  connection: SqliteConnection,
  work: () => W,
  last: (worked: W) => R,
): Promise<R> => {
  const { db } = connection;
  const savepoint = `"pagewalk ${crypto.randomUUID()}"`;
  const inTurn = async (): Promise<R> => {
    let began = performance.now();
    try {
      return await patiently(
        connection,
        () => begin(db, savepoint),
        () => {
          began = performance.now();
          return workIn(db, savepoint, work, last);
        },
      );
    } finally {
      await letOthers(performance.now() - began);
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
export const outsideWork = <P extends object>(db: SqliteDatabase, places: P): P => {
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

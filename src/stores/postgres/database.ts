import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { firstValueFrom, from, throwError, timeout as within } from 'rxjs';
import { maxTimer } from '../../model/maxTimer';
import { checkId } from '../../walk/durable/Places';

/** A schema, as one function of this entry uses it. */
export interface Database {
  readonly pool: Pool;
  readonly schema: string;
  /** The name of that function, for messages. */
  readonly name: string;
  /** Milliseconds that a statement, or the wait for a connection, may take. */
  readonly timeout: number;
  /** The name of something in the schema, or of the schema, as part of a statement. */
  readonly named: (thing?: string) => string;
}

/** Postgres cuts longer names off, so that two of them could become one. */
const maxNameBytes = 63;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A string as part of a statement, whatever the server's settings say about backslashes. */
export const literal = (value: string): string =>
  `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** An idle connection that ends is an event of the pool, which would end the process without a listener. */
const idleEnded = (): void => undefined;

/** The functions of this entry that use a pool. */
const usersOf = new WeakMap<Pool, Set<string>>();

/** A page in work holds a connection: in a pool of one, everything else waits for it. */
export const hasOne = ({ options }: { readonly options?: { readonly max?: number } }): boolean =>
  options?.max === 1;

const checkShared = (pool: Pool, name: string): void => {
  const users = usersOf.get(pool) ?? new Set();
  usersOf.set(pool, users.add(name));
  if (!hasOne(pool) || users.size === 1) return;
  const all = [...users].sort().join(' and ');
  throw new TypeError(
    `${name}: ${all} share a pool of one connection, and would wait for each other: give each its own`,
  );
};

export const databaseOf = (
  pool: Pool,
  name: string,
  timeout: number,
  schema = 'pagewalk',
): Database => {
  // Settings of Postgres go as far as timers do.
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > maxTimer) {
    throw new TypeError(
      `${name}: timeout must be a whole number of milliseconds from 1 to ${maxTimer}`,
    );
  }
  checkId(schema, `${name}: schema`);
  if (new TextEncoder().encode(schema).length > maxNameBytes) {
    throw new TypeError(`${name}: schema must be a name of at most ${maxNameBytes} bytes`);
  }
  if (typeof (pool as Partial<Pool> | undefined)?.connect !== 'function') {
    throw new TypeError(`${name}: the first argument must be a Pool of pg`);
  }
  checkShared(pool, name);
  if (!pool.listeners('error').includes(idleEnded)) pool.on('error', idleEnded);
  const named = (thing?: string): string =>
    (thing === undefined ? [schema] : [schema, thing]).map(quoted).join('.');
  return { pool, schema, name, timeout, named };
};

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** The server's limit is a bit shorter: what it says about a statement that took too long says more than silence. */
export const serverTimeout = ({ timeout }: Pick<Database, 'timeout'>): number =>
  Math.ceil(timeout * 0.9);

/** Postgres's code for a lock that did not come in time. */
export const lockTimeout = '55P03';

export const sqlStateOf = (error: unknown): unknown =>
  (error as { readonly code?: unknown } | undefined)?.code;

const explained = (error: unknown, { name, timeout }: Database): unknown => {
  const code = sqlStateOf(error);
  const said = error instanceof Error ? error.message : String(error);
  const reasons = {
    [`57014 ${lockTimeout}`]: `a statement took longer than ${timeout} ms. Is its table or row locked by somebody else?`,
    '3F000 42P01 42703 42883': 'call migrate() first.',
    '54000': 'a name is too long: an id and the name of its part may have 2,600 bytes together.',
    '42501': 'this role lacks a right. The owner of the schema or the database can grant it.',
    '0A000 25006':
      'this server only reads: connect to the primary, or wait until this one is promoted.',
  };
  const [, more] =
    Object.entries(reasons).find(([codes]) => codes.split(' ').includes(String(code))) ?? [];
  return more === undefined
    ? error
    : Object.assign(new Error(`${name}: ${more} (${said})`, { cause: error }), { code });
};

/**
 * Takes a connection out of the pool, and listens to it before anything else can happen: a connection that ends says so
 * outside any promise, and would end the process. A promise of the pool would resolve too late for that.
 */
export const connect = (database: Database, broken: (error: Error) => void) => {
  const { pool, name, timeout } = database;
  let isAwaited = true;

  const inTime = <R>(promise: Promise<R>, problem: string): Promise<R> => {
    const late = () => {
      isAwaited = false;
      return throwError(() => new Error(`${name}: ${problem} within ${timeout} ms`));
    };
    return firstValueFrom(from(promise).pipe(within({ each: timeout, with: late })));
  };

  const held = (client: PoolClient, release: (isBroken: boolean) => void) => {
    let isHeld = true;
    let ended: Error | undefined;
    const heard = (failure: Error): void => {
      ended ??= failure;
      broken(failure);
    };
    client.on('error', heard);
    // Somebody else could get it, in the middle of this transaction.
    client.release = () => {
      throw new Error(`${name}: the work must not release the client that it is given`);
    };
    return {
      client,
      query: <R extends QueryResultRow>(text: string, values?: ReadonlyArray<unknown>) =>
        inTime(client.query<R>(text, values && [...values]), 'the database did not respond').catch(
          (failure: unknown) => {
            throw explained(ended ?? failure, database);
          },
        ),
      /** Gives it back to the pool, or closes it, so that the server rolls back what it has left open. */
      letGo: (isWell: boolean): void => {
        if (!isHeld) return;
        isHeld = false;
        release(!isWell);
        client.off('error', heard);
      },
    };
  };

  const connecting = new Promise<ReturnType<typeof held>>((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (client && isAwaited) resolve(held(client, release));
      else if (error) reject(error);
      else release();
    });
  });
  return inTime(connecting, 'no connection of the pool was free, or could be made,');
};

export type PostgresConnection = Awaited<ReturnType<typeof connect>>;

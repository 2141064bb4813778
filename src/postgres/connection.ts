import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { maxTimer } from '../model/maxTimer';

/** What the statements of one function of this entry may take, and its name for messages. */
export interface Limits {
  readonly name: string;
  /** Milliseconds that a statement, or the wait for a connection, may take. */
  readonly timeout: number;
}

/** A connection of the pool, for a while. */
export interface Connection {
  readonly client: PoolClient;
  /** Runs a statement, for no longer than the limit. */
  readonly query: <R extends QueryResultRow>(text: string, values?: ReadonlyArray<unknown>) => Promise<QueryResult<R>>;
  /** Gives it back to the pool, or closes it, so that the server rolls back what it has left open. Later calls do nothing. */
  readonly letGo: (isWell: boolean) => void;
}

/** Settings of Postgres go as far as timers do. */
export const checkTimeout = ({ name, timeout }: Limits): void => {
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > maxTimer) {
    throw new TypeError(`${name}: timeout must be a whole number of milliseconds from 1 to ${maxTimer}`);
  }
};

/** The server's limit is a bit shorter: what it says about a statement that took too long says more than silence. */
export const serverTimeout = ({ timeout }: Limits): number => Math.ceil(timeout * 0.9);

const within = <R>(
  ms: number,
  problem: () => Error,
  start: (resolve: (r: R) => void, reject: (e: unknown) => void) => void,
) =>
  new Promise<R>((resolve, reject) => {
    const timer = setTimeout(() => reject(problem()), ms);
    const over =
      <T>(settle: (value: T) => void) =>
      (value: T): void => {
        clearTimeout(timer);
        settle(value);
      };
    start(over(resolve), over(reject));
  });

/** Postgres's code for a lock that did not come in time. */
export const lockTimeout = '55P03';

/** Its codes for what took too long, for what `migrate` has not made, and for a server or a database that only reads. */
const tooLong = ['57014', lockTimeout];
const notMade = ['3F000', '42P01', '42703', '42883'];
const onlyReads = ['0A000', '25006'];

export const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | undefined)?.code;

const explained = (error: unknown, { name, timeout }: Limits): unknown => {
  const code = codeOf(error);
  const said = error instanceof Error ? error.message : String(error);
  const [, more] =
    [
      [tooLong, `a statement took longer than ${timeout} ms. Is its table or row locked by somebody else?`] as const,
      [notMade, 'call migrate() first.'] as const,
      [onlyReads, 'this server only reads: connect to the primary, or wait until this one is promoted.'] as const,
    ].find(([codes]) => codes.includes(String(code))) ?? [];
  return more === undefined
    ? error
    : Object.assign(new Error(`${name}: ${more} (${said})`, { cause: error }), { code });
};

/** An idle connection that ends is an event of the pool, which would end the process without a listener. */
const idleEnded = (): void => undefined;

/** Listens to the pool, once: the next statement is given another connection. */
export const listenTo = (pool: Pool): void => {
  if (!pool.listeners('error').includes(idleEnded)) pool.on('error', idleEnded);
};

/**
 * Takes a connection out of the pool, and listens to it before anything else can happen: a connection that ends says so
 * outside any promise, and would end the process. A promise of the pool would resolve too late for that.
 */
export const connect = (pool: Pool, limits: Limits, broken: (error: Error) => void): Promise<Connection> => {
  const { name, timeout } = limits;
  let isAwaited = true;
  const tooLate = (): Error => {
    isAwaited = false;
    return new Error(`${name}: no connection of the pool was free, or could be made, within ${timeout} ms`);
  };
  return within(timeout, tooLate, (resolve, reject) => {
    pool.connect((error, client, release) => {
      if (client === undefined) {
        reject(error);
        return;
      }
      if (!isAwaited) {
        release();
        return;
      }
      let isHeld = true;
      let ended: Error | undefined;
      const heard = (failure: Error): void => {
        ended ??= failure;
        broken(failure);
      };
      client.on('error', heard);
      const silent = (): Error => new Error(`${name}: the database did not answer within ${timeout} ms`);
      resolve({
        client,
        query: async <R extends QueryResultRow>(text: string, values?: ReadonlyArray<unknown>) => {
          try {
            return await within<QueryResult<R>>(timeout, silent, (answered, failed) => {
              client.query<R>(text, values && [...values]).then(answered, failed);
            });
          } catch (failure) {
            throw explained(ended ?? failure, limits);
          }
        },
        letGo: (isWell) => {
          if (!isHeld) return;
          isHeld = false;
          release(!isWell);
          client.off('error', heard);
        },
      });
    });
  });
};

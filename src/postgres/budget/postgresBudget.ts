import type { Pool } from 'pg';
import type { Budget } from '../../transport/Budget';
import { checkId } from '../../walk/durable/Places';
import { codeOf, connect, type Limits, listenTo } from '../connection';
import { migrating } from '../migrating';
import { namesIn } from '../names';
import { budgetTables } from './budgetTables';
import { budgetHolder } from './holder';

/**
 * Options of `postgresBudget`.
 *
 * @since 0.1.0
 */
export interface PostgresBudgetOptions {
  /** The name under which it is shared: that of the service, say. */
  readonly name: string;
  /** The maximum of requests that all together start within any 60 seconds; 0.5 is one in two minutes. */
  readonly perMinute: number;
  /** The maximum of requests that all together have in flight. By default there is none. */
  readonly concurrent?: number | undefined;
  /** The schema in which it is kept. Default `pagewalk`. */
  readonly schema?: string | undefined;
}

/**
 * The budget that `postgresBudget` makes.
 *
 * @since 0.1.0
 */
export interface PostgresBudget extends Budget {
  /** Creates the schema if it does not exist. Any number of processes may call it at once. */
  migrate(): Promise<void>;
}

/** Milliseconds: the window of `perMinute`, and how long a holder that is not heard of keeps its share. */
export interface BudgetTimes {
  readonly minute: number;
  readonly lease: number;
}

interface Row {
  readonly granted: ReadonlyArray<string>;
  readonly lost: ReadonlyArray<string>;
  readonly wait: number;
}

/** Postgres's codes for what no waiting makes better: nothing was migrated, or the role lacks a right. */
const finalCodes = ['3F000', '42P01', '42883', '42501'];

/** A budget whose times are given, for specs that cannot wait for minutes. */
export const budgetWith = (
  pool: Pool,
  { name, perMinute, concurrent, schema = 'pagewalk' }: PostgresBudgetOptions,
  { minute, lease }: BudgetTimes,
): PostgresBudget => {
  const limits: Limits = { name: 'postgresBudget', timeout: 5_000 };
  checkId(name);
  if (!(perMinute > 0 && perMinute < Infinity))
    throw new TypeError('postgresBudget: perMinute must be a number above 0');
  if (concurrent !== undefined && !(concurrent > 0)) {
    throw new TypeError('postgresBudget: concurrent must be a number above 0');
  }
  const atOnce = concurrent === undefined || concurrent >= 2 ** 31 ? null : Math.max(1, Math.floor(concurrent));
  const statement = `
    select granted::text[], lost::text[], wait_ms as wait
    from ${namesIn(schema, limits.name)('budget_ask')}($1, $2, $3, $4, $5, $6, $7::bigint[], $8, $9::interval, $10::interval)`;
  const own = crypto.randomUUID();
  listenTo(pool);
  const holder = budgetHolder({
    lease,
    isFinal: (error) => pool.ending || finalCodes.includes(String(codeOf(error))),
    ask: async ({ number, wanted, kept, hold: ms }) => {
      const connection = await connect(pool, limits, () => undefined);
      try {
        const values = [name, own, number, perMinute, atOnce, wanted, kept, ms, `${minute} ms`, `${lease} ms`];
        const [row] = (await connection.query<Row>(statement, values)).rows;
        connection.letGo(true);
        return row ?? { granted: [], lost: [], wait: 0 };
      } catch (error) {
        connection.letGo(false);
        throw error;
      }
    },
  });
  return { ...holder, migrate: migrating(pool, { ...limits, timeout: 30_000 }, budgetTables(schema, limits)) };
};

/**
 * Limits that processes on any number of machines share by a database: for `polite({ budget })`.
 *
 * All that share a name start no more than `perMinute` requests in any 60 seconds together, and have no more than
 * `concurrent` in flight. A `Retry-After` that one of them is given holds all. A process that is killed, or stands still,
 * gives its share back after some 12 seconds; one that wakes up later aborts its requests. While the database cannot be
 * reached nobody starts anything, and whoever waits goes on waiting. If the limits differ, the smallest counts.
 *
 * Call `migrate()` once before. Each start asks the database, with a connection of the pool that walks do not occupy: give it
 * one more than there are walks, or a pool of its own.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, polite } from 'pagewalk';
 * import { postgresBudget } from 'pagewalk/postgres';
 * import { Pool } from 'pg';
 * import { count, lastValueFrom } from 'rxjs';
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * const budget = postgresBudget(pool, { name: 'objects', perMinute: 5_000, concurrent: 8 });
 * await budget.migrate();
 *
 * const transport = polite({ budget })(axiosTransport({ baseURL: 'https://objects.example.com' }));
 * const client = createClient({ transport });
 * console.log(await lastValueFrom(client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' }).pipe(count())));
 * await pool.end();
 * // Logs:
 * // 2500
 * ```
 *
 * @see polite
 * @since 0.1.0
 */
export const postgresBudget = (pool: Pool, options: PostgresBudgetOptions): PostgresBudget =>
  budgetWith(pool, options, { minute: 60_000, lease: 12_000 });

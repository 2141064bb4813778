import type { Pool, QueryResult } from 'pg';
import type { Budget } from '../../transport/Budget';
import { checkId } from '../../walk/durable/Places';
import { paceOf } from '../../transport/startWindow';
import { codeOf, connect, type Limits, listenTo, serverTimeout } from '../connection';
import { migrating } from '../migrating';
import { literal, namesIn } from '../names';
import { budgetTables } from './budgetTables';
import { type Grant, budgetHolder } from './holder';

/**
 * Options of `postgresBudget`.
 *
 * @since 0.2.0
 */
export interface PostgresBudgetOptions {
  /** The name under which it is shared: that of the service, say. */
  readonly name: string;
  /** The maximum of requests that all together start within any 60 seconds; 0.5 is one in two minutes. */
  readonly perMinute: number;
  /** How many of those may start at once; the others follow evenly. From 1 to `perMinute`. Default a tenth of `perMinute`. */
  readonly burst?: number | undefined;
  /** The maximum of requests that all together have in flight. By default there is none. */
  readonly concurrent?: number | undefined;
  /** The schema in which it is kept. Default `pagewalk`. */
  readonly schema?: string | undefined;
}

/**
 * The budget that `postgresBudget` makes.
 *
 * @since 0.2.0
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

/**
 * Whether asking again cannot help: the server has said why, and it is not about connections, resources, locks, or a server
 * that starts, stops or only reads.
 */
const isFinal = (error: unknown): boolean => {
  const code = String(codeOf(error));
  return /^(?=.*\d)[\dA-Z]{5}$/.test(code) && !/^(?:08|25|40|53|55|57|58)/.test(code);
};

/** A budget whose times are given, for specs that cannot wait for minutes. */
export const budgetWith = (
  pool: Pool,
  { name, perMinute, burst, concurrent, schema = 'pagewalk' }: PostgresBudgetOptions,
  { minute, lease }: BudgetTimes,
): PostgresBudget => {
  const limits: Limits = { name: 'postgresBudget', timeout: 5_000 };
  checkId(name);
  const pace = paceOf(limits.name, perMinute, burst);
  if (concurrent !== undefined && !(concurrent > 0)) {
    throw new TypeError('postgresBudget: concurrent must be a number above 0');
  }
  const atOnce = concurrent === undefined || concurrent >= 2 ** 31 ? null : Math.max(1, Math.floor(concurrent));
  const ask = namesIn(schema, limits.name)('budget_ask');
  const own = crypto.randomUUID();
  listenTo(pool);
  const holder = budgetHolder({
    lease,
    isFinal: (error) => pool.ending || isFinal(error),
    ask: async ({ number, wanted, kept, unused, hold: ms }) => {
      const connection = await connect(pool, limits, () => undefined);
      const values = `${literal(name)}, '${own}', ${number}, ${perMinute}, ${pace.burst}, ${String(atOnce)}, ${wanted}, '{${kept.join()}}', '{${unused.join()}}', ${ms}`;
      const sent = performance.now();
      try {
        // One message, so that no lock outlives a holder that stands still. Read committed, whatever the database's default:
        // what is counted must be what others have left, not what was there before they were waited for.
        const results: unknown = await connection.query(`
          begin isolation level read committed read write;
          set local statement_timeout = ${serverTimeout(limits)};
          select granted::text[], lost::text[], wait_ms as wait, age_ms as age, is_counted as "isCounted" from ${ask}(${values}, '${minute} ms', '${lease} ms');
          commit`);
        connection.letGo(true);
        const row = (results as ReadonlyArray<QueryResult<Grant>>)[2]?.rows[0];
        if (row === undefined) throw new Error(`${limits.name}: the database gave no answer`);
        // The wait for the lock came before they were granted.
        return { ...row, age: performance.now() - sent - row.age };
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
 * `concurrent` in flight. After a `Retry-After` to one of them, all wait. A process that is killed, or stands still,
 * gives its share back within 15 seconds; one that wakes up later aborts its requests. While the database cannot be
 * reached, no request starts, and those that wait keep waiting. If the limits differ, the smallest counts.
 *
 * Call `migrate()` once before. Each start asks the database over a connection of the pool. Give the pool one connection more
 * than there are walks, or give the budget a pool that no walk uses.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, polite } from 'pagewalk';
 * import { postgresBudget } from 'pagewalk/postgres';
 * import { Pool } from 'pg';
 * import { lastValueFrom } from 'rxjs';
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * const budget = postgresBudget(pool, { name: 'objects', perMinute: 5_000, concurrent: 8 });
 * await budget.migrate();
 *
 * const transport = polite({ budget })(axiosTransport({ baseURL: 'https://objects.example.com' }));
 * const client = createClient({ transport });
 * await lastValueFrom(client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee' }));
 * await pool.end();
 * ```
 *
 * @see polite
 * @since 0.2.0
 */
export const postgresBudget = (pool: Pool, options: PostgresBudgetOptions): PostgresBudget =>
  budgetWith(pool, options, { minute: 60_000, lease: 14_000 });

import type { Pool, QueryResult } from 'pg';
import { map, type Observable, Subject } from 'rxjs';
import type { Budget, Permit } from '../../../transport/Budget';
import { checkId } from '../../../walk/durable/Places';
import { learnedRate } from '../../../transport/polite/learnedRate';
import { paceOf } from '../../../transport/polite/paceOf';
import {
  sqlStateOf,
  connect,
  type PostgresConnection,
  databaseOf,
  literal,
  serverTimeout,
} from '../database';
import { migrating } from '../migrating';
import { inOwnTransaction } from '../transaction';
import { budgetTables } from './budgetTables';
import { budgetHolder, type Grant, type Question } from './holder';
import { checkKnown } from '../../../model/optionChecks';

/** Options of `postgresBudget`. @inline */
export interface PostgresBudgetOptions {
  /** The name under which it is shared, such as that of the service. */
  readonly name: string;
  /** The maximum number of requests that start within any 60 seconds, of all processes together; 0.5 is one in two minutes. */
  readonly perMinute: number;
  /** How many of those may start at once; the others follow evenly. From 1 to `perMinute`. Default a tenth of `perMinute`. */
  readonly burst?: number | undefined;
  /** The maximum number of requests in flight, of all processes together. By default there is none. */
  readonly concurrent?: number | undefined;
  /** The schema in which it is kept. Default `pagewalk`. */
  readonly schema?: string | undefined;
}

/** The budget that `postgresBudget` makes. @since 0.2.0 */
export interface PostgresBudget extends Budget {
  /** Creates the schema if it does not exist. Any number of processes may call it at once. */
  migrate(): Promise<void>;
  /** Emits the milliseconds that each question to the database took, with the wait for a connection: for `observeBudget`. */
  readonly asks: Observable<number>;
  /** Returns how many holders of this budget wait for a start, on all machines. */
  waiting(): Promise<number>;
}

/** Milliseconds: the window of `perMinute`, and how long a holder that is not heard of keeps its share. */
export interface BudgetTimes {
  readonly minute: number;
  readonly lease: number;
}

/** Whether asking again cannot help. 0A000 is what a standby says until it is promoted. */
const isFinal = (error: unknown): boolean => {
  const code = String(sqlStateOf(error));
  return /^(?=.*\d)[\dA-Z]{5}$/.test(code) && !/^(?:08|0A|25|40|53|55|57|58)/.test(code);
};

/** How many may be in flight; null where all may. */
const atOnceOf = (concurrent: number | undefined): number | null => {
  if (concurrent !== undefined && !(typeof concurrent === 'number' && concurrent > 0)) {
    throw new TypeError('postgresBudget: concurrent must be a number above 0');
  }
  return concurrent === undefined || concurrent >= 2 ** 31
    ? null
    : Math.max(1, Math.floor(concurrent));
};

/** A budget in a database, and one of those who share it. */
const shareOf = (
  pool: Pool,
  { name, perMinute, burst, concurrent, schema, ...others }: PostgresBudgetOptions,
  times: BudgetTimes,
) => {
  checkKnown('postgresBudget', others);
  checkId(name, 'postgresBudget: name');
  const pace = paceOf('postgresBudget', perMinute, burst);
  return {
    atOnce: atOnceOf(concurrent),
    database: databaseOf(pool, 'postgresBudget', 5_000, schema),
    ...{ times, name, perMinute, burst: pace.burst },
    // Its own name among those who share it.
    own: crypto.randomUUID(),
    // Of unequal limits the smallest counts: what one process learns from refusals slows all who share the budget.
    rate: learnedRate(perMinute),
    asks: new Subject<number>(),
  };
};

type BudgetShare = ReturnType<typeof shareOf>;

/** How many holders of a budget wait for a start. */
const countWaiting = async ({ database, times, name }: BudgetShare): Promise<number> => {
  const text = `select count(*)::integer as count from ${database.named('budget_holders')}
    where name = $1 and waiting > 0 and seen_at >= now() - interval '${times.lease} ms'`;
  const asking = ({ query }: PostgresConnection) => query<{ readonly count: number }>(text, [name]);
  return (await inOwnTransaction(database, asking, 'read only')).rows[0]?.count ?? 0;
};

/**
 * The statements of a question, in one message, so that no lock outlives a holder that stands still. Read committed, whatever the
 * database's default: what is counted must be what others have left, not what was there before they were waited for.
 */
const questionSql = (
  { database, times, name, perMinute, burst, atOnce, own, rate }: BudgetShare,
  { number, wanted, kept, isRelease, unused, hold }: Question,
): string => {
  const { named } = database;
  const begin = `begin isolation level read committed read write; set local statement_timeout = ${serverTimeout(database)};`;
  const limit = rate.perMinute(performance.now());
  const atFirst = Math.max(1, Math.floor((burst * limit) / perMinute));
  const values = `${literal(name)}, '${own}', ${number}, ${limit}, ${atFirst}, ${String(atOnce)}, ${wanted}, '{${kept.join()}}', '{${unused.join()}}', ${hold}`;
  // A transaction before the other, so that it does not wait for the lock that the other may need.
  const release = `
    ${begin}
    set local synchronous_commit = off;
    delete from ${named('budget_permits')} p using ${named('budget_holders')} h
    where p.name = ${literal(name)} and p.holder = '${own}' and not p.id = any('{${[...kept, ...unused].join()}}')
      and h.name = p.name and h.holder = p.holder and h.question < ${number};
    commit;`;
  return `
    ${isRelease ? release : ''}
    ${begin}
    select granted::text[], lost::text[], wait_ms as wait, age_ms as age, is_counted as "isCounted"
    from ${named('budget_ask')}(${values}, '${times.minute} ms', '${times.lease} ms');
    commit`;
};

/** Asks the database. */
const ask = async (share: BudgetShare, question: Question): Promise<Grant> => {
  const began = performance.now();
  const connection = await connect(share.database, () => undefined);
  const sent = performance.now();
  try {
    const results: unknown = await connection.query(questionSql(share, question));
    connection.letGo(true);
    const row = (results as ReadonlyArray<QueryResult<Grant>>).at(-2)?.rows[0];
    if (row === undefined) throw new Error(`postgresBudget: the database returned no row`);
    // The wait for the lock came before they were granted.
    return { ...row, age: performance.now() - sent - row.age };
  } catch (error) {
    connection.letGo(false);
    throw error;
  } finally {
    share.asks.next(performance.now() - began);
  }
};

/** Lets a rate learn from the answers to those who start. A request that was refused says so before it is over. */
const learning = (rate: BudgetShare['rate'], holder: Budget): Budget => {
  let refusals = 0;
  const counted = (permit: Permit): Permit => ({
    ...permit,
    release: (isUnused) => {
      permit.release(isUnused);
      if (isUnused) return;
      if (refusals > 0) refusals -= 1;
      else rate.answered(false, performance.now());
    },
  });
  return {
    start: () => holder.start().pipe(map(counted)),
    hold: (ms, isRefusal) => {
      if (isRefusal) {
        refusals += 1;
        rate.answered(true, performance.now());
      }
      holder.hold(ms);
    },
  };
};

/** A budget whose times are given, for specs that cannot wait for minutes. */
export const budgetWith = (
  pool: Pool,
  options: PostgresBudgetOptions,
  times: BudgetTimes,
): PostgresBudget => {
  const share = shareOf(pool, options, times);
  const { database, rate, asks } = share;
  const holder = budgetHolder({
    lease: times.lease,
    isFinal: (error) => pool.ending || isFinal(error),
    ask: (question) => ask(share, question),
  });
  return {
    ...learning(rate, holder),
    asks,
    waiting: () => countWaiting(share),
    migrate: migrating({ ...database, timeout: 30_000 }, budgetTables(database)).migrate,
  };
};

/**
 * Limits that processes on any number of machines share through a database: for `polite({ budget })`.
 *
 * After a `Retry-After` to one of those that share a name, all wait. Where more than a tenth of the answers to one of them were refusals, all start fewer for a while. A process that is killed, or stands still, gives its
 * share back within 15 seconds; one that wakes up later aborts its requests. While the database cannot be reached, no request
 * starts, and those that wait keep waiting. If the limits differ, the smallest counts. It works with PostgreSQL 14 to 18.
 * Call `migrate()` once before. Each start asks the database: give the pool one connection more than there are walks.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, polite } from 'pagewalk';
 * import { postgresBudget } from 'pagewalk/postgres';
 * import { Pool } from 'pg';
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * const budget = postgresBudget(pool, { name: 'objects', perMinute: 5_000, concurrent: 8 });
 * await budget.migrate();
 * const transport = polite({ budget })(axiosTransport({ baseURL: 'https://objects.example.com' }));
 * const client = createClient({ transport });
 * await pool.end();
 * ```
 *
 * @since 0.2.0
 */
export const postgresBudget = (pool: Pool, options: PostgresBudgetOptions): PostgresBudget =>
  budgetWith(pool, options, { minute: 60_000, lease: 14_000 });

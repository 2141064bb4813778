import type { ObservableResult } from '@opentelemetry/api';
import { type Observable, Subscription } from 'rxjs';
import { instrumentsOf, type MeterOptions } from './OtelOptions';

/** What is measured of a budget, as `postgresBudget` tells it. @inline */
interface Measured {
  readonly asks: Observable<number>;
  waiting(): Promise<number>;
}

/**
 * Measures what a `postgresBudget` costs, and how many wait for it.
 *
 * | metric                            | kind      | what it is                                                             |
 * | --------------------------------- | --------- | ---------------------------------------------------------------------- |
 * | `pagewalk.budget.ask.duration`    | histogram | seconds of one question to the database, with the wait for a connection |
 * | `pagewalk.budget.holders.waiting` | gauge     | processes that wait for a start, on all machines                       |
 *
 * If there are several, tell them apart by `attributes`. Unsubscribe before you end the pool.
 *
 * @example
 * ```ts
 * import { observeBudget } from 'pagewalk/otel';
 * import { postgresBudget } from 'pagewalk/postgres';
 * import { Pool } from 'pg';
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * const budget = postgresBudget(pool, { name: 'objects', perMinute: 5_000 });
 * observeBudget(budget, { attributes: { 'service.peer.name': 'objects' } });
 * ```
 *
 * @see observeLimits
 * @since 1.0.0
 */
export const observeBudget = (budget: Measured, options: MeterOptions = {}): Subscription => {
  const made = instrumentsOf('observeBudget', options);
  const duration = made.duration(
    'pagewalk.budget.ask.duration',
    'Time of one question to the store of a budget',
  );
  const waiting = made.observed(
    'pagewalk.budget.holders.waiting',
    '{holder}',
    'Processes that wait for a start',
  );
  const measure = async (result: ObservableResult): Promise<void> => {
    result.observe(await budget.waiting(), options.attributes);
  };
  waiting.addCallback(measure);
  const subscription = new Subscription(() => waiting.removeCallback(measure));
  subscription.add(budget.asks.subscribe((ms) => duration.record(ms / 1_000, options.attributes)));
  return subscription;
};

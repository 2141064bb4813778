import { Pool } from 'pg';
import { lastValueFrom } from 'rxjs';
import {
  budgetWith,
  type BudgetTimes,
  type PostgresBudgetOptions,
} from '../../../../src/stores/postgres/budget/postgresBudget';
import { fetchTransport, polite } from '../../../../src/index';

export interface BudgetTask {
  readonly url: string;
  readonly service: string;
  readonly options: PostgresBudgetOptions;
  readonly times: BudgetTimes;
  /** Requests that it would like to have in flight. */
  readonly lanes: number;
}

/** Sends requests as fast as a budget lets it, until it is killed. */
const { url, service, options, times, lanes } = JSON.parse(process.argv[2] ?? '') as BudgetTask;
const pool = new Pool({ connectionString: url, max: 1 });
const send = polite({ budget: budgetWith(pool, options, times) })(
  fetchTransport({ baseURL: service, timeout: 5_000 }),
);

const lane = async (): Promise<void> => {
  for (;;) await lastValueFrom(send({ method: 'GET', url: '/', headers: {} }));
};

process.stdout.write('ready\n');
for (let index = 0; index < lanes; index += 1) void lane();

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  budgetWith,
  type BudgetTimes,
} from '../../../../src/stores/postgres/budget/postgresBudget';
import { mostWithin } from '../../../transport/support/mostWithin';
import { startWorker, type Worker } from '../../../support/startWorker';
import { withDatabase } from './withDatabase';

export interface FleetOptions {
  readonly perMinute: number;
  readonly concurrent: number;
  readonly times: BudgetTimes;
  /** Milliseconds that the service takes for an answer. */
  readonly latency: number;
}

export interface Fleet {
  readonly workers: Array<Worker>;
  /** Starts another worker. */
  readonly begin: () => Promise<Worker>;
  /** When requests came, in milliseconds of `performance.now()`. */
  readonly starts: ReadonlyArray<number>;
  /** How many requests the service had at most at once. */
  readonly mostAtOnce: () => number;
  /** How many requests were above a limit, and refused with 429. */
  readonly refused: () => number;
}

/** Five processes that share one budget, and a service that refuses what is above its limits. */
export const withFleet = (
  { perMinute, concurrent, times, latency }: FleetOptions,
  use: (fleet: Fleet) => Promise<void>,
): Promise<void> =>
  withDatabase(async ({ url, pool }) => {
    const options = { name: 'service', perMinute, concurrent };
    await budgetWith(pool, options, times).migrate();
    const starts: Array<number> = [];
    let atOnce = 0;
    let most = 0;
    let refused = 0;
    const service = createServer((_request, response) => {
      const now = performance.now();
      starts.push(now);
      atOnce += 1;
      most = Math.max(most, atOnce);
      const isAbove =
        atOnce > concurrent || mostWithin(starts.slice(-perMinute - 1), times.minute) > perMinute;
      if (isAbove) refused += 1;
      setTimeout(() => {
        atOnce -= 1;
        response.writeHead(isAbove ? 429 : 200).end('{}');
      }, latency);
    });
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const workers: Array<Worker> = [];
    const begin = async (): Promise<Worker> => {
      const task = { url, service: address, options, times, lanes: concurrent };
      const worker = startWorker('spec/stores/postgres/support/budgetWorker.ts', task);
      workers.push(worker);
      await worker.said(/ready/);
      return worker;
    };
    try {
      await Promise.all([1, 2, 3, 4, 5].map(begin));
      await use({ workers, begin, starts, mostAtOnce: () => most, refused: () => refused });
    } finally {
      for (const worker of workers) worker.signal('SIGKILL');
      await Promise.all(workers.map((worker) => worker.ended()));
      service.closeAllConnections();
      service.close();
    }
  });

/**
 * How many of the starts of a limit are used while many holders wait for them, and how evenly: `npm run bench:holders`. Each
 * holder would like five starts a second, unless `--per-second` says how many all may have. With `--concurrent 1,10,100`,
 * requests in flight are limited as well, and a commit takes 6 ms, as it does on many disks.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { lastValueFrom, Subject, takeUntil } from 'rxjs';
import { startEmbedded } from '../scripts/startPostgres.mjs';
import { postgresBudget } from '../src/postgres/budget/postgresBudget';
import type { Budget } from '../src/transport/Budget';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    holders: { type: 'string' },
    'per-second': { type: 'string' },
    concurrent: { type: 'string' },
    connections: { type: 'string' },
  },
});
const numbersIn = (list: string): ReadonlyArray<number> => list.split(',').map(Number);
const isLimited = given.concurrent !== undefined;
const seconds = Number(given.seconds);
const fixed = given['per-second'] ?? (isLimited ? '30' : undefined);
const slow = { commit_delay: '6000', commit_siblings: '0', fsync: 'on' };

const pause = (of: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, of * 1_000));

const measure = async (pool: Pool, holders: number, concurrent?: number): Promise<void> => {
  const perSecond = fixed === undefined ? 5 * holders : Number(fixed);
  const budgets = Array.from({ length: holders }, () =>
    postgresBudget(pool, {
      name: `${holders} holders, ${String(concurrent)}, ${pool.options.max}`,
      perMinute: perSecond * 60,
      burst: 1 + Math.floor(perSecond / 10),
      concurrent,
    }),
  );
  await budgets[0]?.migrate();
  // As autovacuum does: statistics know nothing of a name that is new.
  await pool.query('analyze');
  const counts = budgets.map(() => 0);
  const waits: Array<number> = [];
  const over = new Subject<void>();
  const use = async (budget: Budget, index: number): Promise<void> => {
    for (;;) {
      const began = performance.now();
      const permit = await lastValueFrom(budget.start().pipe(takeUntil(over)), { defaultValue: undefined });
      if (permit === undefined) return;
      waits.push(performance.now() - began);
      counts[index] = (counts[index] ?? 0) + 1;
      permit.release();
    }
  };
  const running = budgets.map(use);
  // Each new connection plans its statements first.
  await pause(5);
  counts.fill(0);
  waits.length = 0;
  const cpu = process.cpuUsage();
  await pause(seconds);
  over.next();
  const spent = process.cpuUsage(cpu);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const limits = isLimited ? `, ${String(concurrent)} at once, ${pool.options.max} connections` : '';
  process.stdout.write(
    `${holders} holders${limits}: ${(total / seconds).toFixed(1)} of ${perSecond} starts a second; each ${Math.min(...counts)} to ` +
      `${Math.max(...counts)}; longest wait ${(Math.max(...waits) / 1_000).toFixed(1)} s; ` +
      `CPU ${((spent.user + spent.system) / 1e6).toFixed(1)} s\n`,
  );
  await Promise.all(running);
  // Until all have said that they do not wait any more.
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
    await new Promise((resolve) => setTimeout(resolve, 100));
};

const main = async (): Promise<void> => {
  const server = await startEmbedded(isLimited ? slow : { fsync: 'off' });
  for (const max of numbersIn(given.connections ?? (isLimited ? '16,100' : '20'))) {
    const pool = new Pool({ connectionString: server.url, max });
    for (const concurrent of given.concurrent === undefined ? [undefined] : numbersIn(given.concurrent)) {
      for (const holders of numbersIn(given.holders ?? (isLimited ? '20,200' : '10,50,100,200'))) {
        await measure(pool, holders, concurrent);
      }
    }
    await pool.end();
  }
  await server.stop();
  process.exit(0);
};

void main();

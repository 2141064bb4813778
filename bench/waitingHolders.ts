/**
 * How many of the starts of a limit are used while many holders wait for them, and how evenly: `npm run bench:holders`. Each
 * holder would like five starts a second.
 */
import { Pool } from 'pg';
import { firstValueFrom } from 'rxjs';
import { startPostgres } from '../scripts/startPostgres.mjs';
import { postgresBudget } from '../src/postgres/budget/postgresBudget';
import type { Budget } from '../src/transport/Budget';

const seconds = Number(process.argv[2] ?? 10);
const fixed = process.argv[3] === undefined ? undefined : Number(process.argv[3]);
const main = async (): Promise<void> => {
  const server = await startPostgres({ fsync: 'off' });
  const pool = new Pool({ connectionString: server.url, max: 20 });

  for (const holders of [10, 50, 100, 200]) {
    const perSecond = fixed ?? 5 * holders;
    const budgets = Array.from({ length: holders }, () =>
      postgresBudget(pool, {
        name: `${holders} holders`,
        perMinute: perSecond * 60,
        burst: 1 + Math.floor(perSecond / 10),
      }),
    );
    await budgets[0]?.migrate();
    const counts = budgets.map(() => 0);
    const waits: Array<number> = [];
    let end = Infinity;
    const isOver = (): boolean => performance.now() >= end;
    const use = async (budget: Budget, index: number): Promise<void> => {
      while (!isOver()) {
        const began = performance.now();
        const permit = await firstValueFrom(budget.start());
        if (isOver()) {
          permit.release(true);
          return;
        }
        waits.push(performance.now() - began);
        counts[index] = (counts[index] ?? 0) + 1;
        permit.release();
      }
    };
    const cpu = process.cpuUsage();
    const running = budgets.map(use);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    end = 0;
    const spent = process.cpuUsage(cpu);
    const total = counts.reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${holders} holders: ${(total / seconds).toFixed(0)} of ${perSecond} starts a second; each ${Math.min(...counts)} to ` +
        `${Math.max(...counts)}; longest wait ${(Math.max(...waits) / 1_000).toFixed(1)} s; ` +
        `CPU ${((spent.user + spent.system) / 1e6).toFixed(1)} s\n`,
    );
    await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, 5_000))]);
  }
  await pool.end().catch(() => undefined);
  await server.stop();
  process.exit(0);
};

void main();

import { expect } from 'chai';
import type { Pool } from 'pg';
import { firstValueFrom } from 'rxjs';
import { postgresBudget } from '../../../../src/stores/postgres/budget/postgresBudget';

interface Rush {
  readonly holders: number;
  /** How many starts each of them waits for at once. */
  readonly lanes?: number;
  /** Whether enough has started. */
  readonly until: (seen: { readonly starts: number }) => boolean;
}

/** What each of many holders starts that wait all the time. */
export const startsOf = async (
  pool: Pool,
  { holders, lanes = 1, until }: Rush,
): Promise<ReadonlyArray<number>> => {
  const options = { name: `${holders} holders of ${lanes}`, perMinute: 600, burst: 5 };
  const budgets = Array.from({ length: holders }, () => postgresBudget(pool, options));
  await budgets[0]?.migrate();
  const counts = budgets.map(() => 0);
  let starts = 0;
  await Promise.all(
    Array.from({ length: holders * lanes }, async (_, lane) => {
      const index = lane % holders;
      const budget = budgets[index] ?? expect.fail('no budget');
      while (!until({ starts })) {
        const permit = await firstValueFrom(budget.start());
        if (!until({ starts })) {
          counts[index] = (counts[index] ?? 0) + 1;
          starts += 1;
        }
        permit.release();
      }
    }),
  );
  return counts;
};

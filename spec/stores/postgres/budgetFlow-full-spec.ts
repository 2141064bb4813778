import { expect } from 'chai';
import { firstValueFrom } from 'rxjs';
import { budgetHolder, type Question } from '../../../src/stores/postgres/budget/holder';
import { budgetWith, postgresBudget } from '../../../src/stores/postgres/budget/postgresBudget';
import { pause } from '../../support/collect';
import { startsOf } from './support/startsOf';
import { withDatabase } from './support/withDatabase';

describe('law 35: a budget that many wait for', () => {
  it('sixty holders get some of its starts each, of the first ninety', () =>
    withDatabase(async ({ pool }) => {
      const counts = await startsOf(pool, { holders: 60, until: ({ starts }) => starts >= 90 });
      expect(Math.min(...counts), 'nobody waits three times as long as another').to.be.at.least(1);
      expect(Math.max(...counts)).to.be.at.most(6);
    }, 20));

  it('so do six of which each waits for many starts, of the first sixty', () =>
    withDatabase(async ({ pool }) => {
      const counts = await startsOf(pool, {
        holders: 6,
        lanes: 20,
        until: ({ starts }) => starts >= 60,
      });
      expect(Math.max(...counts) / Math.min(...counts)).to.be.at.most(3);
    }, 20));

  it('no more than a burst leaves together, however many wait', () =>
    withDatabase(async ({ pool, rows }) => {
      const budget = budgetWith(
        pool,
        { name: 'b', perMinute: 40, burst: 4 },
        { minute: 5_000, lease: 14_000 },
      );
      await budget.migrate();
      await Promise.all(
        Array.from({ length: 30 }, async () => {
          (await firstValueFrom(budget.start())).release();
        }),
      );
      // By the clock of the database, in slots of 100 ms: answers may arrive late, and then together.
      const [slots] = await rows('select max(starts) as most from pagewalk.budget_starts');
      expect(slots?.most).to.be.at.most(4 + 1);
    }));

  it('who waits is counted and asks, and who is done lets others start, while the lock of the budget is taken', () =>
    withDatabase(async ({ pool, rows }) => {
      const [one, other] = [1, 2].map(() =>
        postgresBudget(pool, { name: 'b', perMinute: 6_000, concurrent: 1 }),
      );
      if (!one || !other) throw new Error('no budgets');
      await one.migrate();
      const permit = await firstValueFrom(one.start());
      const waiting = firstValueFrom(other.start());
      const until = async (isSo: () => Promise<boolean>): Promise<void> => {
        const began = Date.now();
        while (!(await isSo())) {
          if (Date.now() - began > 60_000) expect.fail(String(isSo));
          await pause(10);
        }
      };
      await until(async () => (await other.waiting()) === 1);
      const client = await pool.connect();
      try {
        await client.query('begin; select from pagewalk.budgets for update');
        const asked = 'select max(question)::integer as asked from pagewalk.budget_holders';
        const before = Number((await rows(asked))[0]?.asked);
        await until(async () => Number((await rows(asked))[0]?.asked) > before + 2);
        permit.release();
        await until(async () => (await rows('select from pagewalk.budget_permits')).length === 0);
      } finally {
        await client.query('rollback');
        client.release();
      }
      (await waiting).release();
      expect(await other.waiting()).to.equal(0);
    }));

  it('a start that is not sent is given back, and counts for nobody', () =>
    withDatabase(async ({ pool, rows }) => {
      const budget = postgresBudget(pool, { name: 'b', perMinute: 30, burst: 30 });
      await budget.migrate();
      const permits = await Promise.all(
        Array.from({ length: 10 }, () => firstValueFrom(budget.start())),
      );
      for (const [index, permit] of permits.entries()) permit.release(index < 7);
      const starts = async (): Promise<number> =>
        Number((await rows('select sum(starts) as starts from pagewalk.budget_starts'))[0]?.starts);
      while ((await starts()) > 3) await pause(20);
      expect(await starts()).to.equal(3);
    }));

  const holderWith = (
    ask: (
      question: Question,
    ) => Promise<{ readonly granted: ReadonlyArray<string>; readonly age: number }>,
  ) => {
    const questions: Array<Question> = [];
    const holder = budgetHolder({
      lease: 12_000,
      isFinal: () => false,
      ask: async (question) => {
        questions.push(question);
        return { lost: [], wait: 1_000, isCounted: false, ...(await ask(question)) };
      },
    });
    return { holder, questions };
  };

  it('what was granted too long ago, or for somebody who left, goes back with the next question', async () => {
    const answers = [
      { granted: ['1', '2'], age: 2_500 },
      { granted: ['3', '4'], age: 1_500 },
    ];
    const { holder, questions } = holderWith(() =>
      Promise.resolve(answers.shift() ?? { granted: [], age: 0 }),
    );
    const permit = await firstValueFrom(holder.start());
    while (questions.length < 3) await pause(1);
    expect(questions[1]?.unused).to.deep.equal(['1', '2']);
    expect(questions[2]?.unused, 'one was for nobody').to.deep.equal(['4']);
    permit.release(true);
    while (questions.length < 4) await pause(1);
    expect(questions.at(-1)?.unused).to.deep.equal(['3']);
  });

  it('an error of the database that no waiting makes better ends those who wait', () =>
    withDatabase(async ({ pool, rows }) => {
      const budget = postgresBudget(pool, { name: 'b', perMinute: 60 });
      await budget.migrate();
      await rows('alter table pagewalk.budget_starts add check (starts > 1000)');
      expect(await firstValueFrom(budget.start()).then(() => 'no error', String)).to.include(
        'check constraint',
      );
    }));
});

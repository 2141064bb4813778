import { expect } from 'chai';
import { Pool } from 'pg';
import { firstValueFrom, lastValueFrom, NEVER, takeUntil, timer } from 'rxjs';
import { budgetHolder, type Question } from '../../../src/stores/postgres/budget/holder';
import {
  budgetWith,
  postgresBudget,
  type PostgresBudget,
} from '../../../src/stores/postgres/budget/postgresBudget';
import { type Permit, polite } from '../../../src/index';
import { pause } from '../../support/collect';
import { withProxy } from './support/startProxy';
import { withDatabase } from './support/withDatabase';

const options = { name: 'service', perMinute: 1_000 };
const times = { minute: 60_000, lease: 14_000 };

const start = (budget: PostgresBudget): Promise<Permit> => firstValueFrom(budget.start());

/** A permit, if one comes within a time; then nobody waits for it any more. */
const startWithin = (budget: PostgresBudget, ms: number): Promise<Permit | undefined> =>
  lastValueFrom(budget.start().pipe(takeUntil(timer(ms))), { defaultValue: undefined });

describe('postgresBudget', () => {
  it('law 30: all who share a name have no more than `concurrent` in flight, and everybody comes to an end', () =>
    withDatabase(async ({ pool }) => {
      const budgets = [1, 2, 3].map(() => postgresBudget(pool, { ...options, concurrent: 3 }));
      await Promise.all(budgets.map((budget) => budget.migrate()));
      let inFlight = 0;
      let most = 0;
      const done = budgets.map(() => 0);
      const use = async (index: number): Promise<void> => {
        const budget = budgets[index] ?? expect.fail('no budget');
        for (let turn = 0; turn < 6; turn += 1) {
          const permit = await start(budget);
          inFlight += 1;
          most = Math.max(most, inFlight);
          do await pause(50);
          while (most < 3);
          inFlight -= 1;
          permit.release();
          done[index] = (done[index] ?? 0) + 1;
        }
      };
      await Promise.all(budgets.flatMap((_, index) => [use(index), use(index)]));
      expect(done).to.deep.equal([12, 12, 12]);
      expect(most).to.equal(3);
    }));

  for (const isolation of ['repeatable read', 'serializable']) {
    it(`law 30: so it is though ${isolation} is the default of the database`, () =>
      withDatabase(async ({ url, pool }) => {
        const database = new URL(url).pathname.slice(1);
        await pool.query(
          `alter database ${database} set default_transaction_isolation = '${isolation}'`,
        );
        const fresh = new Pool({ connectionString: url, max: 4 });
        const client = await fresh.connect();
        try {
          const one = postgresBudget(fresh, { ...options, concurrent: 1 });
          await one.migrate();
          (await start(one)).release();
          while ((await client.query('select from pagewalk.budget_permits')).rowCount !== 0)
            await pause(10);
          // Another holder is granted the only permit, and its statement takes a while.
          await client.query('begin isolation level read committed');
          const { rows } = await client.query<{ readonly granted: ReadonlyArray<unknown> }>(
            `select granted from pagewalk.budget_ask('service', gen_random_uuid(), 1, 1000, 100, 1, 1, '{}', '{}', 0, '1 min', '12 s')`,
          );
          expect(rows[0]?.granted).to.have.length(1);
          const second = startWithin(one, 1_500);
          await pause(500);
          await client.query('commit');
          expect(await second).to.equal(undefined);
        } finally {
          client.release();
          await fresh.end();
        }
      }));
  }

  it('law 30: they start no more than `perMinute` in any minute, whichever of them asks', () =>
    withDatabase(async ({ pool }) => {
      const minute = 1_000;
      const budgets = [1, 2, 3].map(() =>
        budgetWith(pool, { ...options, perMinute: 5, burst: 5 }, { ...times, minute }),
      );
      await budgets[0]?.migrate();
      const starts: Array<number> = [];
      const began = performance.now();
      const use = async (budget: PostgresBudget): Promise<void> => {
        while (performance.now() - began < 5_000) {
          const permit = await startWithin(budget, 5_000 - (performance.now() - began));
          if (permit === undefined) return;
          starts.push(performance.now());
          permit.release();
        }
      };
      await Promise.all(budgets.map(use));
      expect(starts).to.not.be.empty;
      for (const first of starts) {
        const within = starts.filter((at) => at >= first && at < first + minute);
        expect(within.length).to.be.at.most(5);
      }
    }));

  it('law 30: of unequal limits under one name the smallest counts; another name is another budget', () =>
    withDatabase(async ({ pool }) => {
      const generous = postgresBudget(pool, { ...options, concurrent: 10 });
      const strict = postgresBudget(pool, { ...options, concurrent: 1 });
      await generous.migrate();
      const permit = await start(strict);
      expect(await startWithin(generous, 300)).to.equal(undefined);
      (await start(postgresBudget(pool, { ...options, name: 'other', concurrent: 1 }))).release();
      permit.release();
      (await start(generous)).release();
    }));

  it('law 30: a Retry-After that one is given holds all within a second, those who wait already included', () =>
    withDatabase(async ({ pool }) => {
      const [one, other] = [postgresBudget(pool, options), postgresBudget(pool, options)];
      await one.migrate();
      (await start(one)).release();
      const began = performance.now();
      one.hold(1_500);
      const isHeld = 'select from pagewalk.budgets where held_until > now()';
      while ((await pool.query(isHeld)).rowCount === 0) await pause(1);
      (await start(other)).release();
      expect(performance.now() - began).to.be.at.least(1_450);
    }));

  it('law 15: five refusals lower the limit of the one that was refused, and the smallest counts for all', () =>
    withDatabase(async ({ pool }) => {
      const budget = postgresBudget(pool, options);
      await budget.migrate();
      const limits = async (): Promise<unknown> => {
        (await start(budget)).release();
        return (
          await pool.query('select round(per_minute) as rate, burst from pagewalk.budget_holders')
        ).rows[0];
      };
      expect(await limits()).to.deep.equal({ rate: 1_000, burst: 100 });
      budget.hold(1, false);
      expect(await limits()).to.deep.equal({ rate: 1_000, burst: 100 });
      for (let refusals = 0; refusals < 4; refusals += 1) budget.hold(1, true);
      expect(await limits()).to.deep.equal({ rate: 1_000, burst: 100 });
      budget.hold(1, true);
      expect(await limits())
        .to.have.property('rate')
        .within(500, 600);
      budget.hold(1, true);
      expect(await limits())
        .to.have.property('burst')
        .within(50, 60);
    }));

  it('issue 63: a hold of an hour stays where a shorter one follows, also in tables of the version before', () =>
    withDatabase(async ({ pool, rows }) => {
      const [one, other] = [1, 2].map(() => postgresBudget(pool, options));
      await one?.migrate();
      await rows(`alter table pagewalk.budgets drop column held_for`);
      await rows(`update pagewalk.versions set version = 5 where made = 'budgets'`);
      await other?.migrate();
      one?.hold(3_600_000);
      const isHeld = (minutes: number) =>
        rows(`select from pagewalk.budgets where held_until > now() + interval '${minutes} min'`);
      while ((await isHeld(59)).length === 0) await pause(20);
      other?.hold(1_000);
      const asked = `select from pagewalk.budget_holders where question >= 1`;
      while ((await rows(asked)).length < 2) await pause(20);
      expect(await isHeld(59)).to.have.length(1);
      // And a clock that was set back does not make more of it.
      await rows(`update pagewalk.budgets set held_until = now() + interval '1 day'`);
      other?.hold(2_000);
      while ((await isHeld(61)).length > 0) await pause(20);
      expect(await isHeld(59)).to.have.length(1);
    }));

  it('a step back of the clock of the database, or another server after a failover, holds nobody for longer than a window', () =>
    withDatabase(async ({ pool, rows }) => {
      const short = { minute: 1_000, lease: 1_000 };
      const budget = budgetWith(pool, { ...options, perMinute: 1, concurrent: 1 }, short);
      await budget.migrate();
      await start(budget);
      // As if all of it had happened an hour ahead, and its holder were gone.
      await rows(
        `update pagewalk.budget_holders set holder = gen_random_uuid(), seen_at = seen_at + interval '1 hour'`,
      );
      await rows(
        `update pagewalk.budget_permits p set holder = h.holder from pagewalk.budget_holders h`,
      );
      await rows(`update pagewalk.budget_starts set slot = slot + 36000`);
      await rows(`update pagewalk.budgets set held_until = now() + interval '1 hour'`);
      const other = budgetWith(pool, { ...options, perMinute: 1, concurrent: 1 }, short);
      let isStarted = false;
      const started = start(other).then(() => (isStarted = true));
      const isBounded = `select from pagewalk.budgets where held_until <= now() + interval '10 min'`;
      while ((await rows(isBounded)).length === 0) await pause(20);
      expect(isStarted).to.equal(false);
      await rows(`update pagewalk.budgets set held_until = now()`);
      await started;
    }));

  it('law 30: a hold that comes while the store is asked reaches it at once, however long its answer says to wait', async () => {
    const holds: Array<number> = [];
    const holder = budgetHolder({
      lease: 1e9,
      isFinal: () => false,
      ask: async ({ hold }: Question) => {
        holds.push(hold);
        await pause(50);
        return { granted: [], lost: [], wait: 1e8, age: 0, isCounted: false };
      },
    });
    const waiting = holder.start().subscribe();
    while (holds.length === 0) await pause(1);
    holder.hold(1e8);
    while (holds.length === 1) await pause(1);
    waiting.unsubscribe();
    expect(holds[1]).to.be.above(0);
  });

  it('law 30: a holder that is not heard of gives its share back, and aborts its requests', () =>
    withDatabase(({ url, pool }) =>
      withProxy(url, 1, async (still, proxy) => {
        const lease = 1_500;
        const stopped = budgetWith(still, { ...options, concurrent: 1 }, { ...times, lease });
        const other = budgetWith(pool, { ...options, concurrent: 1 }, { ...times, lease });
        await stopped.migrate();
        let aborted: unknown;
        await new Promise<void>((resolve, reject) => {
          const send = polite({ budget: stopped })(() => {
            // Not before it is sent: what the database has granted may still be on its way.
            proxy.pass({ forth: () => undefined, back: () => undefined });
            resolve();
            return NEVER;
          });
          send({ method: 'GET', url: '/', headers: {} }).subscribe({
            next: (result) => (aborted = result),
            error: reject,
          });
        });
        (await start(other)).release();
        // What is due by now gets its turn: both share a process here, which may have stood still.
        await pause(1);
        expect(aborted, 'before anybody else starts').to.have.nested.property(
          'left._tag',
          'NetworkFailure',
        );
        expect(aborted).to.have.nested.property('left.reason').that.includes('share of the budget');
      }),
    ));

  it('law 30: while the database is away nobody starts anything, and those who wait keep waiting', () =>
    withDatabase(({ url }) =>
      withProxy(url, 2, async (away, proxy) => {
        const budget = postgresBudget(away, options);
        await budget.migrate();
        (await start(budget)).release();
        proxy.refuse(true);
        let granted = 0;
        const waiting = [1, 2].map(async () => {
          const permit = await start(budget);
          granted += 1;
          permit.release();
        });
        await pause(1_000);
        expect(granted).to.equal(0);
        proxy.refuse(false);
        await Promise.all(waiting);
      }),
    ));

  it('gives back what it was granted for somebody who left, and asks nothing more when nobody waits', () =>
    withDatabase(async ({ pool }) => {
      const make = () => postgresBudget(pool, { ...options, concurrent: 1 });
      const [one, other] = [make(), make()];
      await one.migrate();
      for (let turn = 0; turn < 5; turn += 1) {
        const leaving = one.start().subscribe((permit) => permit.release());
        await pause(turn * 3);
        leaving.unsubscribe();
        (await start(other)).release();
      }
      const questions = async (): Promise<unknown> =>
        (await pool.query<{ sum: unknown }>('select sum(question) from pagewalk.budget_holders'))
          .rows[0]?.sum;
      const permits = async (): Promise<unknown> =>
        (await pool.query('select from pagewalk.budget_permits')).rowCount;
      while ((await permits()) !== 0) await pause(20);
      const isQuiet = async (): Promise<boolean> => {
        const before = await questions();
        await pause(300);
        return (await questions()) === before;
      };
      // The last question of either may still be on its way.
      expect((await isQuiet()) || (await isQuiet())).to.equal(true);
    }));

  it('says what to do where migrate was not called, and refuses limits that are none', () =>
    withDatabase(async ({ pool }) => {
      expect(await start(postgresBudget(pool, options)).then(() => 'no error', String)).to.include(
        'migrate()',
      );
      for (const [option, ...wrong] of [
        ['perMinute', 0, NaN, Infinity, 1e19, 5e-324],
        ['burst', 0, 1_001, 1.5],
        ['concurrent', 0],
        ['name', ''],
      ] as const) {
        for (const value of wrong) {
          expect(
            () => postgresBudget(pool, { ...options, [option]: value }),
            `${option} ${value}`,
          ).to.throw(TypeError);
        }
      }
    }));
});

import { expect } from 'chai';
import { seededRandom } from '../../../src/service/store/random';
import { pause } from '../../support/collect';
import { seed } from '../../support/seed';
import { startWorker } from '../../support/startWorker';
import { startNightsService } from './nightsService';
import type { NightsTask } from './nightsWorker';

export const strategies = ['plain', 'rising', 'falling', 'newestFirst', 'delta'] as const;

/** The version of each object that was copied. */
export type Copies = ReadonlyMap<number, number>;

const nights = 30;

/**
 * Thirty nights of a strategy over a store, against the truth. In each the objects change while workers are killed. What was there all
 * the time must be copied, and what was gone before must not; a second run, in which nothing changes, must bring exactly what is there.
 * It returns what happened.
 */
export const spendNights = async (
  task: Omit<NightsTask, 'service' | 'id'>,
  copies: () => Promise<Copies>,
): Promise<string> => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const service = await startNightsService(200);
  const seesDeletions = task.strategy === 'plain' || task.strategy === 'delta';
  const live = () => service.things().filter(({ isGone }) => !isGone);
  const count = { kills: 0, midway: 0, changes: 0 };

  const change = (): void => {
    count.changes += 1;
    const kind = below(8);
    const there = live();
    const { id } = there[below(there.length)] ?? expect.fail();
    if (kind === 0 && there.length < 230) service.insert();
    else if (kind === 1 && seesDeletions && there.length > 150) service.remove(id);
    else service.change(id);
  };

  const walk = async (id: string, kills: number): Promise<void> => {
    const start = () =>
      startWorker('spec/stores/support/nightsWorker.ts', { ...task, id, service: service.url });
    for (let kill = 0; kill < kills; kill += 1) {
      const worker = start();
      if (random() < 0.8) await worker.said(/^(kept|end)$/);
      await Promise.race([pause(90 * random()), worker.ended()]);
      worker.signal('SIGKILL');
      if ((await worker.ended()) === 'SIGKILL') count.kills += 1;
      if (worker.lines.includes('kept')) count.midway += 1;
      expect(worker.lines.filter((line) => !/^(kept|end)$/.test(line))).to.deep.equal([]);
      if (random() < 0.2) service.expireCursors();
    }
    const last = start();
    await last.ended();
    expect(last.lines.at(-1), last.lines.join()).to.equal('end');
  };

  try {
    for (let night = 0; night <= nights; night += 1) {
      const idOf = (name: string): string =>
        task.strategy === 'plain' ? `${name} ${night}` : 'things';
      // Before the first night everything is copied once.
      if (night === 0) {
        await walk(idOf('first'), 0);
        continue;
      }
      const before = new Map(service.things().map(({ id, isGone }) => [id, isGone]));
      // Over files nothing is swept with `delta`: what went while a token was too old would stay.
      if (task.store !== 'files' && random() < 0.2) service.expireTokens();
      const changing = setInterval(change, 9);
      await walk(idOf('noisy'), 1);
      clearInterval(changing);
      const noisy = await copies();
      for (const { id, isGone } of service.things()) {
        if (before.get(id) === false && !isGone)
          expect(noisy.has(id), `${id} was there all of night ${night}`).to.equal(true);
        if (before.get(id) === true)
          expect(noisy.has(id), `${id} was gone before night ${night}`).to.equal(false);
      }
      await walk(idOf('quiet'), below(2));
      const truth = new Map(live().map(({ id, version }) => [id, version]));
      expect(await copies(), `night ${night}`).to.deep.equal(truth);
    }
    return `${nights} nights, ${count.kills} kills, ${count.midway} of them after a page, ${count.changes} changes`;
  } finally {
    await service.close();
  }
};

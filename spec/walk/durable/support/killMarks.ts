import { expect } from 'chai';
import { seededRandom } from '../../../../src/service/store/random';
import { startService } from '../../../../src/service/startService';
import { pause } from '../../../support/collect';
import { seed } from '../../../support/seed';
import { startWorker } from '../../../support/startWorker';

/** What the sink has: the version of each object that was worked on last. */
type Copies = ReadonlyMap<number, number>;

/**
 * Kills workers that ask for what is new, at twenty moments, while objects change. In the end the copies must equal the
 * store; it returns what happened.
 */
export const killMarks = async (task: object, copies: () => Promise<Copies>): Promise<string> => {
  const random = seededRandom(seed);
  let tick = 1_000_000;
  const changed = (id: number, version: number) => ({
    id,
    version,
    updatedAt: String((tick += 1)),
  });
  const thing = Array.from({ length: 400 }, (_, id) => changed(id, 1));
  const service = await startService({
    objects: { thing },
    maxPageSize: 20,
    faults: [{ type: 'delay', ms: 10, every: 1 }],
  });
  const start = () =>
    startWorker('spec/walk/durable/support/markWorker.ts', { ...task, service: service.url });
  const change = (): void => {
    const ids = new Set(Array.from({ length: 30 }, () => Math.floor(random() * thing.length)));
    service.store.update(
      'thing',
      ({ id }) => ids.has(id as number),
      ({ id, version }) => changed(id as number, (version as number) + 1),
    );
  };
  let [kills, keeps] = [0, 0];
  try {
    while (kills < 20) {
      const worker = start();
      const changing = setInterval(change, 40);
      // Before its first page is kept, or at any moment of the run.
      if (random() < 0.8) await worker.said(/^(kept|end)$/);
      await Promise.race([pause(400 * random()), worker.ended()]);
      clearInterval(changing);
      worker.signal('SIGKILL');
      if ((await worker.ended()) === 'SIGKILL') kills += 1;
      keeps += worker.lines.filter((line) => line === 'kept').length;
      expect(worker.lines.filter((line) => !/^(kept|end)$/.test(line))).to.deep.equal([]);
    }
    for (const last of [start(), undefined]) {
      const worker = last ?? start();
      await worker.said(/^end$/);
      await worker.ended();
    }
    const now = new Map(
      service.store.all('thing').map(({ id, version }) => [id as number, version as number]),
    );
    expect(await copies()).to.deep.equal(now);
    return `${kills} kills, ${keeps} pages kept by those who were killed, ${tick - 1_000_400} changes`;
  } finally {
    await service.close();
  }
};

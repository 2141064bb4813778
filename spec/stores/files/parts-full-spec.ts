import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWorker } from '../../support/startWorker';
import { inDirectory } from '../../support/inDirectory';

const program = 'spec/stores/files/support/fileWorker.ts';
const names = ['a', 'b', 'c'];
const pages = 4;

/** Kills a worker in the work of a page, when the place before it is kept, and starts it again. */
const killedAt = async (task: object, ...moments: ReadonlyArray<number>): Promise<void> => {
  for (const standsAt of moments) {
    const worker = startWorker(program, { ...task, standsAt });
    await worker.said(new RegExp(`^work ${standsAt}`));
    worker.signal('SIGKILL');
    await worker.ended();
  }
  const worker = startWorker(program, task);
  await worker.ended();
  expect(worker.lines.at(-1)).to.equal('end');
};

describe('law 36: parts of one walk in files, in several processes', () => {
  it('are killed in their work, after their places, and in finish: it runs after all of them, at least once', () =>
    inDirectory(async (directory) => {
      const log = join(directory, 'log');
      const taskOf = (name: string) => ({
        directory: join(directory, 'places'),
        log,
        pages,
        ms: 5,
        part: { name, of: names },
      });
      await Promise.all([killedAt(taskOf('a'), 1, 3), killedAt(taskOf('b'), 2, 4)]);
      // The others are last, so this one finishes.
      const hung = startWorker(program, { ...taskOf('c'), finishing: 1_000_000 });
      await hung.said(/^finish/);
      hung.signal('SIGKILL');
      await hung.ended();
      await killedAt(taskOf('c'));
      const lines = (): ReadonlyArray<string> => readFileSync(log, 'utf8').trimEnd().split('\n');
      const finished = lines().findIndex((line) => line.endsWith('finished'));
      const runs = lines()[finished]?.split(' ')[0]?.split(',') ?? [];
      const before = lines().slice(0, finished);
      for (const name of names) {
        for (let page = 1; page <= pages; page += 1)
          expect(runs.map((run) => before.includes(`${run} ${name} ${page}`))).to.include(true);
      }
      expect(lines().slice(finished + 1)).to.deep.equal([]);
      for (const name of names) await killedAt(taskOf(name));
      expect(lines().filter((line) => line.endsWith('finished'))).to.have.lengthOf(1);
    }));
});

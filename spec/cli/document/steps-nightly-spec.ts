import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../src/cli/formats/formats';
import { type Service, startService } from '../../../src/service';
import { runCommand } from '../support/runCommand';
import { killedBefore } from '../support/steps';
import { withDirectory } from '../support/temporary';

const badges = Array.from({ length: 7 }, (_, id) => ({
  id,
  name: `badge, no. "${id}" ✓`,
  colour: id % 2 ? 'red' : null,
}));

describe('a run that is killed before any step', () => {
  let service: Service;
  before(async () => {
    service = await startService({ objects: { badge: badges }, maxPageSize: 2 });
  });
  after(() => service.close());

  const list = (...options: ReadonlyArray<string>) =>
    runCommand(['list', '--base-url', service.url, ...options, service.ontologyRid, 'badge']);

  const formats: ReadonlyArray<FormatName> = ['ndjson', 'json', 'csv'];
  for (const format of formats) {
    it(`is gone on with by the next one: ${format}`, async () => {
      const { stdout: whole } = await list('--format', format);
      const isKilledBefore = (step: number): Promise<boolean> =>
        withDirectory(async (directory) => {
          const out = join(directory, 'out');
          const options = ['--format', format, '--out', out, '--resume', join(directory, 'place')];
          const isKilled = await killedBefore(step, () => list(...options));
          const { code, stderr } = await list(...options);
          const text = await readFile(out, 'utf8').catch(() => stderr);
          expect({ step, code, text }).to.deep.equal({ step, code: 0, text: whole });
          expect(await readdir(directory)).to.deep.equal(['out']);
          return isKilled;
        });
      let step = 1;
      while (await isKilledBefore(step)) step += 1;
      // Four pages with their bookmarks, the opening and the end.
      expect(step).to.be.above(40);
    });
  }

  it('is gone on with by the next one where a limit ends the walk', async () => {
    const { stdout: whole } = await list('--format', 'json', '--limit', '3');
    const isKilledBefore = (step: number): Promise<boolean> =>
      withDirectory(async (directory) => {
        const out = join(directory, 'out');
        const options = ['--format', 'json', '--limit', '3', '--out', out, '--resume', join(directory, 'place')];
        const isKilled = await killedBefore(step, () => list(...options));
        const { code, stderr } = await list(...options);
        const text = await readFile(out, 'utf8').catch(() => stderr);
        expect({ step, code, text }).to.deep.equal({ step, code: 0, text: whole });
        return isKilled;
      });
    let step = 1;
    while (await isKilledBefore(step)) step += 1;
    expect(step).to.be.above(25);
  });

  it('is gone on with by the one after the next, which is killed too', async () => {
    const { stdout: whole } = await list('--format', 'json');
    for (const first of [9, 25, 41]) {
      for (let second = 1; second < 50; second += 7) {
        await withDirectory(async (directory) => {
          const out = join(directory, 'out');
          const options = ['--format', 'json', '--out', out, '--resume', join(directory, 'place')];
          expect(await killedBefore(first, () => list(...options))).to.equal(true);
          await killedBefore(second, () => list(...options));
          const { stderr } = await list(...options);
          expect(await readFile(out, 'utf8'), `steps ${first} and ${second}: ${stderr}`).to.equal(whole);
        });
      }
    }
  });
});

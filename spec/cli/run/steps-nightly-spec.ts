import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatNames } from '../../../src/cli/options/tables';
import { type Service, startService } from '../../../src/service';
import { bin } from '../support/bin';
import { runCommand } from '../support/runCommand';
import { killAtStep, killedBefore } from '../support/steps';
import { withService } from '../../service/support/withService';
import { inDirectory } from '../../support/inDirectory';

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

  for (const [format, limit] of [
    ...formatNames.map((name) => [name, '100'] as const),
    ['json', '3'] as const,
  ]) {
    it(`is continued by the next one: ${format}, --limit ${limit}`, async () => {
      const { stdout: whole } = await list('--format', format, '--limit', limit);
      const isKilledBefore = (step: number): Promise<boolean> =>
        inDirectory(async (directory) => {
          const out = join(directory, 'out');
          const options = [
            '--format',
            format,
            '--limit',
            limit,
            '--out',
            out,
            '--resume',
            join(directory, 'place'),
          ];
          const isKilled = await killedBefore(step, () => list(...options));
          const { code, stderr } = await list(...options);
          const text = await readFile(out, 'utf8').catch(() => stderr);
          expect({ step, code, text }).to.deep.equal({ step, code: 0, text: whole });
          expect(await readdir(directory)).to.deep.equal(['out']);
          return isKilled;
        });
      let step = 1;
      while (await isKilledBefore(step)) step += 1;
      // Up to four pages with their bookmarks, the opening and the end.
      expect(step).to.be.above(limit === '3' ? 25 : 40);
    });
  }

  it('law 37: adds what is new to the file once, whichever step of a later run it was killed before', async () => {
    const objects = { note: [1, 2, 3].map((id) => ({ id, updatedAt: `10:0${id}` })) };
    const isKilledBefore = (step: number): Promise<boolean> =>
      withService({ scheme: 'cursor', maxPageSize: 2, objects }, ({ url, store }) =>
        inDirectory(async (directory) => {
          const out = join(directory, 'out');
          const address = [
            `${url}/api/note`,
            '--items',
            'items',
            '--cursor',
            'next_cursor',
            '--to',
            'cursor',
          ];
          const run = () =>
            runCommand([
              'walk',
              ...address,
              '--mark',
              'updatedAt=updatedAfter',
              '--out',
              out,
              '--resume',
              join(directory, 'place'),
            ]);
          await run();
          for (const id of [4, 5, 6]) store.insert('note', { id, updatedAt: `10:0${id}` });
          const isKilled = await killedBefore(step, run);
          const { code, stderr } = await run();
          const lines = (await readFile(out, 'utf8'))
            .split('\n')
            .map((line) => /\d/.exec(line)?.[0] ?? '');
          // A run that was killed in its last step is followed by another, which brings the newest one again.
          expect(lines.join('').replace(/6+$/, '6'), `${step}: ${code} ${stderr}`).to.equal(
            '1233456',
          );
          return isKilled;
        }),
      );
    let step = 1;
    while (await isKilledBefore(step)) step += 1;
    expect(step).to.be.above(20);
  });

  it('continues the lists of items where it was, with --each', () =>
    withService(
      {
        scheme: 'cursor',
        maxPageSize: 2,
        objects: { team: [1, 2, 3].map((id) => ({ id })), member: badges },
      },
      async ({ url }) => {
        const run = (...options: ReadonlyArray<string>) =>
          runCommand([
            ...['walk', `${url}/api/team`, '--items', 'items', '--cursor', 'next_cursor'],
            ...['--to', 'cursor', '--each', 'id', '--then', `${url}/api/member?team={}`],
            ...options,
          ]);
        const { stdout: whole } = await run();
        expect(whole.split('\n')).to.have.length(3 * badges.length + 1);
        const isKilledBefore = (step: number): Promise<boolean> =>
          inDirectory(async (directory) => {
            const out = join(directory, 'out');
            const isKilled = await killedBefore(step, () => run('--out', out, '--resume'));
            const { code, stderr } = await run('--out', out, '--resume');
            const text = await readFile(out, 'utf8').catch(() => stderr);
            expect({ step, code, text }).to.deep.equal({ step, code: 0, text: whole });
            return isKilled;
          });
        let step = 1;
        while (await isKilledBefore(step)) step += 3;
        expect(step).to.be.above(60);
      },
    ));

  it('is continued by the one after the next, which is killed too', async () => {
    const { stdout: whole } = await list('--format', 'json');
    for (const first of [9, 25, 41]) {
      for (let second = 1; second < 50; second += 7) {
        await inDirectory(async (directory) => {
          const out = join(directory, 'out');
          const options = ['--format', 'json', '--out', out, '--resume', join(directory, 'place')];
          expect(await killedBefore(first, () => list(...options))).to.equal(true);
          await killedBefore(second, () => list(...options));
          const { stderr } = await list(...options);
          expect(await readFile(out, 'utf8'), `steps ${first} and ${second}: ${stderr}`).to.equal(
            whole,
          );
        });
      }
    }
  });

  it('is continued by the next process, whichever step of it SIGKILL came before', () =>
    inDirectory(async (directory) => {
      const [killer, out] = [join(directory, 'killer.cjs'), join(directory, 'out')];
      await writeFile(killer, killAtStep);
      const { stdout: whole } = await list('--format', 'csv');
      const rest = [
        '--format',
        'csv',
        '--out',
        out,
        '--resume',
        '--quiet',
        service.ontologyRid,
        'badge',
      ];
      const argv = ['--require', killer, bin(), 'list', '--base-url', service.url, ...rest];
      const run = async (step: number): Promise<number | null> => {
        const env = { ...process.env, NODE_OPTIONS: '', PAGEWALK_SPEC_STEP: String(step) };
        const [code] = (await once(spawn(process.execPath, argv, { env }), 'close')) as [
          number | null,
        ];
        return code;
      };
      for (let step = 1; step < 60; step += 6) {
        expect(await run(step), `step ${step}`).to.equal(null);
        expect(await run(step + 3)).to.not.equal(1);
        expect(await run(Infinity)).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(whole);
        await rm(out);
      }
    }));
});

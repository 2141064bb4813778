import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDefaultHighWaterMark } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { runShell, startBin } from './support/bin';
import { until, withPages } from './support/pacedServer';
import { inDirectory } from '../support/inDirectory';

/** A reader that reads nothing, and goes away when a file is there. */
const readerUntil = (file: string): string => `(until [ -e ${file} ]; do sleep 0.1; done)`;

describe('the bin, in a pipe', () => {
  it('ends quietly when its reader has had enough, with exit code 0', () =>
    withPages({ size: 100, width: 100 }, async (url, seen) => {
      const command = `$PAGEWALK list --base-url ${url} ri.o badge | head -1; echo "\${PIPESTATUS[@]}"`;
      const { stdout, stderr } = await runShell(command);
      expect(stderr).to.equal('');
      expect(stdout).to.match(/^\{"properties":\{"id":0,"text":"x+"\}\}\n0 0\n$/);
      expect(seen.requests).to.be.at.most(12);
    }));

  it('asks for no more than a few pages while its reader does not read', () =>
    withPages({ size: 100, width: 100 }, async (url, seen) => {
      // A page has 14 kB. The pipe takes 64 kB of them, and the stream before it what Node lets it buffer.
      const max = Math.ceil((65_536 + getDefaultHighWaterMark(false)) / 14_000) + 1;
      await inDirectory(async (directory) => {
        const gate = join(directory, 'gate');
        const ended = runShell(
          `$PAGEWALK list --base-url ${url} ri.o badge | ${readerUntil(gate)}`,
        );
        await until(() => seen.requests >= 5);
        // Time enough for more than may come.
        await wait(1_000);
        writeFileSync(gate, '');
        const { code, stderr } = await ended;
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      });
      expect(seen.requests).to.be.at.most(max);
    }));

  it('goes on when its reader goes on, and loses nothing', () =>
    withPages({ size: 100, width: 100, pages: 40 }, async (url, seen) => {
      const reader = '(sleep 0.7; wc -l)';
      const { stdout } = await runShell(
        `$PAGEWALK list --quiet --base-url ${url} ri.o badge | ${reader}`,
      );
      expect(stdout.trim()).to.equal('4000');
      expect(seen.requests).to.equal(40);
    }));

  it('aborts the request in flight when its reader goes away meanwhile, and ends with exit code 0', () =>
    withPages({ size: 100, width: 100, stuckAt: 5 }, async (url, seen) => {
      // Five pages do not fit into the pipe: a part of the fifth is still to be written when the reader leaves.
      await inDirectory(async (directory) => {
        const gate = join(directory, 'gate');
        const reader = readerUntil(gate);
        const command = `$PAGEWALK list --base-url ${url} ri.o badge | ${reader}; echo "\${PIPESTATUS[@]}"`;
        const ended = runShell(command);
        await until(() => seen.requests === 6);
        writeFileSync(gate, '');
        expect(await ended).to.deep.equal({ code: 0, stdout: '0 0\n', stderr: '' });
      });
      await until(() => seen.aborted === 1);
      expect(seen.requests).to.equal(6);
    }));

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`check ends at ${signal} without a report: exit code ${code}`, () =>
      withPages({ size: 3, stuckAt: 2 }, async (url, seen) => {
        const bin = startBin([
          'check',
          '--base-url',
          url,
          '--ontology',
          'ri.o',
          '--object-type',
          'badge',
        ]);
        await until(() => seen.requests === 4);
        bin.child.kill(signal);
        expect(await bin.ended).to.deep.equal({ code, signal: null });
        expect([bin.stdout(), bin.stderr()]).to.deep.equal([
          '',
          'pagewalk: interrupted before the report\n',
        ]);
      }));

    it(`${signal} aborts the request in flight, and says how far it came: exit code ${code}`, () =>
      withPages({ size: 3, stuckAt: 2 }, async (url, seen) => {
        const bin = startBin(['list', '--format', 'json', '--base-url', url, 'ri.o', 'badge']);
        await until(() => seen.requests === 3);
        bin.child.kill(signal);
        expect(await bin.ended).to.deep.equal({ code, signal: null });
        await until(() => seen.aborted === 1);
        expect(bin.stderr()).to.equal('pagewalk: interrupted after 6 objects in 2 pages\n');
        expect(JSON.parse(bin.stdout())).to.have.length(6);
      }));
  }

  it('is not kept from ending by a reader that does not read when it is interrupted', () =>
    withPages({ size: 100, width: 1_000 }, async (url, seen) => {
      const bin = startBin(['list', '--base-url', url, 'ri.o', 'badge']);
      bin.child.stdout?.pause();
      await until(() => seen.requests >= 2);
      await wait(200);
      bin.child.kill('SIGINT');
      const [exit] = await Promise.all([
        new Promise((resolve) => bin.child.once('exit', resolve)),
        bin.says('pagewalk: interrupted after'),
      ]);
      expect(exit).to.equal(130);
      bin.child.stdout?.destroy();
    }));
});

import { expect } from 'chai';
import fs, { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Subject } from 'rxjs';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { badges, brokenAt, documentOf, withBadges } from '../support/badges';
import { expectBegunAgain } from '../support/begunAgain';
import { pagesIn, tokenIn } from '../support/bookmarks';
import { until } from '../support/pacedServer';
import { stepsOf } from '../support/steps';

/** Makes a file look like another user's: it is given away, or, where only root may do that, this process seems another. */
const giveAway = (file: string): (() => void) => {
  if (process.geteuid?.() === 0) {
    chownSync(file, 12_345, 12_345);
    return () => undefined;
  }
  const { ino } = statSync(file);
  const { open } = fs.promises;
  fs.promises.open = async (...args) => {
    const opened = await open(...args);
    const stat = opened.stat.bind(opened);
    return Object.assign(opened, {
      stat: async () => {
        const stats = await stat();
        return stats.ino === ino ? Object.assign(stats, { uid: 12_345 }) : stats;
      },
    });
  };
  return () => {
    fs.promises.open = open;
  };
};

describe('--resume', () => {
  it('says after an interrupt how to go on, shows no token, and a json document can be read meanwhile', () =>
    withBadges(
      { faults: [{ type: 'delay', at: 3, ms: 60_000 }] },
      async ({ list, out, part, place, service }) => {
        const interrupts = new Subject<Interrupt>();
        const running = list(['--format', 'json'], { interrupts });
        await until(() => pagesIn(place) === 2);
        const token = tokenIn(place);
        interrupts.next('SIGTERM');
        const { code, stderr } = await running;
        expect(code).to.equal(143);
        expect(stderr).to.match(
          /interrupted after 10 objects in 2 pages\n.*\n.*continue after 2 pages\n$/,
        );
        expect(stderr).to.not.include(token);
        expect(JSON.parse(await readFile(part, 'utf8'))).to.have.length(10);
        service.setFaults([]);
        expect((await list(['--format', 'json', '--quiet'])).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(badges, 'json'));
      },
    ));

  it('refuses a second run at the same time, which disturbs nothing', () =>
    withBadges({ faults: [{ type: 'delay', at: 3, ms: 300 }] }, async ({ list, out, place }) => {
      const first = list();
      await until(() => pagesIn(place) === 2);
      const second = await list();
      expect(second.code).to.equal(1);
      expect(second.stderr).to.match(
        /^pagewalk: another run, process \d+, is using these files: wait until it has ended\n$/,
      );
      expect((await first).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
    }));

  for (const which of ['part', 'place'] as const) {
    it(`refuses a ${which} file that belongs to somebody else, by name, and touches nothing`, () =>
      withBadges({ faults: brokenAt(3) }, async (left) => {
        await left.list();
        const before = readFileSync(left.part, 'utf8');
        const restore = giveAway(left[which]);
        const { code, stderr } = await left.list();
        restore();
        expect(code).to.equal(2);
        expect(stderr)
          .to.include(left[which])
          .and.match(/: it belongs to another user \(12345, not \d+\)[.;] .*remove/);
        expect(readFileSync(left.part, 'utf8')).to.equal(before);
        expect((await readdir(left.directory)).sort()).to.deep.equal(['out.part', 'place']);
      }));
  }

  it('brings text, bookmark and rename to the disk in this order, and only then removes the bookmark', () =>
    withBadges({ maxPageSize: 25 }, async ({ list, part, place, directory }) => {
      const steps = (await stepsOf(() => list())).map(([name, where]) =>
        typeof where === 'string' ? `${name} ${where.replace(`${directory}/`, '')}` : name,
      );
      const end = steps.slice(steps.indexOf('datasync'));
      const names = [`open ${directory}`, `rename ${part}`, 'rm place'].map((step) =>
        step.replace(`${directory}/`, ''),
      );
      const bookmark = ['open place.new', 'write', 'sync', 'rename place.new'];
      const written = end.filter((step) => bookmark.includes(step));
      expect(written.slice(0, 8)).to.deep.equal([...bookmark, ...bookmark]);
      expect(end.filter((step) => names.includes(step))).to.deep.equal([
        `open ${directory}`,
        'rename out.part',
        `open ${directory}`,
        'rm place',
      ]);
      expect(existsSync(place)).to.equal(false);
    }));

  it('puts a file in its place that the run before could not', () =>
    withBadges({ faults: brokenAt(3) }, async ({ list, out, part, service }) => {
      expect((await list()).code).to.equal(1);
      service.setFaults([]);
      const { rename } = fs.promises;
      fs.promises.rename = (from, to) =>
        from === part ? Promise.reject(new Error('not now')) : rename(from, to);
      const second = await list().finally(() => (fs.promises.rename = rename));
      expect(second.code).to.equal(1);
      expect(second.stderr).to.match(/run the same command again to put the file in its place\n$/);
      const third = await list(['--quiet']);
      expect(third).to.include({ code: 0, stderr: '' });
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
    }));

  it('begins again where a token has expired, whichever step it was killed before', () =>
    expectBegunAgain('ndjson', 9));
});

import { expect } from 'chai';
import fs, { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Subject } from 'rxjs';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { badges, brokenAt, documentOf, withBadges } from '../support/badges';
import { pagesIn, tokenIn } from '../support/bookmarks';
import { until } from '../support/pacedServer';

describe('--resume', () => {
  it('says after a failure how to go on, and goes on', () =>
    withBadges({ faults: brokenAt(3) }, async ({ list, out, part, place, directory, requests }) => {
      const first = await list();
      expect(first.code).to.equal(1);
      expect(first.stderr).to.match(/^pagewalk: InvalidEnvelope: .*\n.*what was read is in .*\n/);
      expect(first.stderr).to.include('run the same command again to continue after 2 pages\n');
      expect((await readdir(directory)).sort()).to.deep.equal(['out.part', 'place']);
      expect(await readFile(part, 'utf8')).to.equal(documentOf(badges.slice(0, 10)));
      expect(first.stderr).to.not.include(tokenIn(place));
      expect(statSync(place).mode & 0o777).to.equal(0o600);

      const asked = requests();
      const second = await list();
      expect(second.code).to.equal(0);
      expect(second.stderr).to.match(/25 objects in 5 pages \(10 of them earlier\), .*\npagewalk: written to .*\n$/);
      expect(requests() - asked).to.equal(3);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
      expect(await readdir(directory)).to.deep.equal(['out']);
    }));

  it('says after an interrupt how to go on, and a json document can be read meanwhile', () =>
    withBadges({ faults: [{ type: 'delay', at: 3, ms: 60_000 }] }, async ({ list, out, part, place, service }) => {
      const interrupts = new Subject<Interrupt>();
      const running = list(['--format', 'json'], { interrupts });
      await until(() => pagesIn(place) === 2);
      interrupts.next('SIGTERM');
      const { code, stderr } = await running;
      expect(code).to.equal(143);
      expect(stderr).to.match(/interrupted after 10 objects in 2 pages\n.*\n.*continue after 2 pages\n$/);
      expect(JSON.parse(await readFile(part, 'utf8'))).to.have.length(10);
      service.setFaults([]);
      expect((await list(['--format', 'json', '--quiet'])).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges, 'json'));
    }));

  it('counts the limit across runs', () =>
    withBadges({ faults: brokenAt(3) }, async ({ list, out, requests }) => {
      await list(['--limit', '17']);
      expect((await list(['--limit', '17'])).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges.slice(0, 17)));
      expect(requests()).to.equal(3 + 2);
    }));

  it('counts invalid objects across runs, and asks for nothing once the walk is over', () =>
    withBadges(
      { faults: [{ type: 'corrupt-object', at: 1 }, ...brokenAt(3)] },
      async ({ list, out, part, place, requests }) => {
        expect((await list()).code).to.equal(1);
        const second = await list();
        expect(second.code).to.equal(1);
        expect(second.stderr).to.match(/^pagewalk: 1 object was invalid and left out\n/);
        expect(second.stderr).to.include(`remove ${place} and ${part} to begin again`);
        expect((await readFile(part, 'utf8')).split('\n')).to.have.length(24 + 1);
        const asked = requests();
        const third = await list();
        expect(third.code).to.equal(1);
        expect(third.stderr).to.match(/^pagewalk: the walk is over: 24 objects in 5 pages, and 1 object invalid/);
        expect(requests()).to.equal(asked);
        expect(existsSync(out)).to.equal(false);
      },
    ));

  it('refuses the bookmark of another request, says what differs, and touches nothing', () =>
    withBadges({ faults: brokenAt(3) }, async ({ list, place, part, directory }) => {
      await list();
      const before = [readFileSync(place, 'utf8'), readFileSync(part, 'utf8')];
      const { code, stderr } = await list(['--page-size', '2', '--format', 'csv']);
      expect(code).to.equal(2);
      expect(stderr).to.include('pageSize was not given and is 2; format was ndjson and is csv. Run that one again');
      expect([readFileSync(place, 'utf8'), readFileSync(part, 'utf8')]).to.deep.equal(before);
      expect((await readdir(directory)).sort()).to.deep.equal(['out.part', 'place']);
    }));

  it('names the part file of the bookmark where only --out differs', () =>
    withBadges({ faults: brokenAt(3) }, async ({ list, place, part, directory }) => {
      await list();
      const { code, stderr } = await list(['--out', join(directory, 'other')]);
      expect(code).to.equal(2);
      expect(stderr).to.include(`or remove ${place} and ${part} to begin again\n`);
    }));

  it('refuses a part file that is a link or a directory', () =>
    withBadges({}, async ({ list, directory, part, requests }) => {
      const precious = join(directory, 'precious');
      writeFileSync(precious, '');
      const put: ReadonlyArray<() => void> = [
        () => {
          fs.symlinkSync(precious, part);
        },
        () => {
          fs.symlinkSync('nowhere', part);
        },
        () => {
          fs.mkdirSync(part);
        },
      ];
      for (const place of put) {
        place();
        const { code, stderr } = await list();
        expect(code).to.equal(2);
        expect(stderr).to.equal(
          `pagewalk: cannot write ${part}: it is not a regular file; remove it, or name another file by --out\n`,
        );
        fs.rmSync(part, { recursive: true });
      }
      expect(readFileSync(precious, 'utf8')).to.equal('');
      expect(requests()).to.equal(0);
    }));

  it('says how many objects there are from earlier runs where a run fails', () =>
    withBadges({ faults: [{ type: 'html', every: 3 }] }, async ({ list, service }) => {
      await list();
      service.setFaults([{ type: 'html', every: 1 }]);
      const { stderr } = await list();
      expect(stderr).to.match(/^pagewalk: InvalidEnvelope: .*; with earlier runs 10 objects in 2 pages were written\n/);
    }));

  it('says after a service that gives no more how to take what it gives', () =>
    withBadges({ limit: 10 }, async ({ list, place, part, out }) => {
      const { code, stderr } = await list();
      expect(code).to.equal(1);
      expect(stderr).to.include(`remove ${place} and ${part} to begin again; --limit 10 takes the first 10\n`);
      fs.rmSync(place);
      fs.rmSync(part);
      expect((await list(['--limit', '10'])).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges.slice(0, 10)));
    }));

  it('refuses a file that is no bookmark, and a part file that no bookmark speaks of', () =>
    withBadges({}, async ({ list, place, part, requests }) => {
      writeFileSync(place, 'precious');
      const first = await list();
      expect(first.code).to.equal(2);
      expect(first.stderr).to.match(/it was not written by --resume/);
      writeFileSync(part, 'precious');
      writeFileSync(place, '');
      expect((await list()).code).to.equal(2);
      expect(readFileSync(part, 'utf8')).to.equal('precious');
      expect(requests()).to.equal(0);
    }));

  it('refuses a second run at the same time, which disturbs nothing', () =>
    withBadges({ faults: [{ type: 'delay', at: 3, ms: 300 }] }, async ({ list, out, place }) => {
      const first = list();
      await until(() => pagesIn(place) === 2);
      const second = await list();
      expect(second.code).to.equal(1);
      expect(second.stderr).to.match(/^pagewalk: another run, process \d+, is using these files.*\.lock\n$/);
      expect((await first).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
    }));

  it('writes nothing twice where the service repeats a token', () =>
    withBadges({ faults: [{ type: 'repeat-token', at: 2 }] }, async ({ list, out, service }) => {
      const { code, stderr } = await list();
      expect(code).to.equal(1);
      expect(stderr).to.match(/ProtocolViolation[^]*continue after 2 pages\n$/);
      service.setFaults([]);
      expect((await list()).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
    }));

  it('leaves nothing behind where not even the first page came', () =>
    withBadges({ faults: brokenAt(1) }, async ({ list, directory }) => {
      const { code, stderr } = await list();
      expect(code).to.equal(1);
      expect(stderr).to.match(/^pagewalk: InvalidEnvelope[^\n]*\n$/);
      expect(await readdir(directory)).to.deep.equal([]);
    }));

  it('tells at the end what csv lost in an earlier run', () =>
    withBadges(
      { objects: { badge: [{ id: 0 }, { id: 1, colour: 'red' }, ...badges.slice(2)] }, faults: brokenAt(3) },
      async ({ list, out }) => {
        await list(['--format', 'csv']);
        const { stderr } = await list(['--format', 'csv']);
        expect(stderr).to.include('some properties of 24 objects: colour, name');
        expect((await readFile(out, 'utf8')).split('\r\n')[0]).to.equal('id');
      },
    ));
});

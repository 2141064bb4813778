import { expect } from 'chai';
import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type Fault, startService } from '../../../src/service';
import { badges, documentOf, sharing, withBadges } from '../support/badges';
import { bookmarkIn, tokenIn } from '../support/bookmarks';
import { runCommand } from '../support/runCommand';
import { killedBefore } from '../support/steps';

describe('--resume', () => {
  describe('and a page token that has expired', () => {
    /** The third page gets lost on its way, and its token is not taken again. */
    const expiring: ReadonlyArray<Fault> = [
      { type: 'expire-token', uses: 1 },
      { type: 'reset-during', at: 3 },
    ];

    it('says what to do without --key, and leaves everything as it was', () =>
      withBadges({ faults: expiring }, async ({ list, part, place }) => {
        await list(['--attempts', '1']);
        const texts = () => [readFileSync(place, 'utf8'), readFileSync(part, 'utf8')];
        const before = texts();
        const { code, stderr } = await list();
        expect(code).to.equal(1);
        expect(stderr).to.match(/^pagewalk: PageTokenExpired: .*\n/);
        expect(stderr).to.match(
          /run the same command with --key NAME, .* or remove \S+place and \S+out\.part to begin again\n$/,
        );
        expect(stderr).to.not.include(tokenIn(place));
        expect(texts()).to.deep.equal(before);
      }));

    for (const format of ['ndjson', 'json', 'csv'] as const) {
      it(`begins again with a --key that is given only now, and writes nothing twice: ${format}`, () =>
        withBadges({ faults: expiring }, async ({ list, out, directory }) => {
          expect((await list(['--format', format, '--attempts', '1'])).code).to.equal(1);
          const { code, stderr } = await list(['--format', format, '--key', 'id']);
          expect(code).to.equal(0);
          expect(stderr).to.match(/25 objects in 7 pages \(10 of them earlier\), .*, 0 retries, 1 restart\n/);
          expect(await readFile(out, 'utf8')).to.equal(documentOf(badges, format));
          expect(await readdir(directory)).to.deep.equal(['out']);
        }));
    }

    it('goes on with a restarted walk, by the key that it was restarted with', () =>
      withBadges({ faults: [...expiring, { type: 'html', at: 6 }] }, async ({ list, out, place }) => {
        // Three requests, the refused one, and of the second walk the first page, which was written before.
        expect((await list(['--key', 'id'])).code).to.equal(1);
        expect(JSON.parse(readFileSync(place, 'utf8'))).to.deep.include({ key: 'id' });
        expect(bookmarkIn(place)?.course.place).to.include({ round: 2, pages: 1 });
        expect((await list()).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
      }));

    it('keeps the key of a walk that had begun again and broke off before its first page', () =>
      withBadges({ faults: [...expiring, { type: 'html', at: 5 }] }, async ({ list, out, place }) => {
        const first = await list(['--key', 'id']);
        expect(first.code).to.equal(1);
        expect(first.stderr).to.match(/run the same command again to continue from the first page\n$/);
        expect(bookmarkIn(place)?.course.place).to.include({ round: 2, pages: 0 });
        expect((await list()).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
      }));

    it('begins again as often as before when it is run again after it gave up', () =>
      withBadges(
        {
          faults: [
            { type: 'expire-token', ms: 1 },
            { type: 'delay', every: 1, ms: 5 },
          ],
        },
        async ({ list, out, requests, service }) => {
          expect((await list(['--key', 'id'])).code).to.equal(1);
          const asked = requests();
          const second = await list(['--key', 'id']);
          expect(second.stderr).to.match(/^pagewalk: PageTokenExpired.*\n.*\n.*run the same command again/);
          // The token that was kept, and three walks of two requests.
          expect(requests() - asked).to.equal(1 + 3 * 2);
          service.setFaults([]);
          expect((await list(['--key', 'id'])).code).to.equal(0);
          expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
        },
      ));

    it('gives up where restarts bring nothing new', () =>
      withBadges(
        {
          faults: [
            { type: 'expire-token', ms: 1 },
            { type: 'delay', every: 1, ms: 5 },
          ],
        },
        async ({ list, requests }) => {
          const { code, stderr } = await list(['--key', 'id']);
          expect(code).to.equal(1);
          expect(stderr).to.match(/^pagewalk: PageTokenExpired/);
          expect(requests()).to.equal(8);
        },
      ));

    it('ends at an object without the key, and goes on with another one', () => {
      const objects = badges.map((badge) => (badge.id === 7 ? { name: badge.name } : badge));
      return withBadges({ objects: { badge: objects }, faults: expiring }, async ({ list, out }) => {
        const first = await list(['--key', 'id']);
        expect(first.code).to.equal(1);
        expect(first.stderr).to.include("object 3 of page 2 has no text, number or boolean 'id'");
        expect((await list(['--key', 'name'])).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(objects));
      });
    });

    it('ends at an object without the key, and goes on without one', () => {
      const objects = badges.map((badge) => (badge.id === 7 ? { name: badge.name } : badge));
      return withBadges({ objects: { badge: objects } }, async ({ list, out }) => {
        const first = await list(['--key', 'id']);
        expect(first.code).to.equal(1);
        expect(first.stderr).to.match(/run it without --key, or with another NAME, to continue after 1 page\n$/);
        expect((await list()).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(objects));
      });
    });

    it('ends where an object that was written has not the key', () => {
      const objects = badges.map((badge) => (badge.id === 7 ? { name: badge.name } : badge));
      return withBadges({ objects: { badge: objects }, faults: expiring }, async ({ list }) => {
        await list(['--attempts', '1']);
        const { code, stderr } = await list(['--key', 'id']);
        expect(code).to.equal(1);
        expect(stderr).to.include("not every object that was written has a property 'id' (--key)");
        expect(stderr).to.match(
          /run it with --key and another NAME, or remove \S+place and \S+out\.part to begin again\n$/,
        );
        expect((await list(['--key', 'name'])).code).to.equal(0);
      });
    });

    it('fails where objects share the key, and some were left out because of it', () =>
      withBadges(
        { objects: { badge: badges.map((badge) => ({ ...badge, team: badge.id % 3 })) }, faults: expiring },
        async ({ list, out }) => {
          const { code, stderr } = await list(['--key', 'team']);
          expect(code).to.equal(1);
          expect(stderr).to.match(/^pagewalk: 15 objects were left out because another one has the same 'team': --key/);
          expect(existsSync(out)).to.equal(false);
        },
      ));

    it('fails where two objects share the key that both come only after the restart, in further runs too', () =>
      withBadges({ objects: { badge: sharing(12, 20) }, faults: expiring }, async ({ list, out, requests }) => {
        const first = await list(['--key', 'id']);
        expect(first.code).to.equal(1);
        expect(first.stderr).to.match(/^pagewalk: 1 object was left out because another one has the same 'id'/);
        expect(existsSync(out)).to.equal(false);
        const asked = requests();
        const second = await list(['--key', 'id']);
        expect(second.code).to.equal(1);
        expect(second.stderr).to.match(/^pagewalk: the walk is over: 24 objects .*; 1 object was left out because/);
        expect(requests()).to.equal(asked);
      }));

    it('fails the same without --resume', async () => {
      const objects = { badge: sharing(12, 20) };
      const { url, ontologyRid, close } = await startService({ objects, maxPageSize: 5, faults: expiring });
      try {
        const { code, stderr } = await runCommand(['list', '--base-url', url, '--key', 'id', ontologyRid, 'badge']);
        expect(code).to.equal(1);
        expect(stderr).to.match(/^pagewalk: 1 object was left out because another one has the same 'id'/);
      } finally {
        await close();
      }
    });

    it('fails where one of two objects that share the key came in the run before, and by another key it does not', () =>
      withBadges(
        { objects: { badge: sharing(1, 20) }, faults: [...expiring, { type: 'html', at: 6 }] },
        async ({ list, out, directory, place, part }) => {
          const begun = ['--key', 'id'];
          expect((await list(begun)).stderr).to.match(/InvalidEnvelope/);
          const texts = [readFileSync(place, 'utf8'), readFileSync(part, 'utf8')] as const;
          const second = await list(begun);
          expect(second.code).to.equal(1);
          expect(second.stderr).to.match(/^pagewalk: 1 object was left out because another one has the same 'id'/);

          writeFileSync(place, texts[0]);
          writeFileSync(part, texts[1]);
          expect((await list(['--key', 'name'])).code).to.equal(0);
          expect(await readFile(out, 'utf8')).to.equal(documentOf(sharing(1, 20)));
          expect(await readdir(directory)).to.deep.equal(['out']);
        },
      ));

    it('writes what was left out by one key once it goes on by another', () =>
      withBadges(
        { objects: { badge: sharing(12, 13) }, faults: [...expiring, { type: 'html', at: 8 }] },
        async ({ list, out, service }) => {
          const first = await list(['--key', 'id']);
          expect(first.stderr).to.match(/^pagewalk: 1 object was left out .*\npagewalk: InvalidEnvelope/);
          service.setFaults([]);
          expect((await list(['--key', 'name'])).code).to.equal(0);
          const lines = (await readFile(out, 'utf8')).split('\n');
          expect(lines.sort()).to.deep.equal(documentOf(sharing(12, 13)).split('\n').sort());
        },
      ));

    it('says so where objects share the key but all were written, in whichever run the walk ends', () =>
      withBadges(
        { objects: { badge: sharing(3, 7) }, faults: [...expiring, { type: 'html', at: 6 }] },
        async ({ list, out, part }) => {
          const doubt = /^pagewalk: 1 object had the 'id' of another one: if objects share it, some may be missing/;
          expect((await list(['--key', 'id'])).code).to.equal(1);
          const { rename } = fs.promises;
          fs.promises.rename = (from, to) => (from === part ? Promise.reject(new Error('not now')) : rename(from, to));
          const second = await list().finally(() => (fs.promises.rename = rename));
          expect(second.code).to.equal(1);
          expect(second.stderr).to.match(doubt);
          expect(second.stderr).to.match(/run the same command again to put the file in its place\n$/);
          const third = await list(['--quiet']);
          expect(third.code).to.equal(0);
          expect(third.stderr).to.match(doubt);
          expect(await readFile(out, 'utf8')).to.equal(documentOf(sharing(3, 7)));
        },
      ));

    it('says so, too, where the run that wrote the last page was killed before any step', () =>
      withBadges(
        { objects: { badge: sharing(3, 7) }, faults: [...expiring, { type: 'html', at: 6 }] },
        async ({ list, out, part, place, service }) => {
          expect((await list(['--key', 'id'])).code).to.equal(1);
          service.setFaults([]);
          const [bookmark, text] = [readFileSync(place), readFileSync(part)];
          const isKilledBefore = async (step: number): Promise<boolean> => {
            fs.rmSync(out, { force: true });
            writeFileSync(place, bookmark, { mode: 0o600 });
            writeFileSync(part, text);
            return (await killedBefore(step, () => list())) && existsSync(place);
          };
          let step = 1;
          for (; await isKilledBefore(step); step += 1) {
            const { code, stderr } = await list();
            expect({ step, code }).to.deep.equal({ step, code: 0 });
            expect(stderr, `step ${step}`).to.match(/^pagewalk: 1 object had the 'id' of another one/);
          }
          expect(step).to.be.above(30);
        },
      ));

    it('begins again without --resume too, with keys in memory', async () => {
      const { url, ontologyRid, close } = await startService({
        objects: { badge: badges },
        maxPageSize: 5,
        faults: expiring,
      });
      try {
        const args = ['list', '--base-url', url, '--key', 'id', ontologyRid, 'badge'];
        const { code, stdout, stderr } = await runCommand(args);
        expect({ code, stdout }).to.deep.equal({ code: 0, stdout: documentOf(badges) });
        expect(stderr).to.match(/, 1 retry, 1 restart\n$/);
      } finally {
        await close();
      }
    });
  });
});

import { expect } from 'chai';
import fs, { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Subject } from 'rxjs';
import { type FormatName, formats } from '../../../src/cli/formats/formats';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { type Fault, type Service, type ServiceOptions, startService } from '../../../src/service';
import { bookmarkIn, pagesIn, tokenIn } from '../support/bookmarks';
import { until } from '../support/pacedServer';
import { type Ran, runCommand } from '../support/runCommand';
import { killedBefore } from '../support/steps';
import { withDirectory } from '../support/temporary';

const badges = Array.from({ length: 25 }, (_, id) => ({ id, name: `no. ${id}, "✓"` }));

/** The badges, but that one has the id of another. */
const sharing = (id: number, other: number) => badges.map((badge) => (badge.id === other ? { ...badge, id } : badge));

const documentOf = (objects: ReadonlyArray<object>, format: FormatName = 'ndjson'): string => {
  const { add, end } = formats[format].begin();
  return add(objects.map((properties) => ({ properties: { ...properties } }))) + end();
};

interface Setting {
  readonly service: Service;
  readonly directory: string;
  readonly out: string;
  readonly part: string;
  readonly place: string;
  /** Requests that the service has answered. */
  readonly requests: () => number;
  /** Runs `list` with `--out`, `--resume` and these options. */
  readonly list: (options?: ReadonlyArray<string>, surroundings?: Parameters<typeof runCommand>[1]) => Promise<Ran>;
}

/** Five pages of badges, in a directory of one's own. */
const withService = (options: ServiceOptions, use: (setting: Setting) => Promise<void>): Promise<void> =>
  withDirectory(async (directory) => {
    let requests = 0;
    const count = (): number => (requests += 1);
    const service = await startService({ objects: { badge: badges }, maxPageSize: 5, onRequest: count, ...options });
    const [out, place] = [join(directory, 'out'), join(directory, 'place')];
    const fixed = ['--base-url', service.url, '--out', out, '--resume', place];
    try {
      await use({
        service,
        directory,
        out,
        part: `${out}.part`,
        place,
        requests: () => requests,
        list: (more = [], surroundings) =>
          runCommand(['list', ...fixed, ...more, service.ontologyRid, 'badge'], surroundings),
      });
    } finally {
      await service.close();
    }
  });

/** A service that fails for good at its n-th request. */
const brokenAt = (at: number): ReadonlyArray<Fault> => [{ type: 'html', at }];

describe('--resume', function () {
  this.timeout(30_000);

  it('says after a failure how to go on, and goes on', () =>
    withService({ faults: brokenAt(3) }, async ({ list, out, part, place, directory, requests }) => {
      const first = await list();
      expect(first.code).to.equal(1);
      expect(first.stderr).to.match(/^pagewalk: InvalidEnvelope: .*\n.*what was read is in .*\n/);
      expect(first.stderr).to.include('run the same command again to go on after 2 pages\n');
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
    withService({ faults: [{ type: 'delay', at: 3, ms: 60_000 }] }, async ({ list, out, part, place, service }) => {
      const interrupts = new Subject<Interrupt>();
      const running = list(['--format', 'json'], { interrupts });
      await until(() => pagesIn(place) === 2);
      interrupts.next('SIGTERM');
      const { code, stderr } = await running;
      expect(code).to.equal(143);
      expect(stderr).to.match(/interrupted after 10 objects in 2 pages\n.*\n.*go on after 2 pages\n$/);
      expect(JSON.parse(await readFile(part, 'utf8'))).to.have.length(10);
      service.setFaults([]);
      expect((await list(['--format', 'json', '--quiet'])).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges, 'json'));
    }));

  it('counts the limit across runs', () =>
    withService({ faults: brokenAt(3) }, async ({ list, out, requests }) => {
      await list(['--limit', '17']);
      expect((await list(['--limit', '17'])).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges.slice(0, 17)));
      expect(requests()).to.equal(3 + 2);
    }));

  it('counts invalid objects across runs, and asks for nothing once the walk is over', () =>
    withService(
      { faults: [{ type: 'corrupt-object', at: 1 }, ...brokenAt(3)] },
      async ({ list, out, part, place, requests }) => {
        expect((await list()).code).to.equal(1);
        const second = await list();
        expect(second.code).to.equal(1);
        expect(second.stderr).to.match(/^pagewalk: 1 object was invalid and left out\n/);
        expect(second.stderr).to.include(`remove ${place} and ${part} to begin anew`);
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
    withService({ faults: brokenAt(3) }, async ({ list, place, part, directory }) => {
      await list();
      const before = [readFileSync(place, 'utf8'), readFileSync(part, 'utf8')];
      const { code, stderr } = await list(['--page-size', '2', '--format', 'csv']);
      expect(code).to.equal(2);
      expect(stderr).to.include('pageSize was not given and is 2; format was ndjson and is csv. Run that one again');
      expect([readFileSync(place, 'utf8'), readFileSync(part, 'utf8')]).to.deep.equal(before);
      expect((await readdir(directory)).sort()).to.deep.equal(['out.part', 'place']);
    }));

  it('names the part file of the bookmark where only --out differs', () =>
    withService({ faults: brokenAt(3) }, async ({ list, place, part, directory }) => {
      await list();
      const { code, stderr } = await list(['--out', join(directory, 'other')]);
      expect(code).to.equal(2);
      expect(stderr).to.include(`or remove ${place} and ${part} to begin anew\n`);
    }));

  it('refuses a part file that is a link or a directory', () =>
    withService({}, async ({ list, directory, part, requests }) => {
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
          `pagewalk: cannot write ${part}: it is no regular file; remove it, or name another file by --out\n`,
        );
        fs.rmSync(part, { recursive: true });
      }
      expect(readFileSync(precious, 'utf8')).to.equal('');
      expect(requests()).to.equal(0);
    }));

  it('says how many objects there are from earlier runs where a run fails', () =>
    withService({ faults: [{ type: 'html', every: 3 }] }, async ({ list, service }) => {
      await list();
      service.setFaults([{ type: 'html', every: 1 }]);
      const { stderr } = await list();
      expect(stderr).to.match(/^pagewalk: InvalidEnvelope: .*; with earlier runs 10 objects in 2 pages were written\n/);
    }));

  it('says after a service that gives no more how to take what it gives', () =>
    withService({ limit: 10 }, async ({ list, place, part, out }) => {
      const { code, stderr } = await list();
      expect(code).to.equal(1);
      expect(stderr).to.include(`remove ${place} and ${part} to begin anew; --limit 10 takes the first 10\n`);
      fs.rmSync(place);
      fs.rmSync(part);
      expect((await list(['--limit', '10'])).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges.slice(0, 10)));
    }));

  it('refuses a file that is no bookmark, and a part file that no bookmark speaks of', () =>
    withService({}, async ({ list, place, part, requests }) => {
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
    withService({ faults: [{ type: 'delay', at: 3, ms: 300 }] }, async ({ list, out, place }) => {
      const first = list();
      await until(() => pagesIn(place) === 2);
      const second = await list();
      expect(second.code).to.equal(1);
      expect(second.stderr).to.match(/^pagewalk: another run, process \d+, is using these files.*\.lock\n$/);
      expect((await first).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
    }));

  it('writes nothing twice where the service repeats a token', () =>
    withService({ faults: [{ type: 'repeat-token', at: 2 }] }, async ({ list, out, service }) => {
      const { code, stderr } = await list();
      expect(code).to.equal(1);
      expect(stderr).to.match(/ProtocolViolation[^]*go on after 2 pages\n$/);
      service.setFaults([]);
      expect((await list()).code).to.equal(0);
      expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
    }));

  it('leaves nothing behind where not even the first page came', () =>
    withService({ faults: brokenAt(1) }, async ({ list, directory }) => {
      const { code, stderr } = await list();
      expect(code).to.equal(1);
      expect(stderr).to.match(/^pagewalk: InvalidEnvelope[^\n]*\n$/);
      expect(await readdir(directory)).to.deep.equal([]);
    }));

  it('tells at the end what csv lost in an earlier run', () =>
    withService(
      { objects: { badge: [{ id: 0 }, { id: 1, colour: 'red' }, ...badges.slice(2)] }, faults: brokenAt(3) },
      async ({ list, out }) => {
        await list(['--format', 'csv']);
        const { stderr } = await list(['--format', 'csv']);
        expect(stderr).to.include('some properties of 24 objects: colour, name');
        expect((await readFile(out, 'utf8')).split('\r\n')[0]).to.equal('id');
      },
    ));

  describe('and a page token that has expired', () => {
    /** The third page gets lost on its way, and its token is not taken again. */
    const expiring: ReadonlyArray<Fault> = [
      { type: 'expire-token', uses: 1 },
      { type: 'reset-during', at: 3 },
    ];

    it('says what to do without --key, and leaves everything as it was', () =>
      withService({ faults: expiring }, async ({ list, part, place }) => {
        await list(['--attempts', '1']);
        const texts = () => [readFileSync(place, 'utf8'), readFileSync(part, 'utf8')];
        const before = texts();
        const { code, stderr } = await list();
        expect(code).to.equal(1);
        expect(stderr).to.match(/^pagewalk: PageTokenExpired: .*\n/);
        expect(stderr).to.match(
          /run the same command with --key NAME, .* or remove \S+place and \S+out\.part to begin anew\n$/,
        );
        expect(stderr).to.not.include(tokenIn(place));
        expect(texts()).to.deep.equal(before);
      }));

    for (const format of ['ndjson', 'json', 'csv'] as const) {
      it(`begins again with a --key that is given only now, and writes nothing twice: ${format}`, () =>
        withService({ faults: expiring }, async ({ list, out, directory }) => {
          expect((await list(['--format', format, '--attempts', '1'])).code).to.equal(1);
          const { code, stderr } = await list(['--format', format, '--key', 'id']);
          expect(code).to.equal(0);
          expect(stderr).to.match(/25 objects in 7 pages \(10 of them earlier\), .*, 0 retries, 1 restart\n/);
          expect(await readFile(out, 'utf8')).to.equal(documentOf(badges, format));
          expect(await readdir(directory)).to.deep.equal(['out']);
        }));
    }

    it('goes on with a restarted walk, by the key that it was restarted with', () =>
      withService({ faults: [...expiring, { type: 'html', at: 6 }] }, async ({ list, out, place }) => {
        // Three requests, the refused one, and of the second walk the first page, which was written before.
        expect((await list(['--key', 'id'])).code).to.equal(1);
        expect(JSON.parse(readFileSync(place, 'utf8'))).to.deep.include({ key: 'id' });
        expect(bookmarkIn(place)?.course.place).to.include({ round: 2, pages: 1 });
        expect((await list()).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
      }));

    it('keeps the key of a walk that had begun again and broke off before its first page', () =>
      withService({ faults: [...expiring, { type: 'html', at: 5 }] }, async ({ list, out, place }) => {
        const first = await list(['--key', 'id']);
        expect(first.code).to.equal(1);
        expect(first.stderr).to.match(/run the same command again to go on from the first page\n$/);
        expect(bookmarkIn(place)?.course.place).to.include({ round: 2, pages: 0 });
        expect((await list()).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(badges));
      }));

    it('begins again as often as before when it is run again after it gave up', () =>
      withService(
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
      withService(
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
      return withService({ objects: { badge: objects }, faults: expiring }, async ({ list, out }) => {
        const first = await list(['--key', 'id']);
        expect(first.code).to.equal(1);
        expect(first.stderr).to.include("object 3 of page 2 has no text, number or boolean 'id'");
        expect((await list(['--key', 'name'])).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(objects));
      });
    });

    it('ends at an object without the key, and goes on without one', () => {
      const objects = badges.map((badge) => (badge.id === 7 ? { name: badge.name } : badge));
      return withService({ objects: { badge: objects } }, async ({ list, out }) => {
        const first = await list(['--key', 'id']);
        expect(first.code).to.equal(1);
        expect(first.stderr).to.match(/run it without --key, or with another NAME, to go on after 1 page\n$/);
        expect((await list()).code).to.equal(0);
        expect(await readFile(out, 'utf8')).to.equal(documentOf(objects));
      });
    });

    it('ends where an object that was written has not the key', () => {
      const objects = badges.map((badge) => (badge.id === 7 ? { name: badge.name } : badge));
      return withService({ objects: { badge: objects }, faults: expiring }, async ({ list }) => {
        await list(['--attempts', '1']);
        const { code, stderr } = await list(['--key', 'id']);
        expect(code).to.equal(1);
        expect(stderr).to.include("not every object that was written has a property 'id' (--key)");
        expect(stderr).to.match(
          /run it with --key and another NAME, or remove \S+place and \S+out\.part to begin anew\n$/,
        );
        expect((await list(['--key', 'name'])).code).to.equal(0);
      });
    });

    it('fails where objects share the key, and some were left out because of it', () =>
      withService(
        { objects: { badge: badges.map((badge) => ({ ...badge, team: badge.id % 3 })) }, faults: expiring },
        async ({ list, out }) => {
          const { code, stderr } = await list(['--key', 'team']);
          expect(code).to.equal(1);
          expect(stderr).to.match(/^pagewalk: 15 objects were left out because another one has the same 'team': --key/);
          expect(existsSync(out)).to.equal(false);
        },
      ));

    it('fails where two objects share the key that both come only after the restart, in further runs too', () =>
      withService({ objects: { badge: sharing(12, 20) }, faults: expiring }, async ({ list, out, requests }) => {
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
      withService(
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
      withService(
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
      withService(
        { objects: { badge: sharing(3, 7) }, faults: [...expiring, { type: 'html', at: 6 }] },
        async ({ list, out, part }) => {
          const doubt = /^pagewalk: 1 object had the 'id' of another one: if objects share it, some may be missing/;
          expect((await list(['--key', 'id'])).code).to.equal(1);
          const rename = fs.renameSync;
          fs.renameSync = (from, to) => {
            if (from === part) throw new Error('not now');
            rename(from, to);
          };
          const second = await list().finally(() => (fs.renameSync = rename));
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
      withService(
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

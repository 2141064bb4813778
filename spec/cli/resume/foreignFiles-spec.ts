import { expect } from 'chai';
import fs, { chmodSync, chownSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fault, type Service, startService } from '../../../src/service';
import { type Ran, runCommand } from '../support/runCommand';
import { withDirectory } from '../support/temporary';

const badges = Array.from({ length: 25 }, (_, id) => ({ id }));
const whole = badges.map((properties) => `${JSON.stringify({ properties })}\n`).join('');

interface Left {
  readonly directory: string;
  readonly out: string;
  readonly part: string;
  readonly place: string;
  readonly list: () => Promise<Ran>;
}

/** Runs something after a run that failed at its third page. */
const afterFailure = (use: (left: Left) => Promise<void>, prepare?: (out: string) => void): Promise<void> =>
  withDirectory(async (directory) => {
    const faults: ReadonlyArray<Fault> = [{ type: 'html', at: 3 }];
    const service: Service = await startService({ objects: { badge: badges }, maxPageSize: 5, faults });
    const [out, place] = [join(directory, 'out'), join(directory, 'place')];
    const list = (): Promise<Ran> =>
      runCommand(['list', '--base-url', service.url, '--out', out, '--resume', place, service.ontologyRid, 'badge']);
    try {
      prepare?.(out);
      expect((await list()).code).to.equal(1);
      await use({ directory, out, part: `${out}.part`, place, list });
    } finally {
      await service.close();
    }
  });

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

describe('--resume where others can write', () => {
  for (const which of ['part', 'place'] as const) {
    it(`refuses a ${which} file that belongs to somebody else, by name, and touches nothing`, () =>
      afterFailure(async (left) => {
        const file = left[which];
        const before = readFileSync(left.part, 'utf8');
        const restore = giveAway(file);
        const { code, stderr } = await left.list();
        restore();
        expect(code).to.equal(2);
        expect(stderr)
          .to.include(file)
          .and.match(/: it belongs to another user \(12345, not \d+\)[.;] .*remove/);
        expect(readFileSync(left.part, 'utf8')).to.equal(before);
        expect((await readdir(left.directory)).sort()).to.deep.equal(['out.part', 'place']);
      }));

    for (const mode of [0o620, 0o602, 0o666]) {
      it(`refuses a ${which} file of mode ${mode.toString(8)}, and goes on once it is nobody else's`, () =>
        afterFailure(async (left) => {
          chmodSync(left[which], mode);
          const { code, stderr } = await left.list();
          expect(code).to.equal(2);
          expect(stderr).to.include(left[which]).and.include('others can write it (use chmod go-w)');
          chmodSync(left[which], mode & ~0o022);
          expect((await left.list()).code).to.equal(0);
          expect(readFileSync(left.out, 'utf8')).to.equal(whole);
        }));
    }
  }

  it('refuses a part file that is a link to a file of one’s own', () =>
    afterFailure(async ({ directory, part, list }) => {
      const elsewhere = join(directory, 'elsewhere');
      renameSync(part, elsewhere);
      symlinkSync(elsewhere, part);
      const before = readFileSync(elsewhere, 'utf8');
      const { code, stderr } = await list();
      expect(code).to.equal(2);
      expect(stderr).to.include(`cannot write ${part}: it is not a regular file`);
      expect(readFileSync(elsewhere, 'utf8')).to.equal(before);
    }));

  for (const [what, umask, before, part, after] of [
    ['a umask that lets the group write', 0o002, undefined, 0o644, 0o664],
    ['a umask that lets everybody write', 0o000, undefined, 0o644, 0o666],
    ['a target that others can write', 0o022, 0o666, 0o644, 0o666],
    ['a target that nobody can write', 0o022, 0o444, 0o644, 0o444],
    ['a target of one’s own', 0o022, 0o600, 0o600, 0o600],
  ] as const) {
    it(`goes on with its own files, and gives the target its permissions: ${what}`, async () => {
      const usual = process.umask(umask);
      try {
        await afterFailure(
          async (left) => {
            expect((statSync(left.part).mode & 0o777).toString(8)).to.equal(part.toString(8));
            expect((statSync(left.place).mode & 0o777).toString(8)).to.equal('600');
            expect((await left.list()).code).to.equal(0);
            expect(readFileSync(left.out, 'utf8')).to.equal(whole);
            expect((statSync(left.out).mode & 0o777).toString(8)).to.equal(after.toString(8));
          },
          (out) => {
            if (before === undefined) return;
            writeFileSync(out, 'older');
            chmodSync(out, before);
          },
        );
      } finally {
        process.umask(usual);
      }
    });
  }

  it('never writes anything wrong after a bit of the bookmark was flipped', () => {
    return afterFailure(async ({ out, part, place, list }) => {
      const bytes = readFileSync(place);
      const before = readFileSync(part, 'utf8');
      // Every bit is tried by the specs of the bookmark; here are some of each byte, with all that a run does.
      for (let at = 0; at < bytes.length; at += 23) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
        writeFileSync(place, flipped);
        const { code, stdout } = await list();
        expect({ at, code, stdout }).to.deep.equal({ at, code: 2, stdout: '' });
        expect(readFileSync(part, 'utf8')).to.equal(before);
      }
      writeFileSync(place, bytes);
      expect((await list()).code).to.equal(0);
      expect(readFileSync(out, 'utf8')).to.equal(whole);
    });
  });
});

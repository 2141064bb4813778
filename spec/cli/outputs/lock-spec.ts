import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lock, lockFiles, processMark } from '../../../src/cli/outputs/lock';
import { failed, wrongUsage } from '../../../src/cli/terminal/Io';
import { isGone } from '../../../src/node/temporaryFile';
import { withDirectory } from '../support/temporary';

describe('processMark', () => {
  it('is the same for one process, and another for another', () => {
    expect(processMark(process.pid)).to.equal(processMark(process.pid));
    if (process.platform === 'linux') {
      expect(processMark(process.pid)).to.match(/^[0-9a-f-]{36} \d+$/);
      expect(processMark(process.pid)).to.not.equal(processMark(1));
    }
  });

  it('is empty for a process that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(isGone(pid)).to.equal(true);
    expect(processMark(pid)).to.equal('');
  });

  it('a process that lives is not gone', () => {
    expect(isGone(process.pid)).to.equal(false);
  });
});

/** The number of a process that is no more. */
const dead = (): number => spawnSync(process.execPath, ['-e', '']).pid;

const lockFile = (path: string, pid: number): string => `${path}.${pid}.0a1b2c.lock`;

describe('lock', () => {
  it('is given to one at a time', () =>
    withDirectory(async (directory) => {
      const path = join(directory, 'place');
      const first = lock(path);
      const second = lock(path);
      if (E.isLeft(first) || E.isRight(second)) throw new Error('both or none have it');
      expect(second.left.pid).to.equal(process.pid);
      expect(await readdir(directory)).to.have.length(1);
      first.right.release();
      expect(await readdir(directory)).to.deep.equal([]);
      expect(E.isRight(lock(path))).to.equal(true);
    }));

  it('is of a path, not of others that begin alike', () =>
    withDirectory((directory) => {
      for (const name of ['place', 'place.1', 'pla', 'place.part']) {
        expect(E.isRight(lock(join(directory, name))), name).to.equal(true);
      }
      return Promise.resolve();
    }));

  it('is taken from a process that is gone, and its file removed', () =>
    withDirectory(async (directory) => {
      const path = join(directory, 'place');
      await writeFile(lockFile(path, dead()), '');
      expect(E.isRight(lock(path))).to.equal(true);
      expect(await readdir(directory)).to.have.length(1);
    }));

  it('is not taken from a process that lives', () =>
    withDirectory(async (directory) => {
      const path = join(directory, 'place');
      const file = lockFile(path, process.ppid);
      for (const text of ['', processMark(process.ppid)]) {
        await writeFile(file, text);
        expect(lock(path)).to.deep.equal(E.left({ pid: process.ppid, lockFile: file }));
      }
      expect(await readdir(directory)).to.have.length(1);
    }));

  it('is taken from a process whose number another one has now', function () {
    if (processMark(process.pid) === '') return;
    return withDirectory(async (directory) => {
      const path = join(directory, 'place');
      await writeFile(lockFile(path, process.ppid), 'another-boot 4711');
      await writeFile(lockFile(path, process.pid), 'another-boot 4711');
      expect(E.isRight(lock(path))).to.equal(true);
      expect(await readdir(directory)).to.have.length(1);
    });
  });
});

const files = (directory: string, file: string, part: string) => [join(directory, file), join(directory, part)];

describe('lockFiles', () => {
  it('locks both files, and releases both', () =>
    withDirectory(async (directory) => {
      const locked = lockFiles(files(directory, 'place', 'out.part'));
      expect(await readdir(directory)).to.have.length(2);
      if (E.isRight(locked)) locked.right.release();
      expect(await readdir(directory)).to.deep.equal([]);
    }));

  for (const [what, file, part] of [
    ['bookmark', 'place', 'other.part'],
    ['part file', 'other', 'out.part'],
  ] as const) {
    it(`refuses a run that shares only the ${what}, and leaves no lock of it`, () =>
      withDirectory(async (directory) => {
        lockFiles(files(directory, 'place', 'out.part'));
        const second = lockFiles(files(directory, file, part));
        expect(E.isLeft(second) && second.left.exitCode).to.equal(failed);
        expect(await readdir(directory)).to.have.length(2);
      }));
  }

  it('says where it cannot write, and leaves no lock', () =>
    withDirectory(async (directory) => {
      const locked = lockFiles(files(directory, 'place', join('none', 'out.part')));
      expect(E.isLeft(locked) && locked.left).to.deep.equal({
        message: `cannot write ${join(directory, 'none', 'out.part')}: there is no such file or directory`,
        exitCode: wrongUsage,
      });
      expect(await readdir(directory)).to.deep.equal([]);
    }));
});

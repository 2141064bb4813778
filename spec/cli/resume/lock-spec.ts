import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import * as E from 'fp-ts/Either';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from '../../../src/cli/resume/lock';
import { processMark } from '../../../src/cli/resume/processMark';
import { withDirectory } from '../support/temporary';

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

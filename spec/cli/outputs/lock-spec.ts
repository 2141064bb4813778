import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFiles, processMark } from '../../../src/cli/outputs/lock';
import { failed, wrongUsage } from '../../../src/cli/terminal/Io';
import { isGone } from '../../../src/node/temporaryFile';
import { inDirectory } from '../../support/inDirectory';

/** The number of a process that is no more. */
const dead = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('processMark', () => {
  it('is the same for one process, another for another, and empty for one that is gone', () => {
    expect(processMark(process.pid)).to.equal(processMark(process.pid));
    if (process.platform === 'linux') {
      expect(processMark(process.pid)).to.match(/^[0-9a-f-]{36} \d+$/);
      expect(processMark(process.pid)).to.not.equal(processMark(1));
    }
    const pid = dead();
    expect([isGone(pid), isGone(process.pid), processMark(pid)]).to.deep.equal([true, false, '']);
  });
});

describe('lockFiles', () => {
  const isLocked = (path: string): boolean => E.isLeft(lockFiles([path]));

  it('gives locks to one at a time, also where two runs share only one file', () =>
    inDirectory(async (directory) => {
      const [place, part, other] = ['place', 'out.part', 'other'].map((name) =>
        join(directory, name),
      ) as [string, string, string];
      const first = lockFiles([place, part]);
      for (const paths of [[place, other], [other, part], [place]]) {
        const second = lockFiles(paths);
        expect(E.isLeft(second) && second.left.exitCode).to.equal(failed);
        expect(await readdir(directory)).to.have.length(2);
      }
      if (E.isRight(first)) first.right();
      expect(await readdir(directory)).to.deep.equal([]);
      expect(isLocked(place)).to.equal(false);
    }));

  it('locks a path, not others that begin alike', () =>
    inDirectory((directory) => {
      for (const name of ['place', 'place.1', 'pla', 'place.part']) {
        expect(isLocked(join(directory, name)), name).to.equal(false);
      }
      return Promise.resolve();
    }));

  const isMarked = processMark(process.pid) !== '';
  const holders: ReadonlyArray<
    readonly [what: string, pid: () => number, text: string, isTaken: boolean]
  > = [
    ['a process that is gone', dead, '', true],
    ['a process that lives', () => process.ppid, '', false],
    ['a process that lives, by its mark', () => process.ppid, processMark(process.ppid), false],
    [
      'a process whose number another one has now',
      () => process.ppid,
      'another-boot 4711',
      isMarked,
    ],
    ['a process whose number this one has now', () => process.pid, 'another-boot 4711', true],
  ];
  for (const [what, pid, text, isTaken] of holders) {
    it(`${isTaken ? 'takes a lock from' : 'leaves the lock of'} ${what}`, () =>
      inDirectory(async (directory) => {
        const path = join(directory, 'place');
        await writeFile(`${path}.${pid()}.0a1b2c.lock`, text);
        expect(isLocked(path)).to.equal(!isTaken);
        expect(await readdir(directory)).to.have.length(1);
      }));
  }

  it('says where it cannot write, and leaves no lock', () =>
    inDirectory(async (directory) => {
      const locked = lockFiles([join(directory, 'place'), join(directory, 'none', 'out.part')]);
      expect(E.isLeft(locked) && locked.left).to.deep.equal({
        message: `cannot write ${join(directory, 'none', 'out.part')}: there is no such file or directory`,
        exitCode: wrongUsage,
      });
      expect(await readdir(directory)).to.deep.equal([]);
    }));
});

import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Holder, holderOf, lockFiles, stateOf } from '../../../src/cli/sinks/lock';
import { failed, wrongUsage } from '../../../src/cli/terminal/Io';
import { isProcessGone } from '../../../src/node/temporaryFile';
import { inDirectory } from '../../support/inDirectory';

/** The number of a process that is no more. */
const dead = (): number => spawnSync(process.execPath, ['-e', '']).pid;

const isLinux = process.platform === 'linux';

const outermost = 'pid:[4026531836]';

describe('the holder of a lock', () => {
  it('is the same for one process, another for another, and has no start for one that is gone', () => {
    expect(holderOf(process.pid)).to.deep.equal(holderOf(process.pid));
    if (isLinux) {
      expect(holderOf(process.pid).started).to.match(/^\d+$/);
      expect(holderOf(process.pid).started).to.not.equal(holderOf(1).started);
    }
    const pid = dead();
    expect([isProcessGone(pid), isProcessGone(process.pid), holderOf(pid).started]).to.deep.equal([
      true,
      false,
      '',
    ]);
  });

  const { ppid, pid: own } = process;
  const parent = holderOf(ppid);
  const states: ReadonlyArray<
    readonly [what: string, holder: Partial<Holder>, pid: () => number, state: string]
  > = [
    ['a process that is gone', { started: '1' }, dead, 'gone'],
    ['this process, which has not written it', {}, () => own, 'gone'],
    ['a process that lives', {}, () => ppid, isLinux ? 'lives' : 'unknown'],
    ...(isLinux
      ? ([
          ['a process whose number another one has now', { started: '1' }, () => ppid, 'gone'],
          ['a process that has not said when it began', { started: '' }, () => ppid, 'unknown'],
          ['another container', { namespace: 'pid:[1]' }, () => own, 'unknown'],
          ['another container whose process is gone', { namespace: 'pid:[1]' }, dead, 'unknown'],
          ['another machine', { host: 'b', machine: 'b', boot: 'b' }, dead, 'unknown'],
          ['another machine of the same name', { machine: 'b', boot: 'b' }, dead, 'unknown'],
          ['a machine that is not known', { machine: '', boot: 'b' }, dead, 'unknown'],
          [
            'a container of a machine before its restart',
            { boot: 'b', namespace: 'pid:[1]' },
            dead,
            'unknown',
          ],
          ['no namespace', { namespace: '', boot: '' }, dead, 'unknown'],
        ] as const)
      : []),
  ];
  for (const [what, holder, pid, state] of states) {
    it(`says of ${what}: ${state}`, () =>
      expect(stateOf({ ...parent, ...holder }, pid())).to.equal(state));
  }

  it('is gone where its machine was restarted since', () => {
    const { machine, namespace } = holderOf(own);
    const isKnown = machine !== '' && namespace === outermost;
    expect(stateOf({ ...parent, boot: 'another' }, ppid)).to.equal(isKnown ? 'gone' : 'unknown');
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
        const second = lockFiles(paths, true);
        expect(E.isLeft(second) && second.left).to.deep.equal({
          message: `another run, process ${process.pid}, is using these files: wait until it has ended`,
          exitCode: failed,
        });
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

  const away = { ...holderOf(process.ppid), host: 'ship', machine: 'm', boot: 'b' };
  const foreign: ReadonlyArray<readonly [what: string, text: string, where: string]> = [
    ['of another machine', JSON.stringify(away), ' on ship'],
    ['of an earlier version', 'another-boot 4711', ''],
    ['that is just being written', '', ''],
    ['that is too long to be one', JSON.stringify({ ...away, host: 'x'.repeat(2_000) }), ''],
  ];
  for (const [what, text, where] of foreign) {
    it(`leaves a lock ${what}, and takes it away where that is asked for`, () =>
      inDirectory(async (directory) => {
        const path = join(directory, 'place');
        await writeFile(`${path}.${process.pid}.0a1b2c.lock`, text);
        const refused = lockFiles([path]);
        expect(E.isLeft(refused) && refused.left).to.deep.equal({
          message:
            `another run, process ${process.pid}${where}, may be using these files, which cannot be seen from here: ` +
            'once you have made sure that it has ended, run the same command with --break-lock',
          exitCode: failed,
        });
        expect(await readdir(directory)).to.deep.equal([`place.${process.pid}.0a1b2c.lock`]);
        expect(E.isRight(lockFiles([path], true))).to.equal(true);
        expect(await readdir(directory)).to.have.length(1);
      }));
  }

  it('takes a lock from a process that is gone', () =>
    inDirectory(async (directory) => {
      const path = join(directory, 'place');
      const pid = dead();
      const text = JSON.stringify({ ...holderOf(process.ppid), started: '1' });
      await writeFile(`${path}.${pid}.0a1b2c.lock`, text);
      expect(isLocked(path)).to.equal(false);
      expect(await readdir(directory)).to.have.length(1);
    }));

  it('fails at a full disk, which is no wrong usage, and leaves no lock', () =>
    inDirectory(async (directory) => {
      const { fsyncSync } = fs;
      fs.fsyncSync = () => {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      };
      const locked = lockFiles([join(directory, 'place')]);
      fs.fsyncSync = fsyncSync;
      expect(E.isLeft(locked) && locked.left).to.deep.equal({
        message: `cannot write ${join(directory, 'place')}: no space is left`,
        exitCode: failed,
      });
      expect(await readdir(directory)).to.deep.equal([]);
    }));

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

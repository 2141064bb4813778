import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import {
  createTemporaryFile,
  nameFor,
  type Platform,
  removeAbandoned,
} from '../../src/node/temporaryFile';
import { inDirectory } from '../support/inDirectory';
import { openFiles } from './support/openFiles';

/** A platform that refuses to remove the name of a file in use, as Windows does. */
const keepsNames = (): Platform => {
  let isOpen = true;
  return {
    ...fs,
    closeSync: (fd) => {
      isOpen = false;
      fs.closeSync(fd);
    },
    rmSync: (path, options) => {
      if (isOpen) throw new Error('EBUSY');
      fs.rmSync(path, options);
    },
  };
};

/** A platform that writes and reads one byte at a time. */
const byteByByte = {
  ...fs,
  writeSync: (fd: number, bytes: Buffer, at: number, _length: number, position: number) =>
    fs.writeSync(fd, bytes, at, 1, position),
  readSync: (fd: number, bytes: Buffer, at: number, _length: number, position: number) =>
    fs.readSync(fd, bytes, at, 1, position),
} as unknown as Platform;

describe('createTemporaryFile', () => {
  for (const [what, platform] of [
    ['', fs],
    [', also where the platform does only a part at a time', byteByByte],
  ] as const) {
    it(`gives back what was added, in its order, and is empty then${what}`, () =>
      inDirectory((directory) => {
        const file = createTemporaryFile(directory, platform);
        for (const text of ['abc', 'def']) file.append(Buffer.from(text));
        expect([String(file.take(4)), file.size, String(file.take(4)), file.size]).to.deep.equal([
          'abcd',
          2,
          'ef',
          0,
        ]);
        file.append(Buffer.from('gh'));
        expect([file.size, String(file.take(4))]).to.deep.equal([2, 'gh']);
        file.close();
      }));
  }

  it('has no name, and its descriptor is gone when it is closed', () =>
    inDirectory((directory) => {
      const before = openFiles();
      const file = createTemporaryFile(directory);
      expect([fs.readdirSync(directory), openFiles()]).to.deep.equal([[], before + 1]);
      file.close();
      expect(openFiles()).to.equal(before);
    }));

  it('says that it is too short instead of giving what was never written', () =>
    inDirectory((directory) => {
      const file = createTemporaryFile(directory, { ...fs, writeSync: () => 1 });
      file.append(Buffer.from('abc'));
      expect(() => file.take(3)).to.throw('shorter');
      file.close();
    }));

  it('where names of open files stay: a private file, named after this process, gone after closing', () =>
    inDirectory((directory) => {
      const file = createTemporaryFile(directory, keepsNames());
      const [name = ''] = fs.readdirSync(directory);
      expect(name).to.match(new RegExp(`^pagewalk-spool-${process.pid}-[\\w-]{36}$`));
      expect(fs.statSync(join(directory, name)).mode & 0o777).to.equal(0o600);
      file.close();
      expect(fs.readdirSync(directory)).to.deep.equal([]);
    }));
});

describe('removeAbandoned', () => {
  const dead = spawnSync(process.execPath, ['--version']).pid;

  it('removes the files of processes that are gone, and nothing else', () =>
    inDirectory((directory) => {
      const own = [nameFor(process.pid, 'x'), nameFor(99_999_999_999, 'x')];
      const others = [
        `pagewalk-spool-${dead}`,
        `a-pagewalk-spool-${dead}-x`,
        'pagewalk-spool-x-1',
        'notes.txt',
      ];
      const gone = [nameFor(dead, 'a'), nameFor(dead, 'c')];
      for (const name of [...own, ...others, ...gone]) fs.writeFileSync(join(directory, name), '');
      // What cannot be removed is left alone.
      fs.mkdirSync(join(directory, nameFor(dead, 'b')));
      removeAbandoned(directory);
      expect(fs.readdirSync(directory)).to.have.members([...own, ...others, nameFor(dead, 'b')]);
      removeAbandoned('/nowhere/to/be/found');
    }));
});

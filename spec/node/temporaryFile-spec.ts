import { expect } from 'chai';
import fs from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFile, type Platform } from '../../src/node/temporaryFile';
import { inDirectory } from './support/inDirectory';
import { openFiles } from './support/openFiles';
import { until } from './support/until';

/** A platform that refuses to remove the name of a file in use, as Windows does. */
const keepsNames = (): Platform => {
  let isOpen = true;
  return {
    ...fs,
    close: ((fd: number, done: fs.NoParamCallback) => {
      isOpen = false;
      fs.close(fd, done);
    }) as typeof fs.close,
    rmSync: (path, options) => {
      if (isOpen) throw new Error('EBUSY');
      fs.rmSync(path, options);
    },
  };
};

/** A platform that writes and reads one byte at a time. */
const byteByByte = {
  ...fs,
  write: (fd: number, bytes: Buffer, at: number, _length: number, position: number, done: () => void) => {
    fs.write(fd, bytes, at, 1, position, done);
  },
  read: (fd: number, bytes: Buffer, at: number, _length: number, position: number, done: () => void) => {
    fs.read(fd, bytes, at, 1, position, done);
  },
  writeSync: (fd: number, bytes: Buffer, at: number, _length: number, position: number) =>
    fs.writeSync(fd, bytes, at, 1, position),
} as unknown as Platform;

describe('createTemporaryFile', () => {
  it('gives back what was written, wherever it was written', () =>
    inDirectory(async (directory) => {
      const file = createTemporaryFile(directory);
      const writing = file.write(Buffer.from('def'), 3);
      file.writeNow(Buffer.from('abc'), 0);
      await writing;
      expect(String(await file.read(0, 6))).to.equal('abcdef');
      file.close();
    }));

  it('goes on where the platform does only a part at a time', () =>
    inDirectory(async (directory) => {
      const file = createTemporaryFile(directory, byteByByte);
      await file.write(Buffer.from('def'), 3);
      file.writeNow(Buffer.from('abc'), 0);
      expect(String(await file.read(0, 6))).to.equal('abcdef');
      file.close();
    }));

  it('has no name: nothing is to be seen in the directory', () =>
    inDirectory((directory) => {
      const file = createTemporaryFile(directory);
      expect(fs.readdirSync(directory)).to.deep.equal([]);
      file.close();
    }));

  it('closes its descriptor once what is under way has ended', () =>
    inDirectory(async (directory) => {
      const before = openFiles();
      const file = createTemporaryFile(directory);
      const writing = file.write(Buffer.from('abc'), 0);
      file.close();
      file.close();
      expect(openFiles()).to.equal(before + 1);
      await writing;
      await until(() => openFiles() <= before);
    }));

  it('is closed once, however often that is asked', () =>
    inDirectory(async (directory) => {
      let closed = 0;
      const close = (fd: number): void => {
        closed += 1;
        fs.closeSync(fd);
      };
      const file = createTemporaryFile(directory, { ...fs, close } as unknown as Platform);
      file.close();
      file.close();
      await file.read(0, 1).catch(() => undefined);
      expect(closed).to.equal(1);
    }));

  it('refuses to work once it is closed', () =>
    inDirectory(async (directory) => {
      const file = createTemporaryFile(directory);
      file.close();
      expect(() => {
        file.writeNow(Buffer.from('abc'), 0);
      }).to.throw('the file is closed');
      const outcomes = await Promise.allSettled([file.read(0, 1), file.write(Buffer.from('abc'), 0)]);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    }));

  it('says that it is too short instead of giving what was never written', () =>
    inDirectory(async (directory) => {
      const file = createTemporaryFile(directory);
      file.writeNow(Buffer.from('abc'), 0);
      const [outcome] = await Promise.allSettled([file.read(0, 4)]);
      expect(String((outcome as PromiseRejectedResult).reason)).to.contain('shorter');
      file.close();
    }));

  it('where names of open files stay: a private file, named after this process, gone after closing', () =>
    inDirectory(async (directory) => {
      const file = createTemporaryFile(directory, keepsNames());
      const [name = ''] = fs.readdirSync(directory);
      expect(name).to.match(new RegExp(`^pagewalk-spool-${process.pid}-[\\w-]{36}$`));
      expect(fs.statSync(join(directory, name)).mode & 0o777).to.equal(0o600);
      file.close();
      await until(() => fs.readdirSync(directory).length === 0);
    }));
});

import { expect } from 'chai';
import fs from 'node:fs';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removePrivateFile, replacePrivateFile, writeAll } from '../../../src/cli/outputs/privateFile';
import { withDirectory } from '../support/temporary';

describe('writeAll', () => {
  it('writes every byte, though the platform takes a few at a time', () =>
    withDirectory((directory) => {
      const file = join(directory, 'file');
      const real = fs.writeSync;
      const fd = fs.openSync(file, 'w+');
      const few = (target: number, bytes: Buffer, at: number, length: number, position: number): number =>
        real(target, bytes, at, Math.min(3, length), position);
      Object.assign(fs, { writeSync: few });
      try {
        writeAll(fd, Buffer.from('one two three'), 0);
        writeAll(fd, Buffer.from('TWO FOUR'), 4);
      } finally {
        Object.assign(fs, { writeSync: real });
        fs.closeSync(fd);
      }
      expect(fs.readFileSync(file, 'utf8')).to.equal('one TWO FOURe');
      return Promise.resolve();
    }));
});

describe('a private file', () => {
  it('is replaced, and only its owner may read it', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'place');
      await writeFile(file, 'older', { mode: 0o666 });
      await writeFile(`${file}.new`, 'what a kill has left', { mode: 0o666 });
      replacePrivateFile(file, 'newer ✓');
      expect(await readFile(file, 'utf8')).to.equal('newer ✓');
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      expect(await readdir(directory)).to.deep.equal(['place']);
    }));

  it('is not written through a link that somebody has put beside it', () =>
    withDirectory(async (directory) => {
      const [file, other] = [join(directory, 'place'), join(directory, 'other')];
      await writeFile(other, 'precious');
      await symlink(other, `${file}.new`);
      replacePrivateFile(file, 'secret');
      expect(await readFile(other, 'utf8')).to.equal('precious');
    }));

  it('is removed with what a kill has left beside it', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'place');
      await writeFile(file, '');
      await writeFile(`${file}.new`, '');
      removePrivateFile(file);
      removePrivateFile(file);
      expect(await readdir(directory)).to.deep.equal([]);
    }));
});

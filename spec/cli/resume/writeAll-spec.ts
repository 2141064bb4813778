import { expect } from 'chai';
import fs from 'node:fs';
import { join } from 'node:path';
import { writeAll } from '../../../src/cli/resume/writeAll';
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

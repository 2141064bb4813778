import { expect } from 'chai';
import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putInPlace } from '../../../src/cli/sinks/partFile';
import { inDirectory } from '../../support/inDirectory';

describe('putInPlace', () => {
  it('replaces a file also where a file system cannot give it permissions', () =>
    inDirectory(async (directory) => {
      const [part, path] = [join(directory, 'a.part'), join(directory, 'a')];
      await writeFile(part, 'new', { mode: 0o600 });
      const { chmod } = fs.promises;
      fs.promises.chmod = () => Promise.reject(new Error('EPERM'));
      await putInPlace(part, { path, mode: 0o644 }).finally(() => (fs.promises.chmod = chmod));
      expect(await readFile(path, 'utf8')).to.equal('new');
    }));
});

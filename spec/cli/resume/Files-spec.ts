import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, placePart } from '../../../src/cli/resume/Files';
import { withDirectory } from '../support/temporary';

describe('filesOf', () => {
  it('names a part file beside the file that is really written', () =>
    withDirectory(async (directory) => {
      await writeFile(join(directory, 'real'), '');
      await symlink('real', join(directory, 'link'));
      const files = await filesOf(join(directory, 'link'), join(directory, 'place'));
      const real = await realpath(join(directory, 'real'));
      expect(E.isRight(files) && files.right).to.deep.include({ part: `${real}.part`, file: join(directory, 'place') });
    }));

  it('refuses a bookmark that is the output by another name', () =>
    withDirectory(async (directory) => {
      await writeFile(join(directory, 'real'), '');
      await symlink('real', join(directory, 'link'));
      expect(E.isLeft(await filesOf(join(directory, 'real'), join(directory, 'link')))).to.equal(true);
    }));
});

describe('placePart', () => {
  it('replaces the target, and removes the bookmark', () =>
    withDirectory(async (directory) => {
      const [path, part, file] = [join(directory, 'out'), join(directory, 'out.part'), join(directory, 'place')];
      await writeFile(path, 'older');
      await writeFile(part, 'newer');
      await writeFile(file, '{}');
      placePart({ target: { path, mode: 0o666, size: 5 }, part, file });
      expect(await readdir(directory)).to.deep.equal(['out']);
      expect(await readFile(path, 'utf8')).to.equal('newer');
    }));
});

import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, renamePart } from '../../../src/cli/resume/Files';
import { stepsOf } from '../support/steps';
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

  it('refuses links that lead nowhere, by the option that names them', () =>
    withDirectory(async (directory) => {
      const [file, link] = [join(directory, 'file'), join(directory, 'link')];
      await symlink('gone', link);
      for (const [out, resume, option] of [
        [link, file, '--out'],
        [file, link, '--resume'],
      ] as const) {
        const files = await filesOf(out, resume);
        expect(E.isLeft(files) && files.left.exitCode).to.equal(2);
        expect(E.isLeft(files) && files.left.message).to.match(new RegExp(`leads nowhere; .* by ${option}$`));
      }
    }));

  const clashes: ReadonlyArray<readonly [out: string, resume: string, tokenFile?: string]> = [
    ['x', 'x'],
    ['x', 'x.part'],
    ['x.new', 'x'],
    ['x', join('same', 'x')],
    [join('same', 'x.new'), 'x'],
    ['link.new', 'link'],
    ['x.123.0a1b2c.lock', 'x'],
    ['x', 'x.part.123.0a1b2c.lock'],
    ['x', 'y', 'x'],
    ['x', 'y', 'x.part'],
    ['x', 'y', 'y'],
    ['x', 'y', 'y.new'],
    ['x', 'y', 'y.123.0a1b2c.lock'],
    ['x', 'y', join('same', 'y')],
    ['real', 'y', 'link.new'],
  ];
  for (const [out, resume, tokenFile] of clashes) {
    const files = `--out ${out}, --resume ${resume}${tokenFile === undefined ? '' : `, --token-file ${tokenFile}`}`;
    it(`refuses ${files}: one would replace or remove the other`, () =>
      withDirectory(async (directory) => {
        const path = (name: string): string => join(directory, name);
        await writeFile(path('real'), '');
        await symlink('.', path('same'));
        await symlink('real', path('link.new'));
        const clash = await filesOf(path(out), path(resume), tokenFile === undefined ? undefined : path(tokenFile));
        expect(E.isLeft(clash) && clash.left).to.include({ exitCode: 2 });
        expect(E.isLeft(clash) && clash.left.message).to.match(/ cannot be .* and .* at once: name another file$/);
      }));
  }

  it('takes files that differ', () =>
    withDirectory(async (directory) => {
      const [out, place, token] = ['x', 'x.place', 'x.token'].map((name) => join(directory, name)) as [
        string,
        string,
        string,
      ];
      expect(E.isRight(await filesOf(out, place, token))).to.equal(true);
    }));
});

describe('renamePart', () => {
  it('replaces the target, and removes the bookmark', () =>
    withDirectory(async (directory) => {
      const [path, part, file] = [join(directory, 'out'), join(directory, 'out.part'), join(directory, 'place')];
      await writeFile(path, 'older');
      await writeFile(part, 'newer');
      await writeFile(file, '{}');
      renamePart({ target: { path, mode: 0o666 }, part, file });
      expect(await readdir(directory)).to.deep.equal(['out']);
      expect(await readFile(path, 'utf8')).to.equal('newer');
    }));

  it('brings the bookmark to the disk before the rename, and the rename before the bookmark is gone', () =>
    withDirectory(async (directory) => {
      const [out, places] = [join(directory, 'a'), join(directory, 'b')];
      await mkdir(out);
      await mkdir(places);
      const [path, part, file] = [join(out, 'out'), join(out, 'out.part'), join(places, 'place')];
      await writeFile(part, 'newer');
      await writeFile(file, '{}');
      const steps = await stepsOf(() => {
        renamePart({ target: { path, mode: 0o666 }, part, file });
      });
      const told = steps.filter(([name]) => ['openSync', 'renameSync', 'rmSync'].includes(name));
      expect(told).to.deep.equal([
        ['openSync', places],
        ['renameSync', part],
        ['openSync', out],
        ['rmSync', `${file}.new`],
        ['rmSync', file],
      ]);
      expect(steps.filter(([name]) => name === 'fsyncSync')).to.have.length(2);
    }));
});

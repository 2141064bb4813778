import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, type Found, recovery, renamePart } from '../../../src/cli/resume/Files';
import { bookmark } from '../support/bookmarks';
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
        const clash = await filesOf(
          path(out),
          path(resume),
          tokenFile === undefined ? {} : { tokenFile: path(tokenFile) },
        );
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
      expect(E.isRight(await filesOf(out, place, { tokenFile: token }))).to.equal(true);
    }));
});

describe('renamePart', () => {
  it('replaces the target, and removes the bookmark', () =>
    withDirectory(async (directory) => {
      const [path, part, file] = [join(directory, 'out'), join(directory, 'out.part'), join(directory, 'place')];
      await writeFile(path, 'older');
      await writeFile(part, 'newer');
      await writeFile(file, '{}');
      await renamePart({ target: { path, mode: 0o666 }, part, file });
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
      const steps = await stepsOf(() => renamePart({ target: { path, mode: 0o666 }, part, file }));
      const told = steps.filter(([name]) => ['open', 'rename', 'rm'].includes(name));
      expect(told).to.deep.equal([
        ['open', places],
        ['rename', part],
        ['open', out],
        ['rm', `${file}.new`],
        ['rm', file],
      ]);
      expect(steps.filter(([name]) => name === 'sync')).to.have.length(2);
    }));
});

const names = { file: 'F', part: 'P' };
const midway = bookmark();
const over = bookmark({ isDone: true });
const flawed = bookmark({ isDone: true, written: { ...over.written, invalid: 2 } });
const lacking = bookmark({ isDone: true, written: { ...over.written, omitted: 1 } });
const early = bookmark({ written: { ...midway.written, bytes: 0, objects: 0, pages: 1, invalid: 1 } });

const found = (one: typeof midway | undefined, part: number | undefined, target?: number): Found => ({
  bookmark: O.fromNullable(one),
  part: O.fromNullable(part),
  target: O.fromNullable(target),
});

const cases: ReadonlyArray<readonly [what: string, found: Found, then: string]> = [
  ['nothing', found(undefined, undefined), 'Walk'],
  ['an empty part file', found(undefined, 0), 'Walk'],
  ['an older target', found(undefined, undefined, 100), 'Walk'],
  ['a part file that no bookmark speaks of', found(undefined, 1), 'P is there, but F'],
  ['a bookmark and its part file', found(midway, 60), 'Walk'],
  ['a part file that a page was appended to', found(midway, 85), 'Walk'],
  ['a part file that is too short', found(midway, 59), 'P lacks'],
  ['no part file', found(midway, undefined, 60), 'P lacks'],
  ['no part file, where nothing was written to it', found(early, undefined), 'Walk'],
  ['a walk that is over', found(over, 60, 100), 'Rename'],
  ['a walk that is over, and its file in its place', found(over, undefined, 60), 'Forget'],
  ['a walk that is over, and no file', found(over, undefined), 'P is not as it was'],
  ['a walk that is over, and another file in its place', found(over, undefined, 59), 'P is not as it was'],
  ['a walk that is over, and a part file that was changed', found(over, 61), 'P is not as it was'],
  ['a walk that is over with invalid objects', found(flawed, 60), 'Keep'],
  ['a walk that is over without objects that share a key', found(lacking, 60), 'Keep'],
  ['the same, and no part file', found(lacking, undefined, 60), 'P is not as it was'],
  ['a walk that is over with invalid objects, and no part file', found(flawed, undefined, 60), 'P is not as it was'],
];

describe('recovery', () => {
  for (const [what, state, then] of cases) {
    it(`finds ${what}: ${then}`, () => {
      const result = recovery(state, names);
      if (E.isRight(result)) expect(result.right).to.include({ _tag: then });
      else expect(result.left).to.match(new RegExp(`^${then}.*to begin again$`));
    });
  }
});

import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstValueFrom } from 'rxjs';
import { fileOutput, type Output } from '../../../src/cli/outputs/Output';
import { withDirectory } from '../support/temporary';

const open = async (file: string): Promise<Output> => {
  const output = await fileOutput(file);
  if (E.isLeft(output)) throw new Error(output.left.message);
  return output.right;
};

describe('fileOutput', () => {
  it('writes under another name in the same directory until it is whole', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'objects.ndjson');
      const output = await open(file);
      output.write('one\n');
      await firstValueFrom(output.flushed);
      const names = await readdir(directory);
      expect(names).to.have.length(1);
      expect(names[0]).to.match(/^objects\.ndjson\.[0-9a-f]{6}\.part$/);
      expect(await output.close('whole')).to.deep.equal(E.right(`written to ${file}`));
      expect(await readdir(directory)).to.deep.equal(['objects.ndjson']);
      expect(await readFile(file, 'utf8')).to.equal('one\n');
    }));

  it('keeps what was read under that name where it is not whole, and an older file as it was', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'objects.ndjson');
      await writeFile(file, 'older');
      const output = await open(file);
      output.write('one\n');
      const said = await output.close('broken');
      const part = (await readdir(directory)).find((name) => name.endsWith('.part')) ?? '';
      expect(await readFile(join(directory, part), 'utf8')).to.equal('one\n');
      expect(await readFile(file, 'utf8')).to.equal('older');
      expect(said).to.deep.equal(E.right(`what was read is in ${join(directory, part)}, and ${file} was not touched`));
    }));

  it('leaves nothing where nothing was read', () =>
    withDirectory(async (directory) => {
      const output = await open(join(directory, 'objects.ndjson'));
      expect(await output.close('broken')).to.deep.equal(E.right(''));
      expect(await readdir(directory)).to.deep.equal([]);
    }));

  it('writes an empty file where the whole is empty', () =>
    withDirectory(async (directory) => {
      const output = await open(join(directory, 'objects.ndjson'));
      await output.close('whole');
      expect(await readFile(join(directory, 'objects.ndjson'), 'utf8')).to.equal('');
    }));

  it('keeps the permissions of the file that it replaces', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'private.ndjson');
      await writeFile(file, 'older');
      await chmod(file, 0o600);
      const output = await open(file);
      output.write('newer');
      await output.close('whole');
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
      expect(await readFile(file, 'utf8')).to.equal('newer');
    }));

  it('replaces the file behind a link, not the link', () =>
    withDirectory(async (directory) => {
      await writeFile(join(directory, 'real'), 'older');
      await symlink('real', join(directory, 'link'));
      const output = await open(join(directory, 'link'));
      output.write('newer');
      await output.close('whole');
      expect((await lstat(join(directory, 'link'))).isSymbolicLink()).to.equal(true);
      expect(await readFile(join(directory, 'real'), 'utf8')).to.equal('newer');
    }));

  const refused: ReadonlyArray<readonly [what: string, name: string, reason: string]> = [
    ['a directory', 'folder', 'it is not a regular file'],
    ['a file in a directory that is not there', 'none/objects', 'there is no such file or directory'],
    ['a file below a file', 'file/objects', 'a part of the path is not a directory'],
  ];
  for (const [what, name, reason] of refused) {
    it(`refuses ${what}`, () =>
      withDirectory(async (directory) => {
        await mkdir(join(directory, 'folder'));
        await writeFile(join(directory, 'file'), '');
        const file = join(directory, name);
        expect(await fileOutput(file)).to.deep.equal(
          E.left({ message: `cannot write ${file}: ${reason}`, exitCode: 2 }),
        );
      }));
  }

  for (const [what, leads] of [
    ['that leads nowhere', 'gone'],
    ['that leads to itself', 'link'],
  ] as const) {
    it(`refuses a link ${what}, and leaves it as it is`, () =>
      withDirectory(async (directory) => {
        const file = join(directory, 'link');
        await symlink(leads, file);
        const message = `cannot write ${file}: it is a link that leads nowhere; remove it, or name another file by --out`;
        expect(await fileOutput(file)).to.deep.equal(E.left({ message, exitCode: 2 }));
        expect(await readdir(directory)).to.deep.equal(['link']);
        expect((await lstat(file)).isSymbolicLink()).to.equal(true);
      }));
  }

  it('refuses a device, which a rename would replace', async () => {
    expect(E.isLeft(await fileOutput('/dev/null'))).to.equal(true);
    expect((await stat('/dev/null')).isCharacterDevice()).to.equal(true);
  });

  it('says so where the directory went away before the end', () =>
    withDirectory(async (directory) => {
      const file = join(directory, 'gone', 'objects');
      await mkdir(join(directory, 'gone'));
      const output = await open(file);
      await rm(join(directory, 'gone'), { recursive: true });
      expect(await output.close('whole')).to.deep.equal(
        E.left(`cannot write ${file}: there is no such file or directory`),
      );
    }));
});

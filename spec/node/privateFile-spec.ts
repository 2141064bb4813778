import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import fs from 'node:fs';
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createPrivate,
  readOwn,
  removeLocked,
  replaceLocked,
  replacePrivate,
  temporaryName,
  writeAll,
} from '../../src/node/privateFile';
import { inDirectory } from '../support/inDirectory';

describe('writeAll', () => {
  it('writes every byte, though the platform accepts a few at a time', async () => {
    const written = Buffer.alloc(13);
    const few = {
      write: (bytes: Buffer, at: number, length: number, position: number) => {
        const bytesWritten = bytes.copy(written, position, at, at + Math.min(3, length));
        return Promise.resolve({ bytesWritten, buffer: bytes });
      },
    };
    await writeAll(few as never, Buffer.from('one two three'), 0);
    await writeAll(few as never, Buffer.from('TWO FOUR'), 4);
    expect(written.toString()).to.equal('one TWO FOURe');
  });
});

/** What was synced, in order, and the names that the folder had by then. */
const syncsOf = async (
  directory: string,
  act: () => Promise<void>,
): Promise<ReadonlyArray<string>> => {
  const { open } = fs.promises;
  const syncs: Array<string> = [];
  fs.promises.open = async (path, ...others) => {
    const opened = await open(path, ...others);
    const sync = async (): Promise<void> => {
      const names = (await readdir(directory))
        .map((name) => (name === 'place' ? name : 'temporary'))
        .join();
      syncs.push(`${path === directory ? 'the folder' : 'a file'}: ${names}`);
    };
    return Object.assign(opened, { sync });
  };
  await act().finally(() => (fs.promises.open = open));
  return syncs;
};

for (const [name, write] of Object.entries({ createPrivate, replacePrivate })) {
  it(`law 17: ${name} syncs the file before it has its name, and then the folder that has the name`, () =>
    inDirectory(async (directory) => {
      const syncs = await syncsOf(directory, () => write(join(directory, 'place'), 'text'));
      expect(syncs).to.deep.equal(['a file: temporary', 'the folder: place']);
    }));
}

const ways = { replaceLocked, replacePrivate };

for (const [name, write] of Object.entries(ways)) {
  describe(`a private file, by ${name}`, () => {
    it('is replaced, and only its owner may read it', () =>
      inDirectory(async (directory) => {
        const file = join(directory, 'place');
        await writeFile(file, 'older', { mode: 0o666 });
        await write(file, 'newer ✓');
        expect(await readFile(file, 'utf8')).to.equal('newer ✓');
        expect((await stat(file)).mode & 0o777).to.equal(0o600);
        expect(await readdir(directory)).to.deep.equal(['place']);
      }));

    it('stays as it was where the disk is full, and nothing is left beside it', () =>
      inDirectory(async (directory) => {
        const file = join(directory, 'place');
        await writeFile(file, 'older');
        const { open } = fs.promises;
        fs.promises.open = async (...args) => {
          const opened = await open(...args);
          const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
          return Object.assign(opened, { write: full });
        };
        try {
          expect(await write(file, 'newer').catch(String)).to.include('full');
        } finally {
          fs.promises.open = open;
        }
        expect(await readFile(file, 'utf8')).to.equal('older');
        expect(await readdir(directory)).to.deep.equal(['place']);
      }));
  });
}

describe('a private file that is locked', () => {
  it('is replaced though a kill has left something beside it', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'place');
      await writeFile(temporaryName(file), 'what a kill has left', { mode: 0o666 });
      await replaceLocked(file, 'newer');
      expect(await readdir(directory)).to.deep.equal(['place']);
    }));

  it('is not written through a link that another user has put beside it', () =>
    inDirectory(async (directory) => {
      const [file, other] = [join(directory, 'place'), join(directory, 'other')];
      await writeFile(other, 'precious');
      await symlink(other, temporaryName(file));
      await replaceLocked(file, 'secret');
      expect(await readFile(other, 'utf8')).to.equal('precious');
    }));

  it('is removed with what a kill has left beside it', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'place');
      await writeFile(file, '');
      await writeFile(temporaryName(file), '');
      await removeLocked(file);
      await removeLocked(file);
      expect(await readdir(directory)).to.deep.equal([]);
    }));
});

describe('createPrivate', () => {
  it('leaves a file that is there as it is', () =>
    inDirectory(async (directory) => {
      const file = join(directory, 'place');
      await createPrivate(file, 'first');
      await createPrivate(file, 'second');
      expect(await readFile(file, 'utf8')).to.equal('first');
      expect(await readdir(directory)).to.deep.equal(['place']);
    }));
});

describe('readOwn', () => {
  const cases = [
    [0o600, 'to writers', undefined],
    [0o644, 'to writers', undefined],
    [0o620, 'to writers', 'others can write it (use chmod go-w)'],
    [0o602, 'to all', 'others can write it (use chmod go-w)'],
    [0o600, 'to all', undefined],
    [0o640, 'to all', 'others can read it (use chmod go-rwx)'],
  ] as const;
  for (const [mode, closed, problem] of cases) {
    it(`${problem === undefined ? 'reads' : 'refuses'} a file of mode ${mode.toString(8)} that has to be closed ${closed}`, () =>
      inDirectory(async (directory) => {
        const file = join(directory, 'place');
        await writeFile(file, 'text');
        await chmod(file, mode);
        expect(await readOwn(file, closed)).to.deep.equal(
          problem === undefined ? E.right(O.some(Buffer.from('text'))) : E.left(problem),
        );
      }));
  }

  it('finds none where there is no file, and refuses a link and a directory', () =>
    inDirectory(async (directory) => {
      await writeFile(join(directory, 'real'), 'text');
      await symlink('real', join(directory, 'link'));
      expect(await readOwn(join(directory, 'none'), 'to all')).to.deep.equal(E.right(O.none));
      for (const path of [join(directory, 'link'), directory]) {
        expect(await readOwn(path, 'to writers')).to.deep.equal(E.left('it is not a regular file'));
      }
    }));
});

import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstValueFrom } from 'rxjs';
import { type Bookmark, readBookmark } from '../../../src/cli/resume/Bookmark';
import type { Files } from '../../../src/cli/resume/Files';
import { openPart, resumableOutput } from '../../../src/cli/resume/resumableOutput';
import { bookmark, placeAt } from '../support/bookmarks';
import { withDirectory } from '../support/temporary';

const filesIn = (directory: string): Files => ({
  target: { path: join(directory, 'out'), mode: 0o644 },
  part: join(directory, 'out.part'),
  file: join(directory, 'place'),
});

const open = async (directory: string, bytes = 0, pages = 3) => {
  const files = filesIn(directory);
  const output = resumableOutput(files, await openPart(files, bytes), bytes, (length, isDone) =>
    bookmark({ isDone, written: { ...bookmark().written, bytes: length, objects: 0, pages } }),
  );
  const kept = (): Bookmark | undefined => {
    const read = existsSync(files.file) ? readBookmark(readFileSync(files.file)) : undefined;
    return read !== undefined && E.isRight(read) ? read.right : undefined;
  };
  return { ...output, files, kept, part: () => readFileSync(files.part, 'utf8') };
};

describe('resumableOutput', () => {
  it('holds text back until the place after its page is saved, and then keeps text and bookmark', () =>
    withDirectory(async (directory) => {
      const { write, ready, save, part, kept } = await open(directory);
      await firstValueFrom(ready);
      expect(kept()?.written.bytes).to.equal(0);
      write('one\n✓\n');
      expect(part()).to.equal('');
      await firstValueFrom(save(placeAt(4)));
      expect(part()).to.equal('one\n✓\n');
      expect(kept()?.written.bytes).to.equal(8);
    }));

  it('keeps no text of a page that is to be asked for again', () =>
    withDirectory(async (directory) => {
      const { write, ready, save, flushed, part, kept } = await open(directory);
      await firstValueFrom(ready);
      write('one\n');
      await firstValueFrom(save(placeAt(3)));
      expect(part()).to.equal('');
      await firstValueFrom(flushed);
      expect(part()).to.equal('one\n');
      expect(kept()?.written.bytes).to.equal(0);
    }));

  it('goes on behind what the bookmark speaks of', () =>
    withDirectory(async (directory) => {
      writeFileSync(filesIn(directory).part, 'one\ntwo\nhalf a page, longer than what comes next');
      const { write, ready, part, kept } = await open(directory, 8);
      write('three\n');
      await firstValueFrom(ready);
      expect(part()).to.equal('one\ntwo\nthree\n');
      expect(kept()?.written.bytes).to.equal(14);
    }));

  it('writes what was read, but no bookmark, when it is only flushed', () =>
    withDirectory(async (directory) => {
      const { write, flushed, part, kept, close, files } = await open(directory);
      write('one\n');
      await firstValueFrom(flushed);
      expect(part()).to.equal('one\n');
      expect(kept()).to.equal(undefined);
      expect(await close('broken')).to.deep.equal(
        E.right(`what was read is in ${files.part}, and ${files.target.path} was not touched`),
      );
    }));

  it('puts a whole document in its place, and leaves nothing else', () =>
    withDirectory(async (directory) => {
      const { write, ready, close, files } = await open(directory);
      await firstValueFrom(ready);
      write('one\n');
      expect(await close('whole')).to.deep.equal(E.right(`written to ${files.target.path}`));
      expect(readFileSync(files.target.path, 'utf8')).to.equal('one\n');
      expect([files.part, files.file].filter(existsSync)).to.deep.equal([]);
    }));

  it('keeps one that lacks invalid objects where it is, and says that the walk is over', () =>
    withDirectory(async (directory) => {
      const { write, close, kept, part, files } = await open(directory);
      write('one\n');
      await close('flawed');
      expect(kept()).to.deep.include({ isDone: true });
      expect(part()).to.equal('one\n');
      expect(existsSync(files.target.path)).to.equal(false);
    }));

  it('leaves nothing where no page was read', () =>
    withDirectory(async (directory) => {
      const { ready, close, files } = await open(directory, 0, 0);
      await firstValueFrom(ready);
      expect(await close('broken')).to.deep.equal(E.right(''));
      expect([files.part, files.file].filter(existsSync)).to.deep.equal([]);
    }));

  it('is not ready, and says why, where the bookmark cannot be written', () =>
    withDirectory(async (directory) => {
      const { ready, ends, files } = await open(directory);
      mkdirSync(`${files.file}.new`);
      let isReady = false;
      ready.subscribe(() => (isReady = true));
      expect(await firstValueFrom(ends)).to.include({ _tag: 'OutputFailed' });
      expect(isReady).to.equal(false);
    }));
});

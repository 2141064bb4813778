import { expect } from 'chai';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filePlaces } from '../../../src/stores/files/filePlaces';
import { inDirectory } from '../../support/inDirectory';
import { numberedPages } from '../../support/numberedPages';
import {
  numberedWalk,
  type Own as OwnOf,
  pagesKept,
  pagesOver,
} from '../../walk/durable/support/numberedWalk';
import { fileIn } from './support/files';
import { type FilesOfRc2, markOfRc2, partsOfRc2, unfinishedOfRc2 } from './support/filesOfRc2';

type Own = OwnOf<void>;

const threePages = numberedPages({ pages: 3, perPage: 1 });

/** Walks over what version 1.0.0-rc.2 has left, and what they did. */
const walksOver = (directory: string, { files }: FilesOfRc2) => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory, name), content, { mode: 0o600 });
  const places = filePlaces(directory);
  const worked: Array<string> = [];
  const finished: Array<ReadonlyArray<string>> = [];
  const run = (own: Own = {}) =>
    pagesKept(
      numberedWalk(
        places,
        {
          work: ({ run: text }) => void worked.push(text),
          finish: (_, { runs }) => void finished.push(runs),
          ...own,
        },
        pagesOver(threePages),
      ),
    );
  return { places, run, worked, finished };
};

const part = (name: string): Own => ({ part: { name, of: ['b', 'a'] } });

describe('files of version 1.0.0-rc.2', () => {
  it('law 36: two parts are continued where they were, in the run that they had', () =>
    inDirectory(async (directory) => {
      const { run, worked, finished, places } = walksOver(directory, partsOfRc2);
      expect(
        (await places.all()).map(({ part: name, pages, isLast }) => [name, pages, isLast]),
      ).to.deep.equal([
        ['a', 3, true],
        ['b', 1, false],
      ]);
      expect(await run(part('b'))).to.deep.equal([2, 3]);
      expect(worked).to.deep.equal([partsOfRc2.run, partsOfRc2.run]);
      expect(await run(part('a')), 'done').to.deep.equal([3]);
      expect(finished).to.deep.equal([[partsOfRc2.run]]);
    }));

  it('law 36: a finish that did not complete is called by the next walker, once', () =>
    inDirectory(async (directory) => {
      const { run, finished } = walksOver(directory, unfinishedOfRc2);
      for (let turn = 0; turn < 2; turn += 1) expect(await run()).to.deep.equal([3]);
      expect(finished).to.deep.equal([[unfinishedOfRc2.run]]);
    }));

  it('and by none that is not given one', () =>
    inDirectory(async (directory) => {
      const { run, finished } = walksOver(directory, unfinishedOfRc2);
      expect(await run({ finish: undefined })).to.deep.equal([3]);
      expect(finished).to.deep.equal([]);
    }));

  it('law 37: a run with a mark is continued, and the next one asks from its mark', () =>
    inDirectory(async (directory) => {
      const { run, places } = walksOver(directory, markOfRc2);
      const asked: Array<unknown> = [];
      const mark: Own = {
        mark: { of: ({ properties }) => Number(properties.id) },
        pages: ({ mark: from, ...start }) => {
          asked.push(from);
          return pagesOver(threePages)(start);
        },
        finish: undefined,
      };
      expect((await places.all()).map((walk) => walk.mark)).to.deep.equal([2]);
      expect(await run(mark)).to.deep.equal([3]);
      expect((await places.all()).map((walk) => [walk.pages, walk.mark])).to.deep.equal([[3, 2]]);
      expect(await run(mark)).to.deep.equal([1, 2, 3]);
      expect(asked, 'the fixed one, then the highest').to.deep.equal([0, 2]);
    }));

  for (const [what, change] of [
    ['forget', (places) => places.forget('walk')],
    ['restart', (places) => places.restart('walk')],
  ] satisfies ReadonlyArray<
    readonly [string, (places: ReturnType<typeof filePlaces>) => Promise<void>]
  >) {
    it(`${what} lets it begin again, without the finish that was to come`, () =>
      inDirectory(async (directory) => {
        const { run, places, worked, finished } = walksOver(directory, unfinishedOfRc2);
        await change(places);
        expect(await run()).to.deep.equal([1, 2, 3]);
        expect(worked).to.not.include(unfinishedOfRc2.run);
        expect(finished).to.have.lengthOf(1);
      }));
  }

  for (const kind of ['.claims', '.place', '.run']) {
    it(`law 17: a file of a later version is refused (${kind})`, () =>
      inDirectory(async (directory) => {
        const { run, places } = walksOver(directory, markOfRc2);
        await places.forget('walk');
        await run();
        const file = fileIn(directory, kind);
        const before = readFileSync(file, 'utf8');
        writeFileSync(file, before.replace(/^pagewalk \d/, 'pagewalk 3'));
        const left = () =>
          readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]);
        const now = left();
        expect(String(await run()))
          .to.include(file)
          .and.include('later version');
        expect(left()).to.deep.equal(now);
      }));
  }
});

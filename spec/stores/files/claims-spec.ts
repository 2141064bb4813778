import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import fs, {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { filePlaces } from '../../../src/node/index';
import type { FilePlaces } from '../../../src/stores/files/filePlaces';
import { crashingAfter } from '../../node/support/crashingAfter';
import { failureOf } from '../../support/collect';
import { kept, pagesOf, superseded } from '../../walk/durable/support/storeCases';
import { inDirectory } from '../../support/inDirectory';
import { claimOf, fileIn, keepIn } from './support/files';

const claimsIn = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.claims'))
    .map((name) => join(directory, name));

const claimsFile = (directory: string): string => fileIn(directory, '.claims');

const marks = (count: number): string =>
  Array.from({ length: count }, () => `${randomUUID()}\n`).join('');

type Write = (this: FileHandle, ...args: Array<unknown>) => Promise<unknown>;

/** Lets another function write to every open file while something runs. */
const writing = async (
  replaced: (original: Write) => Write,
  use: () => Promise<void>,
): Promise<void> => {
  const file = await open(__filename, 'r');
  const prototype = Object.getPrototypeOf(file) as { write: Write };
  await file.close();
  const { write } = prototype;
  prototype.write = replaced(write);
  try {
    await use();
  } finally {
    prototype.write = write;
  }
};

const noSpace = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

describe('the claims of filePlaces', () => {
  it('law 19: a torn last line, cut at any byte or filled with zeros, was never a claim', () =>
    inDirectory(async (directory) => {
      const nonce = randomUUID();
      const torn = [
        ...Array.from({ length: nonce.length }, (_, index) => nonce.slice(0, index + 1)),
        ...[1, 20, 37, 4_000].map((length) => '\0'.repeat(length)),
        `${nonce.slice(0, 9)}${'\0'.repeat(28)}`,
      ];
      let walker = await claimOf(directory);
      await keepIn(directory, walker, 5);
      for (const [index, tail] of torn.entries()) {
        appendFileSync(claimsFile(directory), tail);
        expect(await keepIn(directory, walker, 5), 'nobody is superseded by it').to.deep.equal(
          kept,
        );
        const next = await claimOf(directory);
        expect([next.epoch, pagesOf(next)], JSON.stringify(tail)).to.deep.equal([index + 2, 5]);
        expect(await keepIn(directory, walker, 6)).to.deep.equal(superseded);
        walker = next;
      }
    }));

  it('law 19: what is not a torn line is damage', () =>
    inDirectory(async (directory) => {
      await keepIn(directory, await claimOf(directory), 5);
      for (const tail of ['x', 'x\n', `${randomUUID().slice(1)}\n`, '\n', `${randomUUID()}x\n`]) {
        const file = claimsFile(directory);
        const before = readFileSync(file);
        appendFileSync(file, tail);
        expect(await failureOf(claimOf(directory)), JSON.stringify(tail)).to.include(file);
        writeFileSync(file, before);
      }
    }));

  it('a claim for whose line the disk has no room changes nothing', () =>
    inDirectory(async (directory) => {
      const walker = await claimOf(directory);
      await keepIn(directory, walker, 5);
      const short = (write: Write): Write =>
        function (text, ...more) {
          return typeof text === 'string'
            ? write.call(this, text.slice(0, 11))
            : write.call(this, text, ...more);
        };
      await writing(short, async () => {
        expect(await failureOf(claimOf(directory))).to.include(claimsFile(directory));
      });
      expect(await keepIn(directory, walker, 6), 'who walks goes on').to.deep.equal(kept);
      expect(pagesOf(await claimOf(directory)), 'and the next claim is made').to.equal(6);
    }));

  it('nor does one for whose place there is none', () =>
    inDirectory(async (directory) => {
      const walker = await claimOf(directory);
      await keepIn(directory, walker, 5);
      const full = (write: Write): Write =>
        function (text, ...more) {
          return typeof text === 'string'
            ? write.call(this, text, ...more)
            : Promise.reject(noSpace());
        };
      await writing(full, async () => {
        expect(await failureOf(claimOf(directory))).to.include('ENOSPC');
      });
      expect(readdirSync(directory), 'nothing is left beside').to.have.lengthOf(3);
      expect(await keepIn(directory, walker, 6)).to.deep.equal(kept);
    }));

  it('nor does one that finds a damaged place', () =>
    inDirectory(async (directory) => {
      const walker = await claimOf(directory);
      await keepIn(directory, walker, 5);
      const file = fileIn(directory, '.place');
      const before = readFileSync(file);
      writeFileSync(file, 'x');
      expect(await failureOf(claimOf(directory))).to.include(file);
      writeFileSync(file, before);
      expect(await keepIn(directory, walker, 6)).to.deep.equal(kept);
    }));

  it('a claim of a place that cannot be read leaves what is left of its mark, whoever is killed after it', () =>
    inDirectory(async (directory) => {
      const places = filePlaces(directory);
      await places.setMark('walk', 7);
      const file = fileIn(directory, '.place');
      writeFileSync(file, `${readFileSync(file, 'utf8')}pagewalk2.damaged\n`);
      expect(await failureOf(claimOf(directory))).to.include('is damaged');
      // A restart that is killed between its claim and its commit has done no more than this.
      for (let kills = 0; kills < 3; kills += 1) {
        await filePlaces(directory).release('walk');
        expect((await places.all()).map(({ mark }) => mark)).to.deep.equal([7]);
      }
      await places.restart('walk');
      expect((await claimOf(directory)).place).to.satisfy(isSome);
      expect((await places.all()).map(({ mark }) => mark)).to.deep.equal([7]);
    }));

  for (const [what, act, marksAfter] of [
    ['a restart', (places: FilePlaces) => places.restart('walk'), [7]],
    ['a setMark', (places: FilePlaces) => places.setMark('walk', 9), [7, 9]],
    ['a release', (places: FilePlaces) => places.release('walk'), [7]],
    ['a prune', (places: FilePlaces) => places.prune({ finishedBefore: new Date() }), [7]],
  ] as const) {
    it(`law 37: ${what} that crashes between any two steps leaves the mark of before, or its own`, async () => {
      let isCrashed = true;
      for (let steps = 0; isCrashed; steps += 1) {
        isCrashed = await inDirectory(async (directory) => {
          await filePlaces(directory).setMark('walk', 7);
          const crashed = await crashingAfter(steps, () => act(filePlaces(directory)));
          const [walk, ...others] = await filePlaces(directory).all();
          expect(others).to.deep.equal([]);
          expect(marksAfter, `after ${steps} steps`).to.include(walk?.mark);
          if (!crashed) expect(walk?.mark).to.equal(marksAfter.at(-1));
          await filePlaces(directory).setMark('walk', 5);
          expect((await filePlaces(directory).all()).map(({ mark }) => mark)).to.deep.equal([5]);
          return crashed;
        });
      }
    });
  }

  describe('a claim that comes while somebody reads', () => {
    /** Lets something happen once, before a file with this ending is opened. */
    const before = async (
      ending: string,
      happens: (path: string) => Promise<unknown>,
      act: () => Promise<unknown>,
    ): Promise<void> => {
      const { open: original } = fs.promises;
      fs.promises.open = async (path, ...others) => {
        if (String(path).endsWith(ending)) {
          fs.promises.open = original;
          await happens(String(path));
        }
        return original(path, ...others);
      };
      await act().finally(() => (fs.promises.open = original));
    };

    it('law 17: takes nothing of a walk away from who looks at it', () =>
      inDirectory(async (directory) => {
        await keepIn(directory, await claimOf(directory), 5);
        await before(
          '.place',
          () => claimOf(directory),
          async () => {
            const [walk] = await filePlaces(directory).all();
            expect(walk).to.include({ pages: 5 });
          },
        );
      }));

    it('law 37: a restart beside it keeps the mark', () =>
      inDirectory(async (directory) => {
        const places = filePlaces(directory);
        await places.setMark('walk', 7);
        await before(
          '.place',
          () => claimOf(directory),
          () => places.restart('walk'),
        );
        expect((await places.all()).map(({ mark }) => mark)).to.deep.equal([7]);
      }));

    it('removes claims that are long past, and no walk is damaged by it', () =>
      inDirectory(async (directory) => {
        const places = filePlaces(directory);
        await keepIn(directory, await claimOf(directory), 5);
        for (let turn = 0; turn < 3; turn += 1) {
          const [file = ''] = [...claimsIn(directory)].sort(
            (a, b) => b.length - a.length || (a < b ? 1 : -1),
          );
          appendFileSync(file, marks(102 - readFileSync(file, 'utf8').split('\n').length));
          await claimOf(directory);
        }
        const [oldest = '', ...later] = [...claimsIn(directory)].sort(
          (a, b) => a.length - b.length || (a < b ? -1 : 1),
        );
        expect(later).to.not.deep.equal([]);
        await before(
          '.claims',
          () => rm(oldest),
          async () => {
            expect((await places.all()).map(({ id }) => id)).to.deep.equal(['walk']);
          },
        );
      }));
  });

  it('claims that are missing, or shorter than the place beside them, are refused by name', () =>
    inDirectory(async (directory) => {
      await claimOf(directory);
      const walker = await claimOf(directory);
      await keepIn(directory, walker, 5);
      const file = claimsFile(directory);
      const copy = join(directory, 'copy');
      copyFileSync(file, copy);
      const text = readFileSync(file, 'utf8');
      for (const length of [text.indexOf('\n') + 1, text.length - 37]) {
        truncateSync(file, length);
        expect(await failureOf(claimOf(directory)), `${length} bytes`)
          .to.include(file)
          .and.include('shorter');
        expect(await failureOf(keepIn(directory, walker, 6))).to.include(file);
        copyFileSync(copy, file);
      }
      rmSync(file);
      expect(await failureOf(claimOf(directory)))
        .to.include(file)
        .and.include('missing');
      expect(await failureOf(claimOf(directory)), 'again').to.include(file);
      copyFileSync(copy, file);
      expect(await keepIn(directory, walker, 6), 'put right').to.deep.equal(kept);
    }));

  it('law 19: a claim that was lost with a restored file, and whose epoch is given again, is superseded', () =>
    inDirectory(async (directory) => {
      await claimOf(directory);
      const file = claimsFile(directory);
      const before = readFileSync(file);
      const lost = await claimOf(directory);
      writeFileSync(file, before);
      rmSync(fileIn(directory, '.place'));
      const next = await claimOf(directory);
      expect(next.epoch).to.equal(lost.epoch);
      expect(await keepIn(directory, lost, 1)).to.deep.equal(superseded);
      expect(await keepIn(directory, next, 1)).to.deep.equal(kept);
    }));

  it('160,000 claims are not too many, and what an earlier version wrote goes on', () =>
    inDirectory(async (directory) => {
      await keepIn(directory, await claimOf(directory), 5);
      appendFileSync(claimsFile(directory), marks(1).repeat(160_000));
      const claim = await claimOf(directory);
      expect([claim.epoch > 160_001, pagesOf(claim)]).to.deep.equal([true, 5]);
      expect(await keepIn(directory, claim, 6)).to.deep.equal(kept);
      const next = await claimOf(directory);
      expect(next.epoch).to.be.above(claim.epoch);
      expect(await keepIn(directory, claim, 7)).to.deep.equal(superseded);
    }));

  it('law 19: the claims do not grow without end, and nobody is lost where one file follows another', () =>
    inDirectory(async (directory) => {
      await keepIn(directory, await claimOf(directory), 1);
      const epochs = new Set<number>();
      for (let turn = 0; turn < 4; turn += 1) {
        // Up to a few lines before the end of a file.
        const [file = ''] = [...claimsIn(directory)].sort(
          (a, b) => b.length - a.length || (a < b ? 1 : -1),
        );
        appendFileSync(file, marks(98 - readFileSync(file, 'utf8').split('\n').length));
        const claims = await Promise.all(Array.from({ length: 8 }, () => claimOf(directory)));
        for (const { epoch } of claims) epochs.add(epoch);
        const results = await Promise.all(
          claims.map((claim) => keepIn(directory, claim, turn + 2)),
        );
        expect(results.filter(E.isRight), `turn ${turn}`).to.have.lengthOf(1);
        expect(pagesOf(await claimOf(directory))).to.equal(turn + 2);
      }
      expect(epochs.size).to.equal(32);
      expect(claimsIn(directory).length).to.be.below(4);
      for (const file of claimsIn(directory))
        expect(readFileSync(file, 'utf8').length).to.be.below(37 * 120);
    }));

  it('says so where a file system has no hard links', () =>
    inDirectory(async (directory) => {
      const { link } = fs.promises;
      fs.promises.link = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
      try {
        expect(await failureOf(claimOf(directory)))
          .to.include(directory)
          .and.include('hard links');
      } finally {
        fs.promises.link = link;
      }
    }));
});

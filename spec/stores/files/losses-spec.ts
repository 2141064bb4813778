import { expect } from 'chai';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastValueFrom, of, tap } from 'rxjs';
import { filePlaces } from '../../../src/stores/files/filePlaces';
import { numberedPages } from '../../support/numberedPages';
import { numberedWalk, pagesOver } from '../../walk/durable/support/numberedWalk';
import { rightOf } from '../../support/sides';
import { inDirectory } from '../../support/inDirectory';
import { fileIn } from './support/files';

/** Walks six pages, and says after how many places it has kept each. */
const walkOf = async (directory: string, happens: (kept: number) => void, batch = 1) => {
  const worked: Array<number> = [];
  const kept: Array<number> = [];
  await lastValueFrom(
    numberedWalk(
      filePlaces(directory),
      { batch, work: ({ place }) => of(worked.push(place.pages)) },
      pagesOver(numberedPages({ pages: 6, perPage: 1 })),
    ).pipe(tap((result) => happens(kept.push(rightOf(result).pages)))),
  );
  return { kept, worked };
};

describe('law 17: an older copy of the files that is put back under a living walker', () => {
  const backUp = (from: string, to: string): void => {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  };

  it('the walk goes on from the place in the copy: no page is passed over', () =>
    inDirectory(async (parent) => {
      const [directory, copy] = [join(parent, 'places'), join(parent, 'copy')];
      mkdirSync(directory, { mode: 0o700 });
      const { kept, worked } = await walkOf(directory, (turn) => {
        if (turn === 2) backUp(directory, copy);
        if (turn === 4) backUp(copy, directory);
      });
      expect(kept).to.deep.equal([1, 2, 3, 4, 3, 4, 5, 6]);
      expect(worked, 'the work of a page that cannot be kept is not begun').to.deep.equal([
        1, 2, 3, 4, 3, 4, 5, 6,
      ]);
    }));

  it('begins again where the place is missing, and the claim is there', () =>
    inDirectory(async (directory) => {
      const { kept } = await walkOf(directory, (turn) => {
        if (turn === 3) rmSync(fileIn(directory, '.place'));
      });
      expect(kept).to.deep.equal([1, 2, 3, 1, 2, 3, 4, 5, 6]);
    }));

  it('with batches too', () =>
    inDirectory(async (directory) => {
      const remove = (turn: number): void => {
        if (turn === 2) rmSync(fileIn(directory, '.place'));
      };
      const { worked } = await walkOf(directory, remove, 3);
      expect(worked.lastIndexOf(1), 'it began again').to.be.above(0);
      expect(worked.slice(worked.lastIndexOf(1))).to.deep.equal([1, 2, 3, 4, 5, 6]);
    }));
});

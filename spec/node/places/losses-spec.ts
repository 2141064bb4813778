import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastValueFrom, of, tap, toArray } from 'rxjs';
import { createClient } from '../../../src/client/createClient';
import { listObjects } from '../../../src/model/endpoints/listObjects';
import { filePlaces } from '../../../src/node/places/filePlaces';
import { durable } from '../../../src/walk/durable/durable';
import { numberedPages } from '../../support/numberedPages';
import { rightOf } from '../../support/sides';
import { inDirectory } from '../../support/inDirectory';
import { fileIn } from './support/files';

/** Walks six pages, and does something once after a page was kept. */
const walkOf = async (directory: string, after: number, happens: () => void, batch = 1) => {
  const client = createClient({ transport: numberedPages({ pages: 6, perPage: 1 }) });
  const worked: Array<number> = [];
  let isPast = false;
  const kept = await lastValueFrom(
    durable({
      id: 'walk',
      places: filePlaces(directory),
      batch,
      pages: (start) => client.pages(listObjects, { ontologyRid: 'o', objectType: 'x', ...start }),
      work: ({ place }) => of(worked.push(place.pages)),
    }).pipe(
      tap((result) => {
        if (isPast || E.isLeft(result) || result.right.pages < after) return;
        isPast = true;
        happens();
      }),
      toArray(),
    ),
  );
  return { kept: kept.map((result) => rightOf(result).pages), worked };
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
      const client = createClient({ transport: numberedPages({ pages: 6, perPage: 1 }) });
      const worked: Array<number> = [];
      let turn = 0;
      const kept = await lastValueFrom(
        durable({
          id: 'walk',
          places: filePlaces(directory),
          pages: (start) => client.pages(listObjects, { ontologyRid: 'o', objectType: 'x', ...start }),
          work: ({ place }) => of(worked.push(place.pages)),
        }).pipe(
          tap(() => {
            turn += 1;
            if (turn === 2) backUp(directory, copy);
            if (turn === 4) backUp(copy, directory);
          }),
          toArray(),
        ),
      );
      expect(kept.map((result) => rightOf(result).pages)).to.deep.equal([1, 2, 3, 4, 3, 4, 5, 6]);
      expect(worked, 'the work of a page that cannot be kept is not begun').to.deep.equal([1, 2, 3, 4, 3, 4, 5, 6]);
    }));

  it('begins again where the place is missing, and the claim is there', () =>
    inDirectory(async (directory) => {
      const { kept } = await walkOf(directory, 3, () => {
        rmSync(fileIn(directory, '.place'));
      });
      expect(kept).to.deep.equal([1, 2, 3, 1, 2, 3, 4, 5, 6]);
    }));

  it('with batches too', () =>
    inDirectory(async (directory) => {
      const remove = (): void => {
        rmSync(fileIn(directory, '.place'));
      };
      const { worked } = await walkOf(directory, 2, remove, 3);
      expect(worked.lastIndexOf(1), 'it began again').to.be.above(0);
      expect(worked.slice(worked.lastIndexOf(1))).to.deep.equal([1, 2, 3, 4, 5, 6]);
    }));
});

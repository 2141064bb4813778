import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { none } from 'fp-ts/Option';
import { EMPTY, lastValueFrom, of, toArray } from 'rxjs';
import { filePlaces } from '../../../src/stores/files/filePlaces';
import type { Places } from '../../../src/walk/durable/Places';
import { inDirectory } from '../../support/inDirectory';
import { numberedPages } from '../../support/numberedPages';
import { memoryPlaces } from './support/memoryPlaces';
import { numberedWalk, type Own, pagesOver } from './support/numberedWalk';

const three = () => pagesOver(numberedPages({ pages: 3, perPage: 1 }));

const walkOf = <T>(places: Places<T>, own?: Own<T>) => numberedWalk(places, own, three());

describe('law 36: parts of one walk, and its end', () => {
  it('places that know no parts are a TypeError', async () => {
    const part = { name: 'a', of: ['a', 'b'] };
    expect(await lastValueFrom(walkOf(memoryPlaces(), { part })).catch(String)).to.include(
      'TypeError',
    );
  });

  it('a part that somebody else holds is left alone, and says by whom', async () => {
    const busy = { claimedBy: 'other', claimedAt: new Date(0) };
    const claim = () => of({ id: 'walk', part: 'a', epoch: 1, place: none, busy });
    const own = { part: { name: 'a', of: ['a', 'b'] }, claim: { by: 'me', ifOlderThan: 1 } };
    const result = await lastValueFrom(walkOf({ ...memoryPlaces(), claim }, own));
    expect(result).to.deep.equal(E.left({ _tag: 'Busy', id: 'walk', part: 'a', ...busy }));
  });

  it('places that know no finish are a TypeError, before anything is claimed', () => {
    const { claim, keep } = memoryPlaces();
    expect(() => walkOf({ claim, keep }, { finish: () => EMPTY })).to.throw(
      TypeError,
      'know no finish',
    );
  });

  it('without parts finish is part of the last page, and what it throws keeps nothing of that page', async () => {
    const places = memoryPlaces();
    let finishes = 0;
    const failing = walkOf(places, {
      finish: () => {
        throw new Error('boom');
      },
    });
    expect(await lastValueFrom(failing).catch(String)).to.equal('Error: boom');
    const results = await lastValueFrom(
      walkOf(places, { finish: () => of((finishes += 1)) }).pipe(toArray()),
    );
    expect(results.map((result) => E.isRight(result) && result.right.pages)).to.deep.equal([3]);
    await lastValueFrom(walkOf(places, { finish: () => of((finishes += 1)) }));
    expect(finishes).to.equal(1);
  });

  it('a run in files is the same until the walk is forgotten', () =>
    inDirectory(async (directory) => {
      const places = filePlaces(directory);
      const runs: Array<string> = [];
      const work: Own<void>['work'] = ({ run, place }) => {
        runs.push(run);
        if (place.pages === 2 && runs.length === 2) throw new Error('stop');
        return EMPTY;
      };
      await lastValueFrom(walkOf(places, { work })).catch(() => undefined);
      await lastValueFrom(walkOf(places, { work }));
      expect([runs.length, new Set(runs).size]).to.deep.equal([4, 1]);
      await places.forget('walk');
      await lastValueFrom(walkOf(places, { work }));
      expect(new Set(runs).size).to.equal(2);
    }));

  it('law 37: a walk with a mark that is forgotten begins from `first` again', () =>
    inDirectory(async (directory) => {
      const places = filePlaces(directory);
      const asked: Array<unknown> = [];
      const pages = three();
      const walk = walkOf(places, {
        mark: { of: ({ properties }) => Number(properties.id), first: -1 },
        pages: ({ mark, ...start }) => {
          asked.push(mark);
          return pages(start);
        },
      });
      await lastValueFrom(walk);
      await lastValueFrom(walk);
      await places.forget('walk');
      await lastValueFrom(walk);
      expect(asked).to.deep.equal([-1, 2, -1]);
    }));
});

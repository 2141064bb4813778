import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { EMPTY, finalize, firstValueFrom, from, NEVER, type ObservableInput } from 'rxjs';
import { placeWith } from '../../../../src/model/place/placeInternals';
import type { Claim, KeptPlaces, Place, Places } from '../../../../src/index';
import { token } from '../../../support/pages';
import { keepNext } from './keepNext';

export const placeAt = (pages: number, isLast = false): Place =>
  placeWith(
    { pages, objects: pages * 2, round: 1, isLast },
    { pageToken: O.some(token('secret')), request: undefined },
  );

export const claimOf = <T>(places: Places<T>, id = 'walk', again = false): Promise<Claim> =>
  firstValueFrom(from(places.claim(id, undefined, { again })));

export const keepIn = <T>(
  places: Places<T>,
  claim: Claim,
  pages: number,
  work: (transaction: T) => ObservableInput<unknown> = () => EMPTY,
) => keepNext(places, claim, placeAt(pages), work);

export const finish = <T>(places: Places<T>, claim: Claim, pages = 1) =>
  keepNext(places, claim, placeAt(pages, true), () => EMPTY);

export const pagesOf = ({ place }: Claim): number | undefined => O.toUndefined(place)?.pages;

export const superseded = E.left({ _tag: 'Superseded', id: 'walk' });
export const kept = E.right(undefined);

/** A store that is empty. */
export interface Store {
  readonly places: KeptPlaces<unknown> & {
    prune?(options: { readonly finishedBefore: Date }): Promise<number>;
  };
  /** All that it has written. */
  readonly written: () => unknown;
  /** Lets a walk, or a part of it, be kept and claimed so many minutes earlier. */
  readonly older: (minutes: number, id: string, part?: string) => unknown;
  /** Makes what is kept of a walk unreadable. */
  readonly damage?: (id: string) => unknown;
  /** Who claims, where nobody says so. */
  readonly by?: string;
  /** The loop does not turn while a page is in work: nothing can be left or claimed then. */
  readonly isSynchronous?: true;
}

export type UseStore = (test: (store: Store) => Promise<void>) => Promise<void>;

/** What every store does with claims and places. */
export const storeCases = (use: UseStore): void => {
  const cases: Readonly<Record<string, (store: Store) => Promise<void>>> = {
    'law 17: keeps nothing of a page whose work fails, or is left': async ({
      places,
      isSynchronous,
    }) => {
      const claim = await claimOf(places);
      const failing = () => {
        throw new Error('boom');
      };
      expect(await keepIn(places, claim, 1, failing).catch(String)).to.equal('Error: boom');
      if (isSynchronous) return;
      let isLeft = false;
      await new Promise<void>((resolve) => {
        const endless = () => {
          setTimeout(() => {
            subscription.unsubscribe();
            resolve();
          });
          return NEVER.pipe(finalize(() => (isLeft = true)));
        };
        const subscription = from(places.keep(claim, placeAt(1), endless)).subscribe();
      });
      from(places.keep(claim, placeAt(1), () => NEVER))
        .subscribe()
        .unsubscribe();
      expect(isLeft).to.equal(true);
      expect((await claimOf(places)).place).to.deep.equal(O.none);
    },
    'law 19: a claim supersedes those before it, before their work and after it': async ({
      places,
      isSynchronous,
    }) => {
      if (isSynchronous) return;
      const old = await claimOf(places);
      expect(await keepIn(places, old, 1)).to.deep.equal(kept);
      let worked = 0;
      const during = async () => {
        worked += 1;
        await claimOf(places);
      };
      expect(await keepIn(places, old, 2, during)).to.deep.equal(superseded);
      expect(await keepIn(places, old, 2, during), 'no work any more').to.deep.equal(superseded);
      expect(worked).to.equal(1);
      expect(pagesOf(await claimOf(places))).to.equal(1);
    },
    'law 19: of any claims at once one is the last, no two epochs are the same, and no place is lost':
      async ({ places }) => {
        await keepIn(places, await claimOf(places), 7);
        for (let turn = 0; turn < 5; turn += 1) {
          const claims = await Promise.all(Array.from({ length: 8 }, () => claimOf(places)));
          expect(new Set(claims.map(({ epoch }) => epoch)).size).to.equal(8);
          const results = await Promise.all(claims.map((claim) => keepIn(places, claim, 8 + turn)));
          const winners = claims.filter((_, index) => E.isRight(results[index] ?? superseded));
          expect(winners.map(pagesOf), 'what was kept before').to.deep.equal([7 + turn]);
        }
      },
    'law 19: epochs never repeat, not even after forget, which begins the walk again': async ({
      places,
    }) => {
      const first = await claimOf(places);
      await keepIn(places, first, 2);
      await places.forget('walk');
      expect(await keepIn(places, first, 3), 'who walked is superseded').to.deep.equal(superseded);
      const second = await claimOf(places);
      expect(second.place).to.deep.equal(O.none);
      expect(second.epoch).to.be.above(first.epoch);
      await places.forget('nobody');
    },
    'keeps walks apart whatever they are called: long, in another case, as paths': async ({
      places,
    }) => {
      const long = 'x'.repeat(2_000);
      const ids = [
        'a',
        'A',
        "a'b",
        '../a',
        '/etc/passwd',
        'a/../b',
        long,
        'ä😀\n',
        '.',
        ' ',
        'a b',
        'a_b',
        'CON',
      ];
      for (const [index, id] of ids.entries())
        await keepIn(places, await claimOf(places, id), index + 1);
      for (const [index, id] of ids.entries())
        expect(pagesOf(await claimOf(places, id)), id).to.equal(index + 1);
      for (const id of ['', 'a\0', '\ud800'])
        expect(await claimOf(places, id).catch(String)).to.include('TypeError');
    },
    'law 21: claiming a walk that is done changes nothing, however often': async ({
      places,
      written,
    }) => {
      await finish(places, await claimOf(places), 3);
      const before = await written();
      for (let turn = 0; turn < 5; turn += 1) {
        const again = await claimOf(places);
        expect(O.toUndefined(again.place)).to.include({ pages: 3, isLast: true });
        expect(await keepIn(places, again, 4), 'it is not a claim').to.deep.equal(superseded);
      }
      expect(await written()).to.deep.equal(before);
    },
    'law 37: with again, a walk that is done is claimed as any other': async ({ places }) => {
      await finish(places, await claimOf(places), 5);
      const walker = await claimOf(places, 'walk', true);
      expect(O.toUndefined(walker.place)).to.include({ pages: 5, isLast: true });
      const next = await claimOf(places, 'walk', true);
      expect(await keepIn(places, walker, 1)).to.deep.equal(superseded);
      expect(await keepIn(places, next, 1)).to.deep.equal(kept);
      expect(pagesOf(await claimOf(places))).to.equal(1);
    },
  };
  for (const [name, test] of Object.entries(cases)) it(name, () => use(test));
};

import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import {
  defer,
  firstValueFrom,
  from,
  lastValueFrom,
  NEVER,
  Subscription,
  switchMap,
  toArray,
} from 'rxjs';
import { explain } from '../../../../src/model/errors/explain';
import { pause } from '../../../support/collect';
import { numberedWalk, type Own, pagesOver } from './numberedWalk';
import { keepIn, type Store, type UseStore } from './storeCases';

type Places = Store['places'];

/** What every store says of who holds a walk, and whom it leaves alone. `use` gives a store that is empty. */
export const holdingCases = (use: UseStore): void => {
  const walkIn = (places: Places, by: string, ifOlderThan?: number, own: Own<unknown> = {}) =>
    numberedWalk(places, { claim: { by, ifOlderThan }, ...own });
  let held = new Subscription();
  /** Walks; what it kept, or why it did not. */
  const run = async (...args: Parameters<typeof walkIn>) =>
    (await lastValueFrom(walkIn(...args).pipe(toArray()))).map((each) =>
      E.isLeft(each)
        ? explain(each.left as Parameters<typeof explain>[0]).replace(/ at 20.*Z$/, ' at …')
        : each.right.pages,
    );
  /** Claims the walk, and waits for its first page. */
  const hold = (places: Places, by: string, own: Own<unknown> = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const pages = () => {
        resolve(undefined);
        return NEVER;
      };
      held.add(walkIn(places, by, undefined, { pages, ...own }).subscribe());
    });
  const partOf = (name: string): Own<unknown> => ({ part: { name, of: ['a', 'b'] } });
  const busy = (by: string): ReadonlyArray<string> => [
    `Busy: ${by} has claimed the walk walk at …`,
  ];

  const cases: Readonly<Record<string, (store: Store) => Promise<void>>> = {
    'a walk that was claimed a moment ago is left alone, and claimed when that is long ago':
      async ({ places, older }) => {
        await hold(places, 'one');
        for (const ms of [60_000, Number.MAX_SAFE_INTEGER, Infinity]) {
          expect(await run(places, 'other', ms)).to.deep.equal(busy('one'));
        }
        await older(2, 'walk');
        expect(await run(places, 'other', 60_000)).to.deep.equal([1, 2]);
        expect(await run(places, 'third', 60_000), 'done').to.deep.equal([2]);
      },
    'a place that was kept counts as well': async ({ places, older }) => {
      const claim = await firstValueFrom(from(places.claim('walk', undefined, { by: 'one' })));
      await older(10, 'walk');
      await keepIn(places, claim, 1);
      expect(await run(places, 'other', 60_000)).to.deep.equal(busy('one'));
    },
    'law 19: a claim that waits for nobody supersedes, also after the clock was set back': async ({
      places,
      older,
    }) => {
      await hold(places, 'one');
      await older(-60, 'walk');
      expect(await run(places, 'other')).to.deep.equal([1, 2]);
    },
    'law 19: after the clock was set back by a day a dead walk can be claimed, and one that is alive is left alone':
      async ({ places, older }) => {
        await hold(places, 'one');
        await older(-24 * 60, 'walk');
        // Three pollers: the first one that looks takes it over, and the others see a claim of now.
        let isOver = false;
        const second = hold(places, 'two', { claim: { by: 'two', ifOlderThan: 60_000 } });
        await second.then(() => (isOver = true));
        expect(isOver).to.equal(true);
        for (const by of ['three', 'four', 'three'])
          expect(await run(places, by, 60_000)).to.deep.equal(busy('two'));
        await older(-0.5, 'walk');
        expect(await run(places, 'three', 60_000), 'half a minute ahead').to.deep.equal(
          busy('two'),
        );
      },
    'law 19: a place of the future does not hide a claim of now, nor the other way round': async ({
      places,
      older,
    }) => {
      const claim = await firstValueFrom(from(places.claim('walk', undefined, { by: 'one' })));
      await keepIn(places, claim, 1);
      await older(-24 * 60, 'walk');
      await hold(places, 'two');
      expect(await run(places, 'three', 60_000)).to.deep.equal(busy('two'));
    },
    'of eight that claim at once exactly one gets it': async ({ places }) => {
      const names = Array.from({ length: 8 }, (_, index) => `worker ${index}`);
      const results = await Promise.all(
        names.map((by) => run(places, by, 60_000, { prepare: () => pause(300) })),
      );
      const winner =
        names.find((_, index) => results[index]?.length === 2) ?? expect.fail('nobody');
      for (const [index, result] of results.entries()) {
        if (names[index] === winner) continue;
        // In the moment in which it is claimed, a file does not say by whom.
        expect(String(result).replace('somebody else', winner)).to.equal(String(busy(winner)));
      }
    },
    'a part that nobody has claimed is never busy, and one that somebody has is': async ({
      places,
    }) => {
      await hold(places, 'one', partOf('a'));
      expect(await run(places, 'other', 60_000, partOf('b'))).to.deep.equal([1, 2]);
      expect(await run(places, 'other', 60_000, partOf('a'))).to.deep.equal(busy('one'));
    },
    'nor is a walk that was forgotten': async ({ places }) => {
      await hold(places, 'one');
      await places.forget('walk');
      expect(await run(places, 'other', 60_000)).to.deep.equal([1, 2]);
    },
    'who is superseded learns by whom': async ({ places }) => {
      const pages: Own<unknown>['pages'] = (start) =>
        defer(() => run(places, 'other')).pipe(switchMap(() => pagesOver()(start)));
      const [said] = await run(places, 'one', undefined, { pages });
      expect(said).to.equal('Superseded: other has claimed the walk walk at …');
    },
  };
  for (const [name, test] of Object.entries(cases)) {
    it(name, () =>
      use(async (store) => {
        held = new Subscription();
        await test(store).finally(() => {
          held.unsubscribe();
        });
      }),
    );
  }

  for (const claim of [
    { by: '' },
    { by: 'a\0' },
    { ifOlderThan: -1 },
    { ifOlderThan: NaN },
    { other: 1 },
  ]) {
    it(`a TypeError for ${JSON.stringify(claim)}`, () =>
      use(({ places }) => {
        expect(() => walkIn(places, 'one', 1, { claim })).to.throw(TypeError);
        return Promise.resolve();
      }));
  }
};

import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { firstValueFrom, from } from 'rxjs';
import type { KeptPlaces, Mark } from '../../../src/index';
import { numberedPages } from '../../support/numberedPages';
import {
  numberedWalk,
  type Own,
  pagesKept,
  pagesOver,
} from '../../walk/durable/support/numberedWalk';
import { claimOf, keepIn } from '../../walk/durable/support/storeCases';
import { rowsOfRc2 } from './rowsOfRc2';

/** Places of this version over what 1.0.0-rc.2 has kept. */
export type UseUpgraded = (test: (places: KeptPlaces<unknown>) => Promise<void>) => Promise<void>;

const runOf = (id: string): unknown => rowsOfRc2.find((row) => row.id === id)?.run;

const walkOf = (places: KeptPlaces<unknown>, id: string, own: Own<unknown> = {}) => {
  const runs = new Set<string>();
  const pages = pagesOver(numberedPages({ pages: 4, perPage: 2 }));
  const work: Own<unknown>['work'] = ({ run }) => void runs.add(run);
  const kept = pagesKept(numberedWalk(places, { id, work, ...own }, pages));
  return kept.then((result) => ({ kept: result, runs: [...runs] }));
};

const marked = (asked: Array<Mark | undefined>): Own<unknown> => {
  const pages = pagesOver(numberedPages({ pages: 4, perPage: 2 }));
  return {
    mark: { of: ({ properties }) => Number(properties.id) },
    pages: ({ mark, ...start }) => {
      asked.push(mark);
      return pages(start);
    },
  };
};

const cases: Readonly<Record<string, (places: KeptPlaces<unknown>) => Promise<void>>> = {
  'a walk in the middle continues there, in the run that it was begun in, until it is forgotten':
    async (places) => {
      const { kept, runs } = await walkOf(places, 'plain');
      expect(kept).to.deep.equal([3, 4]);
      expect(runs).to.deep.equal([runOf('plain')]);
      await places.forget('plain');
      const again = await walkOf(places, 'plain');
      expect(again.kept).to.deep.equal([1, 2, 3, 4]);
      expect(again.runs).to.have.lengthOf(1).and.not.include(runOf('plain'));
    },

  'a walk in parts is finished once, with the run that all its parts have': async (places) => {
    const finished: Array<ReadonlyArray<string>> = [];
    const part = (name: string): Own<unknown> => ({
      part: { name, of: ['a', 'b', 'c'] },
      finish: (_, { runs }) => void finished.push(runs),
    });
    expect(await walkOf(places, 'parts', part('a'))).to.deep.equal({ kept: [4], runs: [] });
    const run = runOf('parts');
    expect(await walkOf(places, 'parts', part('b'))).to.deep.equal({
      kept: [2, 3, 4],
      runs: [run],
    });
    expect(finished).to.deep.equal([]);
    expect(await walkOf(places, 'parts', part('c'))).to.deep.equal({
      kept: [1, 2, 3, 4],
      runs: [run],
    });
    expect(finished).to.deep.equal([[run]]);
    expect(O.toUndefined(await places.get('parts'))).to.include({ pages: 12, isLast: true });
  },

  'runs with a mark continue in the middle, and from the mark': async (places) => {
    const asked: Array<Mark | undefined> = [];
    expect((await walkOf(places, 'marking', marked(asked))).kept).to.deep.equal([3, 4]);
    expect((await walkOf(places, 'marked', marked(asked))).kept).to.deep.equal([1, 2, 3, 4]);
    expect(asked).to.deep.equal([undefined, 7]);
  },

  'a walk in the middle that has a mark now continues there, in the run that it was begun in':
    async (places) => {
      const { kept, runs } = await walkOf(places, 'plain', marked([]));
      expect([kept, runs]).to.deep.equal([[3, 4], [runOf('plain')]]);
    },

  'what is done is done, and is shown and pruned as such': async (places) => {
    expect((await walkOf(places, 'done')).kept).to.deep.equal([4]);
    const shown = (await places.all({ isLast: true })).map(({ id, part, mark }) => [
      id,
      part,
      mark,
    ]);
    expect(shown).to.deep.equal([
      ['done', undefined, undefined],
      ['done parts', 'a', undefined],
      ['done parts', 'b', undefined],
      ['marked', undefined, 7],
      ['parts', 'a', undefined],
    ]);
  },

  'its walkers are superseded, and what they have is free': async (places) => {
    const row = rowsOfRc2.find(({ id }) => id === 'plain');
    expect((await claimOf(places, 'marking')).epoch).to.be.above(8);
    const free = await firstValueFrom(
      from(places.claim('plain', undefined, { ifOlderThan: Number.MAX_SAFE_INTEGER })),
    );
    expect(free.busy).to.equal(undefined);
    const claim = { ...free, epoch: Number(row?.epoch), nonce: String(row?.nonce) };
    expect(await keepIn(places, claim, 3)).to.have.nested.property('left._tag', 'Superseded');
  },
};

/** What every store of 1.0.0-rc.2 that is upgraded does. */
export const upgradeCases = (use: UseUpgraded): void => {
  for (const [name, test] of Object.entries(cases)) it(`1.0.0-rc.2: ${name}`, () => use(test));
};

import { expect } from 'chai';
import { either as E } from 'fp-ts';
import { lastValueFrom, of, take, toArray } from 'rxjs';
import {
  createClient,
  type Doubt,
  durable,
  endpoint,
  type HttpRequest,
  Place,
  walkEach,
} from '../../../src/index';
import { hiddenOf, placeOfEach, placeWith } from '../../../src/model/place/placeInternals';
import { boundedDoubts, keptDoubts } from '../../../src/model/paging/keptDoubts';
import { at, byCursor, byOffset, onePage, query } from '../../../src/paging/index';
import { memoryStore, placesOf } from '../../../src/stores/index';
import type { DurableStart } from '../../../src/walk/durable/durable';
import { rightOf } from '../../support/sides';

const plain = { method: 'GET', path: '/things/{at}' } as const;
const counted = endpoint({
  ...plain,
  name: 'counted',
  paging: byOffset({ to: query('o'), total: at('n') }),
});
const parents = endpoint({
  ...plain,
  name: 'parents',
  paging: byCursor({ from: at('next'), to: query('c') }),
});
const short = endpoint({ ...plain, name: 'short', paging: onePage() });

const answers: Readonly<Record<string, object>> = {
  '/things/1': { data: [1, 2], n: 4 },
  '/things/1?o=2': { data: [3], n: 3 },
  '/things/parents': { data: [{ at: 'a' }, { at: 'b' }], next: null },
  '/things/a': { data: [1, 2], total: 3 },
  '/things/b': { data: [1] },
};

const client = createClient({
  transport: ({ url }: HttpRequest) =>
    of(E.right({ status: 200, headers: {}, body: JSON.stringify(answers[url]) })),
  retry: false,
});

const walks = {
  'one that is counted': {
    pages: (start: DurableStart) => client.pages(counted, { at: '1', ...start }),
    doubts: [{ shifted: { from: 4, to: 3 } }],
  },
  'one of each parent': {
    pages: (start: DurableStart) =>
      walkEach({
        ...start,
        parents: (its) => client.pages(parents, { at: 'parents', ...its }),
        key: (parent) => (parent as { readonly at: string }).at,
        children: (parent, its) =>
          client.pages(short, { at: (parent as { readonly at: string }).at, ...its }),
      }),
    doubts: [{ parent: 'a', short: { objects: 2, total: 3 } }],
  },
} satisfies Readonly<Record<string, unknown>>;

describe('laws 32 and 41: a walk that is resumed doubts what an unbroken one would', () => {
  for (const [what, { pages, doubts }] of Object.entries(walks)) {
    for (const [how, first] of [
      ['unbroken', 0],
      ['resumed', 1],
    ] as const) {
      it(`${what}, ${how}: finish and onDoubt`, async () => {
        const places = placesOf(memoryStore());
        const given: Array<ReadonlyArray<Doubt>> = [];
        const run = (heard: Array<Doubt>) =>
          durable({
            id: 'walk',
            places,
            pages: pages,
            acceptShifts: true,
            work: () => undefined,
            finish: (_, walk) => void given.push(walk.doubts),
            onDoubt: (doubt) => void heard.push(doubt),
          });
        const heard: Array<Doubt> = [];
        if (first > 0) await lastValueFrom(run([]).pipe(take(first)));
        await lastValueFrom(run(heard).pipe(toArray()));
        expect(given).to.deep.equal([doubts]);
        expect(heard).to.deep.equal(doubts);
      });
    }
  }
});

describe('what a place keeps of doubts', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ parent: index, unseen: 'n' }));
  const place = (doubts: ReadonlyArray<Doubt>) =>
    placeOfEach(
      { pages: 1, objects: 1, round: 1, isLast: false },
      {
        parents: placeWith(
          { pages: 0, objects: 0, round: 1, isLast: false },
          { pageToken: { _tag: 'None' }, request: { walk: '1' } },
        ),
        keys: 'k',
        startedCount: 1,
        children: [],
        doubts,
      },
      undefined,
    );

  it('is at most 20, and how many more there were', () => {
    const kept = boundedDoubts(many.slice(0, 25));
    expect([kept.length, kept.at(-1)]).to.deep.equal([21, { more: 5 }]);
    expect(boundedDoubts([...kept, ...many.slice(25)]).at(-1)).to.deep.equal({ more: 10 });
  });

  it('adds at most 2,000 characters to its text, which is read again as it was', () => {
    const long = many.map((doubt) => ({ ...doubt, unseen: 'x'.repeat(100) }));
    const seen = {
      ...{ isPart: false, objects: 1, totals: [1], isTotal: false, highest: 0 },
      lists: [{ list: ['x'.repeat(500)], flag: ['more'], sign: 1, objects: 1 }],
    };
    for (const doubts of [many, long]) {
      const whole = place(boundedDoubts(doubts));
      const text = Place.encode(whole);
      expect(text.length - Place.encode(place([])).length).to.be.within(100, 1_000);
      const again = rightOf(Place.decode(text));
      expect(keptDoubts(again)).to.deep.equal(keptDoubts(whole));
      expect(Place.encode(again)).to.equal(text);
    }
    const child = (index: number) =>
      [
        index,
        placeWith(
          { pages: 1, objects: 1, round: 1, isLast: false },
          { pageToken: { _tag: 'None' }, request: { walk: '1' }, seen },
        ),
      ] as const;
    const each = hiddenOf(place(many))?.each;
    const sizeWith = (count: number, isSeen: boolean): number =>
      Place.encode(
        placeOfEach(
          { pages: 1, objects: 1, round: 1, isLast: false },
          {
            ...(each ?? expect.fail()),
            doubts: isSeen ? boundedDoubts(many) : [],
            children: Array.from({ length: count }, (_, index) => {
              const [at, its] = child(index);
              const bare = placeWith(its, { ...hiddenOf(its), seen: undefined } as never);
              return [at, isSeen ? its : bare] as const;
            }),
          },
          undefined,
        ),
      ).length;
    for (const count of [1, 8, 32])
      expect(sizeWith(count, true) - sizeWith(count, false)).to.be.within(500, 2_000);
  });
});

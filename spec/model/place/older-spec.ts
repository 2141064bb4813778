import { expect } from 'chai';
import * as t from 'io-ts';
import { of } from 'rxjs';
import { createClient, durable, endpoint, Place, walkEach } from '../../../src/index';
import { runOf } from '../../../src/model/place/runs';
import { at, byCursor, query } from '../../../src/paging/index';
import type { DurableOptions, DurableStart } from '../../../src/walk/durable/durable';
import { collect } from '../../support/collect';
import { ok } from '../../support/scriptedTransport';
import { rightOf } from '../../support/sides';
import { memoryPlaces } from '../../walk/durable/support/memoryPlaces';
import { textsOfRc2 } from './support/textsOfRc2';

const Item = t.type({ id: t.number, m: t.string });
type Item = t.TypeOf<typeof Item>;
type Options = DurableOptions<Item, string>;

const list = endpoint({
  name: 'list',
  method: 'GET',
  path: '/list',
  items: at('data'),
  codec: Item,
  paging: byCursor({ from: at('next'), to: query('c') }),
  delta: { from: at('sync'), to: query('since') },
});

const day = (day: number): string => `2026-01-0${day}T00:00:00Z`;
/** One object cannot be read. */
const first = [
  { id: 1, m: day(1) },
  { id: 'x', m: '2026-01-01T12:00:00Z' },
  { id: 2, m: day(2) },
];
const pages: Partial<Record<string, object>> = {
  '': { data: first, next: 'b' },
  b: { data: [{ id: 3, m: day(3) }], next: 'c' },
  c: { data: [{ id: 4, m: day(4) }], sync: 's1' },
};
const asked: Array<string> = [];
const client = createClient({
  transport: ({ url }) => {
    asked.push(url);
    return of(ok(pages[/c=(\w)/.exec(url)?.[1] ?? ''] ?? {}));
  },
});
const pagesOf: Options['pages'] = ({ valve, place, delta }) =>
  client.pages(list, { valve, ...(place && { place }), ...(delta && { delta }) });
const mark: NonNullable<Options['mark']> = { of: ({ m }) => m };
const ceiling = () => day(9);
const each = (start: DurableStart) =>
  walkEach({
    ...start,
    parents: (from) => client.pages(list, from),
    key: ({ id }) => id,
    onInvalid: () => undefined,
    children: (_, from) => client.pages(list, from),
  });

/** What each is continued with, the last page of that call, how many requests it sends, and what it comes to. */
const cases: Readonly<
  Record<
    keyof typeof textsOfRc2,
    readonly [own: Partial<Options>, pages: number, requests: number, before?: unknown]
  >
> = {
  'a plain walk in the middle': [{}, 3, 1],
  'a plain walk at its end': [{}, 3, 0],
  'a run by marks in the middle': [{ mark }, 3, 1, '2026-01-01T12:00:00Z'],
  'a run by marks at its end': [{ mark }, 3, 3, '2026-01-01T12:00:00Z'],
  'a run by marks with a ceiling': [{ mark: { ...mark, ceiling } }, 3, 1, '2026-01-01T12:00:00Z'],
  'a run by bigints': [{ mark: { of: ({ id }) => BigInt(id) + 2n ** 60n } }, 3, 1, 2n ** 60n + 4n],
  'a run by tokens in the middle': [{ delta: true }, 3, 1, 's1'],
  'a run by tokens at its end': [{ delta: true }, 3, 3, 's1'],
  'a mark that was set': [{ mark: { of: ({ id }) => id } }, 3, 3, 7],
  // Its token is not one of this endpoint.
  'a restart by tokens': [{ delta: true }, 0, 0],
  'parents and children': [{ pages: each }, 12, 11],
};

describe('places that 1.0.0-rc.2 has written', () => {
  for (const [what, [own, count, requests, before]] of Object.entries(cases)) {
    const text = textsOfRc2[what as keyof typeof textsOfRc2];

    it(`${what}: is the same text as long as it is the same place`, () => {
      const place = rightOf(Place.decode(text));
      expect(Place.encode(place)).to.equal(text);
      expect(Place.decode(`${text.slice(0, -1)}A`)._tag).to.equal('Left');
    });

    it(`law 17: ${what}: is continued`, async () => {
      const places = memoryPlaces();
      places.put('w', rightOf(Place.decode(text)));
      asked.length = 0;
      const options = { id: 'w', places, pages: pagesOf, work: () => undefined, ...own };
      const results = await collect(durable(options));
      if (count === 0)
        return expect(results).to.have.nested.property('[0].left._tag', 'InvalidRequest');
      const kept = results.map(rightOf).at(-1);
      expect(kept).to.include({ pages: count, isLast: true });
      expect(asked).to.have.lengthOf(requests);
      const came = runOf(kept)?.before;
      return before === 's1' ? expect(came).to.be.a('string') : expect(came).to.equal(before);
    });
  }
});

import { expect } from 'chai';
import * as t from 'io-ts';
import { defer, finalize, take } from 'rxjs';
import { createClient, durable, endpoint, walkEach } from '../../../src/index';
import { runOf } from '../../../src/model/place/runs';
import { at, byCursor, byOffset, query } from '../../../src/paging/index';
import type { DurableOptions } from '../../../src/walk/durable/durable';
import { collect, pause } from '../../support/collect';
import { answer, ok } from '../../support/scriptedTransport';
import { memoryPlaces } from './support/memoryPlaces';

const Item = t.type({ id: t.number, mark: t.union([t.number, t.null]) });
type Item = t.TypeOf<typeof Item>;
type Options = DurableOptions<Item, string>;

const list = { name: 'log', method: 'GET', path: '/log', items: at('data'), codec: Item } as const;
const log = endpoint({ ...list, paging: byCursor({ from: at('next'), to: query('c') }) });
const counted = endpoint({ ...list, paging: byOffset({ to: query('offset') }) });

/** A service that lists what is newest first, by the objects below a cursor. A mark may be null: its object has none. */
const scene = (perPage = 4) => {
  let items: ReadonlyArray<Item> = [];
  let failing = new Set<number>();
  const asked: Array<string> = [];
  const aborted: Array<string> = [];
  const client = createClient({
    retry: false,
    transport: ({ url }) =>
      defer(async () => {
        asked.push(url.slice('/log'.length));
        await Promise.resolve();
        if (failing.delete(asked.length)) return answer(500, {});
        const below = Number(/c=(\d+)/.exec(url)?.[1] ?? Infinity);
        const offset = Number(/offset=(\d+)/.exec(url)?.[1] ?? 0);
        const rest = items.filter(({ id }) => id < below).slice(offset);
        const data = rest.slice(0, perPage);
        const next = rest.length > perPage ? data.at(-1)?.id : undefined;
        return ok({ data, next });
      }).pipe(finalize(() => aborted.push(url))),
  });
  const places = memoryPlaces();
  const seen = new Map<number, number>();
  const run = (own: Partial<Options> = {}) =>
    durable({
      id: 'log',
      places,
      pages: (start) => client.pages(log, { ...start, readAhead: 0 }),
      mark: { of: (item: Item) => item.mark, newestFirst: true },
      work: (page) => {
        for (const object of page.data)
          if (object._tag === 'Right')
            seen.set(object.right.id, (seen.get(object.right.id) ?? 0) + 1);
      },
      ...own,
    });
  return {
    client,
    places,
    asked,
    seen,
    run,
    night: async (own?: Partial<Options>): Promise<unknown> => {
      asked.length = 0;
      return collect(run(own)).then(
        (results) => results.at(-1)?._tag,
        (error: unknown) => String(error),
      );
    },
    add: (count: number, more: Partial<Item> = {}) => {
      for (let added = 0; added < count; added += 1) {
        const id = items.length + 1;
        items = [{ id, mark: id, ...more }, ...items];
      }
    },
    pin: (item: Item) => void (items = [item, ...items]),
    fail: (...requests: ReadonlyArray<number>) => void (failing = new Set(requests)),
    mark: () => runOf(places.kept.at(-1))?.before,
  };
};

describe('law 48: newest first, without a way to ask since', () => {
  it('25 new events of a thousand cost seven requests, and no event is missing', async () => {
    const { night, add, asked, seen, mark, places } = scene();
    add(1_000);
    expect(await night()).to.equal('Right');
    expect([asked.length, seen.size, mark()]).to.deep.equal([250, 1_000, 1_000]);
    add(25);
    expect(await night()).to.equal('Right');
    expect([asked.length, seen.size, mark()]).to.deep.equal([7, 1_025, 1_025]);
    expect(places.kept.at(-1)).to.include({ pages: 7, isLast: true });
    expect(asked.every((url) => !url.includes('mark'))).to.equal(true);
  });

  it('all objects of the page that ends it are worked on, and a page on the mark does not end it', async () => {
    const { night, add, asked, seen } = scene(4);
    add(8);
    await night();
    seen.clear();
    // The last object of the first page is the one at the mark itself, which is not below it.
    add(3);
    await night();
    expect([...seen.keys()]).to.deep.equal([11, 10, 9, 8, 7, 6, 5, 4]);
    expect(asked).to.have.lengthOf(2);
  });

  it('reads further back by overlap', async () => {
    const { night, add, asked } = scene();
    const mark = {
      of: (item: Item) => item.mark,
      newestFirst: true,
      overlap: (m: number) => m - 8,
    };
    add(40);
    await night({ mark: mark as never });
    add(4);
    await night({ mark: mark as never });
    expect(asked).to.have.lengthOf(4);
  });

  it('what is pinned to the top ends nothing, nor does a page without any mark', async () => {
    const { night, add, pin, seen, asked } = scene();
    add(40);
    await night();
    add(4);
    add(4, { mark: null });
    for (let pins = 0; pins < 4; pins += 1) pin({ id: 1_000 + pins, mark: 1 });
    expect(await night()).to.equal('Right');
    expect([41, 42, 43, 44].every((id) => seen.has(id))).to.equal(true);
    expect(asked.length).to.be.within(3, 5);
  });

  it('nothing is lost where a run fails, and events come before it is resumed', async () => {
    const { night, add, fail, seen, mark } = scene();
    add(20);
    await night();
    add(20);
    fail(3);
    await night();
    expect(mark(), 'until the run is done').to.equal(20);
    add(9);
    expect(await night()).to.equal('Right');
    expect(mark()).to.be.oneOf([40, 49]);
    expect(await night()).to.equal('Right');
    expect([seen.size, mark()]).to.deep.equal([49, 49]);
  });

  it('a page that rises behind the first one is an error, and the first one after a resume begins another round', async () => {
    const { run, places, night, add, client, mark } = scene(4);
    const own: Partial<Options> = {
      pages: (start) => client.pages(counted, { ...start, readAhead: 0 }),
    };
    add(12);
    await night(own);
    add(12);
    await collect(run(own).pipe(take(1)));
    // What came meanwhile moves objects down: by offset the next page has some that came before.
    add(12);
    expect(await night(own)).to.equal('Right');
    expect(places.kept.at(-1)).to.include({ round: 2, isLast: true });
    expect(mark()).to.equal(36);
    const rising = scene(2);
    rising.add(2);
    rising.pin({ id: 3, mark: 1 });
    rising.pin({ id: 4, mark: 1 });
    rising.add(0);
    expect(await rising.night()).to.include('must rise, or fall');
  });

  it('no request leaves after the page that ends it, in batches too', async () => {
    const { night, add, asked } = scene();
    add(80);
    await night();
    add(6);
    for (const batch of [1, 3, 10]) {
      await night({ batch, prepare: () => pause(5), id: `log ${batch}` });
      await night({ batch, prepare: () => pause(5), id: `log ${batch}` });
      expect(asked, String(batch)).to.have.lengthOf.at.most(2);
      add(3);
    }
  });

  it('is a TypeError over walkEach, and what is no boolean is refused', async () => {
    const { client, run, night, add } = scene();
    add(2);
    const each: Options['pages'] = (start) =>
      walkEach({
        ...start,
        parents: (from) => client.pages(log, from),
        key: ({ id }) => id,
        children: (_, from) => client.pages(log, from),
      });
    const ceiling = () => 7;
    const mark = { of: (item: Item) => item.mark, newestFirst: true, ceiling };
    expect(await night({ pages: each, mark })).to.match(/^TypeError.*newestFirst/);
    expect(() => run({ mark: { of: () => 1, newestFirst: 1 as never } })).to.throw(
      TypeError,
      'newestFirst',
    );
  });
});

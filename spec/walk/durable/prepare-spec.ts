import { expect } from 'chai';
import * as t from 'io-ts';
import { EMPTY, of, Subject } from 'rxjs';
import { createClient, durable, endpoint, walkEach } from '../../../src/index';
import { at, byCursor, byOffset, byPageNumber, query } from '../../../src/paging/index';
import { numberedPages } from '../../support/numberedPages';
import { ok } from '../../support/scriptedTransport';
import { memoryPlaces } from './support/memoryPlaces';
import { numberedWalk, type Own, pagesKept, pagesOver } from './support/numberedWalk';

const walkOf = (own: Own<string>, pages = 3) => {
  const places = memoryPlaces();
  const walk = numberedWalk(places, own, pagesOver(numberedPages({ pages, perPage: 1 })));
  return { walk, places };
};

describe('durable with prepare', () => {
  it('prepares each page before its work, in order, and gives the first value to the work', async () => {
    const log: Array<string> = [];
    const { walk } = walkOf({
      prepare: ({ place, run }) => {
        log.push(`prepare ${place.pages} ${typeof run}`);
        return place.pages === 2 ? EMPTY : of(`p${place.pages}`, 'more');
      },
      work: ({ place }, _, prepared) => void log.push(`work ${place.pages} ${String(prepared)}`),
    });
    expect(await pagesKept(walk)).to.deep.equal([1, 2, 3]);
    expect(log).to.deep.equal([
      'prepare 1 string',
      'work 1 p1',
      'prepare 2 string',
      'work 2 undefined',
      'prepare 3 string',
      'work 3 p3',
    ]);
  });

  it('prepares all pages of a batch before the work on the first of them', async () => {
    const log: Array<string> = [];
    const first = new Subject<number>();
    const { walk } = walkOf({
      batch: 3,
      prepare: ({ place }) => {
        log.push(`prepare ${place.pages}`);
        return place.pages === 1 ? first : of(place.pages);
      },
      work: (_, __, prepared) => void log.push(`work ${String(prepared)}`),
    });
    const kept = pagesKept(walk);
    while (log.length === 0) await Promise.resolve();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
    first.next(1);
    expect(await kept).to.deep.equal([1, 3]);
    expect(log).to.deep.equal([
      'prepare 1',
      'work 1',
      'prepare 2',
      'prepare 3',
      'work 2',
      'work 3',
    ]);
  });

  for (const [what, prepare, said] of [
    ['throws', () => expect.fail('boom'), 'boom'],
    ['rejects', () => Promise.reject(new Error('boom')), 'boom'],
    ['returns a text', () => 'letters', 'prepare must return a promise or an Observable'],
  ] as const) {
    it(`nothing of a page is kept whose prepare ${what}`, async () => {
      let works = 0;
      const { walk, places } = walkOf({
        prepare: ({ place }) => (place.pages === 2 ? prepare() : EMPTY),
        work: () => void (works += 1),
      });
      expect((await pagesKept(walk)).at(-1)).to.include(said);
      expect([works, places.kept.length]).to.deep.equal([1, 1]);
    });
  }

  it('unsubscribing leaves what is being prepared', () => {
    const waiting = new Subject<number>();
    const { walk } = walkOf({ prepare: () => waiting });
    const subscription = walk.subscribe();
    subscription.unsubscribe();
    expect(waiting.observed).to.equal(false);
  });

  it('work and finish may return nothing', async () => {
    const seen: Array<string> = [];
    const { walk } = walkOf({
      work: () => void seen.push('work'),
      finish: () => void seen.push('finish'),
    });
    expect(await pagesKept(walk)).to.deep.equal([1, 2, 3]);
    expect(seen).to.deep.equal(['work', 'work', 'work', 'finish']);
  });
});

describe('durable with finish over counted pages', () => {
  const codec = t.type({ id: t.number });
  const list = { method: 'GET', items: at('data'), path: '/list', name: 'list', codec } as const;
  const endpoints = {
    byOffset: endpoint({ ...list, paging: byOffset({ to: query('offset') }) }),
    byPageNumber: endpoint({ ...list, paging: byPageNumber({ to: query('page') }) }),
    byCursor: endpoint({ ...list, paging: byCursor({ from: at('next'), to: query('c') }) }),
  };
  const client = createClient({
    transport: ({ url }) =>
      of(ok({ data: /(?:offset|page)=[1-9]/.test(url) ? [] : [{ id: 1 }], next: null })),
  });
  const walk = (pages: Own<string>['pages'], own: Own<string> = {}) => {
    const log: Array<string> = [];
    const options: Own<string> = {
      prepare: () => {
        log.push('prepare');
        return EMPTY;
      },
      work: () => void log.push('work'),
      finish: () => void log.push('finish'),
      ...own,
    };
    return pagesKept(numberedWalk(memoryPlaces(), options, pages as never)).then((kept) => [
      String(kept.at(-1)),
      ...new Set(log),
    ]);
  };
  const pagesOf =
    (name: keyof typeof endpoints): Own<string>['pages'] =>
    (start) =>
      client.pages(endpoints[name], { ...start }) as never;
  const eachOf =
    (parents: keyof typeof endpoints, children: keyof typeof endpoints): Own<string>['pages'] =>
    (start) =>
      walkEach({
        ...start,
        parents: (from) => client.pages(endpoints[parents], from),
        key: ({ id }) => id,
        children: (_, from) => client.pages(endpoints[children], from),
      }) as never;

  const counted: Readonly<Record<string, Own<string>['pages']>> = {
    byOffset: pagesOf('byOffset'),
    byPageNumber: pagesOf('byPageNumber'),
    'counted parents': eachOf('byPageNumber', 'byCursor'),
    'counted children': eachOf('byCursor', 'byOffset'),
    'a walkEach over such a one': (start) =>
      walkEach({
        ...start,
        parents: (from) => client.pages(endpoints.byCursor, from),
        key: ({ id }) => id,
        children: (_, from) => (eachOf('byCursor', 'byOffset') ?? expect.fail())(from) as never,
      }) as never,
  };
  for (const [what, pages] of Object.entries(counted)) {
    it(`is a TypeError at the first page, before prepare and work: ${what}`, async () => {
      const [said, ...done] = await walk(pages);
      expect(said).to.match(/^TypeError: durable: finish would delete .*acceptShifts: true$/);
      expect(done).to.deep.equal([]);
    });
    it(`is allowed with acceptShifts, and without finish: ${what}`, async () => {
      expect(await walk(pages, { acceptShifts: true })).to.include('finish');
      expect((await walk(pages, { finish: undefined })).slice(1)).to.deep.equal([
        'prepare',
        'work',
      ]);
    });
  }

  it('is allowed over cursors', async () =>
    expect(await walk(eachOf('byCursor', 'byCursor'))).to.include('finish'));

  it('acceptShifts must be a boolean', () =>
    expect(() =>
      durable({
        id: 'x',
        places: memoryPlaces(),
        pages: pagesOver(),
        work: () => EMPTY,
        acceptShifts: 1 as never,
      }),
    ).to.throw(TypeError, 'acceptShifts'));
});

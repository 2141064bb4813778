import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { lastValueFrom, map, of, take, toArray } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import type { WalkEvent } from '../../src/client/WalkEvent';
import type { Paging } from '../../src/model/endpoints/Paging';
import type { HttpRequest } from '../../src/model/http';
import type { Place } from '../../src/model/place/Place';
import { at, byCursor, byLink, byOffset, byPageNumber, link, linkIn, query } from '../../src/paging';
import { get, walkOver } from './support/walk';
import { token } from '../support/pages';

type Scheme = Paging<'query' | 'header'>;

/** A service of 30 objects in pages of ten, whose total is whatever one says. */
const service = (totalOf: (page: number) => unknown, perPage = 10) => {
  const requests: Array<string> = [];
  const transport = (request: HttpRequest) => {
    requests.push(request.url);
    const asked = new URL(request.url, 'http://h').searchParams;
    const page = Number(asked.get('p') ?? 1);
    const start = Number(asked.get('o') ?? (page - 1) * perPage);
    const data = Array.from({ length: Math.max(0, Math.min(perPage, 30 - start)) }, (_, index) => start + index);
    const body = JSON.stringify({ data, total: totalOf(start / perPage), more: start + perPage < 30 });
    return of(E.right({ status: 200, headers: {}, url: `http://h${request.url}`, body }));
  };
  return { requests, client: createClient({ transport, retry: false }) };
};

const objectsOf = (scheme: Scheme, totalOf: (page: number) => unknown, params: object = {}) =>
  lastValueFrom(
    service(totalOf)
      .client.objects(get(scheme), params as never)
      .pipe(map(E.isRight), toArray()),
  );

const all = Array<boolean>(30).fill(true);

describe('law 32: a total that the walk disproves decides nothing', () => {
  for (const [name, scheme] of [
    ['byOffset', byOffset({ to: query('o'), total: at('total') })],
    ['byPageNumber', byPageNumber({ to: query('p'), total: at('total') })],
  ] as const) {
    for (const [what, totalOf] of [
      ['0 beside objects', () => 0],
      ['1', () => 1],
      ['that of the page before', (page: number) => page * 10],
      ['disproved by page 1, and right in number later', (page: number) => (page === 0 ? 5 : 20)],
      ['the truth', () => 30],
    ] as const) {
      it(`${name}: a total of ${what}`, async () => {
        expect(await objectsOf(scheme, totalOf)).to.deep.equal(all);
      });
    }

    it(`${name}: stays disproved after a resume`, async () => {
      const totalOf = (page: number): number => (page === 0 ? 5 : 20);
      const { client } = service(totalOf);
      const [first] = await lastValueFrom(client.pages(get(scheme), {}).pipe(take(1), toArray()));
      const place: Place = first && E.isRight(first) ? first.right.place : expect.fail('no page');
      expect(await objectsOf(scheme, totalOf, { place })).to.have.lengthOf(20);
    });
  }

  it('byPageNumber ends at its total without another request, after a resume too', async () => {
    const scheme = byPageNumber({ to: query('p'), total: at('total') });
    const { client, requests } = service(() => 30);
    const pages = await lastValueFrom(client.pages(get(scheme), {}).pipe(toArray()));
    expect(requests).to.deep.equal(['/things', '/things?p=2', '/things?p=3']);
    const place = pages[1] && E.isRight(pages[1]) ? pages[1].right.place : expect.fail('no page');
    const again = service(() => 30);
    await lastValueFrom(again.client.pages(get(scheme), { place }).pipe(toArray()));
    expect(again.requests).to.deep.equal(['/things?p=3']);
  });
  it('of a page number that the user gave, a total says nothing', async () => {
    const scheme = byPageNumber({ to: query('p'), total: at('total') });
    expect(await objectsOf(scheme, () => 30, { pageToken: token('2') })).to.have.lengthOf(20);
  });
  it('more decides where it is given', async () => {
    const { client, requests } = service(() => 1);
    await lastValueFrom(client.objects(get(byOffset({ to: query('o'), total: at('total'), more: at('more') })), {}));
    expect(requests).to.have.lengthOf(3);
  });
});

describe('law 26: equal pages', () => {
  const equal = (pages: number): ReadonlyArray<{ data: Array<number> }> => [
    ...Array<{ data: Array<number> }>(pages).fill({ data: [7, 7] }),
    { data: [] },
  ];
  for (const [name, scheme] of [
    ['byOffset', byOffset({ to: query('o'), mayRepeat: true })],
    ['byPageNumber', byPageNumber({ to: query('p'), mayRepeat: true })],
  ] as const) {
    it(`${name} takes them where they may be`, async () => {
      expect(await walkOver(get(scheme), equal(5))).to.include({ objects: 10, end: 'last page' });
    });
    it(`${name}: 1,000 after one another are a service that ignores the number`, async () => {
      const { objects, end } = await walkOver(get(scheme), equal(1_001));
      expect({ objects, end }).to.deep.equal({ objects: 2_000, end: 'RepeatedPage' });
      expect((await walkOver(get(scheme), equal(1_000))).end).to.equal('last page');
    });
  }
  it('a total bounds the walk', async () => {
    const scheme = byOffset({ to: query('o'), mayRepeat: true, total: at('n') });
    const pages = Array<{ data: Array<number>; n: number }>(1_200).fill({ data: [7], n: 1_200 });
    expect(await walkOver(get(scheme), pages)).to.include({ objects: 1_200, end: 'last page' });
  });
});

describe('law 32: the end says what no page had', () => {
  const unseenOf = async (scheme: Scheme, answers: ReadonlyArray<Record<string, unknown>>, params: object = {}) => {
    let said: unknown = 'no end';
    const onEvent = (event: WalkEvent) => {
      if (event.type === 'end') said = event.unseen;
    };
    await walkOver(get(scheme), answers, params, { onEvent });
    return said;
  };
  const misspelt = byCursor({ from: at('continue', 'apcontinu'), to: query('c') });
  const parts = byCursor({ from: { a: at('a'), b: at('bb') }, to: { a: query('a'), b: query('b') } });

  const cases: ReadonlyArray<
    readonly [what: string, scheme: Scheme, answers: ReadonlyArray<Record<string, unknown>>, said: string | undefined]
  > = [
    ['a misspelt link', byLink(at('nextt')), [{ data: [1], next: '?p=2' }], 'nextt'],
    ['a misspelt cursor', misspelt, [{ data: [1], continue: { apcontinue: 'x' } }], 'continue.apcontinu'],
    ['no Link header', byLink(link('next')), [{ data: [1] }], 'header link (next)'],
    ['a list without the link', byLink(linkIn(at('links'))), [{ data: [1], links: [] }], 'links (next)'],
    ['one of several parts', parts, [{ data: [1], a: 1 }, { data: [2] }], 'bb'],
    ['a null that is there', byLink(at('next')), [{ data: [1], next: null }], undefined],
    ['an empty text', byLink(at('next')), [{ data: [1], next: '' }], undefined],
    ['a link on page 1', byLink(at('next')), [{ data: [1], next: '?p=2' }, { data: [2] }], undefined],
    ['what ends with a failure', byLink(at('next')), [{ status: 404 }], undefined],
    [
      'a walk whose service says that there is no more',
      byCursor({ from: at('c'), to: query('c'), more: at('m') }),
      [{ data: [1], m: false }],
      undefined,
    ],
  ];
  for (const [what, scheme, answers, said] of cases) {
    it(`${what}: ${said}`, async () => {
      expect(await unseenOf(scheme, answers)).to.equal(said);
    });
  }
  it('not after a resume', async () => {
    expect(await unseenOf(byLink(at('next')), [{ data: [1] }], { pageToken: token('/things?p=2') })).to.equal(
      undefined,
    );
  });
  it('and belongs to a walk, not to the endpoint', async () => {
    const scheme = byLink(at('next'));
    await unseenOf(scheme, [{ data: [1], next: '?p=2' }, { data: [2] }]);
    expect(await unseenOf(scheme, [{ data: [1] }])).to.equal('next');
  });
});

describe('law 25: statuses past the end', () => {
  for (const [name, scheme] of [
    ['byOffset', byOffset({ to: query('o'), pastEnd: [404] })],
    ['byPageNumber', byPageNumber({ to: query('p'), pastEnd: [400, 404] })],
  ] as const) {
    it(`${name}: are an empty last page, after a resume too`, async () => {
      const past = { status: 404, text: '<html>' };
      expect(await walkOver(get(scheme), [{ data: [1] }, past])).to.include({ objects: 1, end: 'last page' });
      expect(await walkOver(get(scheme), [past], { pageToken: token('2') })).to.include({
        objects: 0,
        end: 'last page',
      });
    });
    it(`${name}: say nothing of the first page`, async () => {
      expect((await walkOver(get(scheme), [{ status: 404 }])).end).to.match(/^HttpFailure/);
    });
  }
  for (const pastEnd of [[200], ['404'], 404, [1.5]]) {
    it(`are not ${JSON.stringify(pastEnd)}`, () => {
      expect(() => get(byOffset({ to: query('o'), pastEnd: pastEnd as never }))).to.throw(TypeError, /pastEnd/);
    });
  }
});

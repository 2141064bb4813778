import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { lastValueFrom, map, of, take, toArray } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import type { Paging } from '../../src/model/endpoints/Paging';
import type { HttpRequest } from '../../src/model/http';
import type { Place } from '../../src/model/place/Place';
import { at, byOffset, byPageNumber, query } from '../../src/paging';
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

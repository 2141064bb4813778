import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { delay, lastValueFrom, of, take, tap, toArray } from 'rxjs';
import { createClient, endpoint, Place, type HttpRequest } from '../../src/index';
import { at, body, byPageNumber, header, link, linkIn, query } from '../../src/paging';
import { rightOf } from '../support/sides';
import { get, type Said, walkOver } from './support/walk';

const paging = byPageNumber({ to: query('page'), last: link('last') });

/** The links of a page as GitHub sends them; without the last one, as GitLab does above 10,000 objects. */
const links = (page: number, last: number, hasLast = true): Said['headers'] => {
  const to = (number: number, relation: string) =>
    `<https://h.example/api/things?page=${number}>; rel="${relation}"`;
  const forward = page < last ? [to(page + 1, 'next'), ...(hasLast ? [to(last, 'last')] : [])] : [];
  const all = [...(page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : []), ...forward];
  return all.length > 0 ? { link: all.join(', ') } : {};
};

const pageAt = (page: number, last: number, hasLast = true): Said => ({
  headers: links(page, last, hasLast) ?? {},
  data: [page * 2 - 1, page * 2],
});

/** A service of pages with links, which answers after a millisecond, and counts what is in flight. */
const serving = (last: number, hasLast: boolean) => {
  const asked: Array<number> = [];
  let [inFlight, most] = [0, 0];
  const client = createClient({
    retry: false,
    transport: ({ url }: HttpRequest) => {
      const page = Number(new URL(url, 'http://h').searchParams.get('page') ?? 1);
      const { headers = {}, ...json } = pageAt(page, last, hasLast);
      asked.push(page);
      inFlight += 1;
      most = Math.max(most, inFlight);
      const answer = {
        status: 200,
        headers,
        body: JSON.stringify(json),
        url: `https://h.example/api${url}`,
      };
      return of(E.right(answer)).pipe(
        delay(1),
        tap(() => (inFlight -= 1)),
      );
    },
  });
  return { client, asked, most: () => most };
};

describe('law 26: the last page is known by a link', () => {
  it('ends with it, and asks for no page behind it', async () => {
    const walk = await walkOver(get(paging), [pageAt(1, 3), pageAt(2, 3), pageAt(3, 3)]);
    expect([walk.objects, walk.end, walk.urls]).to.deep.equal([
      6,
      'last page',
      ['/things', '/things?page=2', '/things?page=3'],
    ]);
  });
  it('a page with neither link is the last one', async () => {
    expect(await walkOver(get(paging), [{ data: [1] }])).to.include({
      objects: 1,
      end: 'last page',
    });
  });
  it('an empty page with a next link is followed', async () => {
    const empty = { ...pageAt(1, 2, false), data: [] };
    expect(await walkOver(get(paging), [empty, pageAt(2, 2)])).to.include({
      objects: 2,
      end: 'last page',
    });
  });
  it('a page without links before the number that an earlier page named is shifted', async () => {
    const { doubt, end } = await walkOver(get(paging), [pageAt(1, 5), pageAt(2, 2)]);
    expect([end, doubt?.shifted]).to.deep.equal(['last page', { from: 5, to: 2, in: 'pages' }]);
  });
  it('is found in a list of links, too', async () => {
    const inBody = byPageNumber({ to: query('page'), last: linkIn(at('links'), { is: 'last' }) });
    const said = (page: number): Said => ({
      data: [page],
      links:
        page < 2
          ? [
              { rel: 'next', href: '?page=2' },
              { rel: 'last', href: '?page=2' },
            ]
          : [],
    });
    expect(await walkOver(get(inBody), [said(1), said(2)])).to.include({
      objects: 2,
      end: 'last page',
    });
  });
  for (const target of ['https://h.example/api/things', '?page=x', '?page=-1', '?p=3']) {
    it(`a link without a whole number there is refused: ${target}`, async () => {
      const headers = { link: `<${target}>; rel="last"` };
      const { end } = await walkOver(get(paging), [{ data: [1], headers }]);
      expect(end).to.match(
        /^InvalidEnvelope.*header link \(last\) must have a whole number at page/,
      );
    });
  }
  for (const to of [header('page'), body('page')]) {
    it(`needs a slot of the query string: ${to.label}`, () => {
      const scheme = byPageNumber({ to, last: link('last') });
      expect(() => endpoint({ name: 'x', method: 'POST', path: '/x', paging: scheme })).to.throw(
        TypeError,
        /a link as last needs a slot of the query string/,
      );
    });
  }

  for (const [what, hasLast, most] of [
    ['asks for pages ahead as far as the number is known', true, 8],
    ['goes page by page where it is not known', false, 1],
  ] as const) {
    it(`law 34: with readAhead it ${what}, and for none behind the last`, async () => {
      const service = serving(20, hasLast);
      const objects = await lastValueFrom(
        service.client.objects(get(paging), { readAhead: 8 }).pipe(toArray()),
      );
      expect(objects).to.deep.equal(Array.from({ length: 40 }, (_, index) => E.right(index + 1)));
      expect(service.asked).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1));
      expect(service.most()).to.be.within(Math.min(most, 7), most);
    });
  }

  it('continues after a resume, and knows the last page then', async () => {
    const { client } = serving(20, true);
    const pages = await lastValueFrom(client.pages(get(paging), {}).pipe(take(3), toArray()));
    const text = Place.encode(rightOf(pages[2]).place);
    const service = serving(20, true);
    const rest = await lastValueFrom(
      service.client
        .objects(get(paging), { place: rightOf(Place.decode(text)), readAhead: 8 })
        .pipe(toArray()),
    );
    expect([rest.length, service.asked.length]).to.deep.equal([34, 17]);
  });
});

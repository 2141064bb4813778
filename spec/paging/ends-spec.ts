import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { of, take } from 'rxjs';
import { createClient, type HttpRequest, type PageInfo } from '../../src/index';
import {
  at,
  byCursor,
  byLink,
  byOffset,
  byPageNumber,
  header,
  link,
  linkIn,
  query,
} from '../../src/paging';
import { collect } from '../support/collect';
import { token } from '../support/pages';
import { leftOf, rightOf } from '../support/sides';
import { get, listing, type Said, type Scheme, walkOver } from './support/walk';

/** The start of a page of ten, by its offset or its number. */
const startOf = ({ url }: HttpRequest): number => {
  const asked = new URL(url, 'http://h').searchParams;
  return Number(asked.get('o') ?? (Number(asked.get('p') ?? 1) - 1) * 10);
};

/** A service of 30 objects in pages of ten, whose total is whatever one says. */
const service = (totalOf: (page: number) => unknown) =>
  listing(30, startOf, (start) => ({ total: totalOf(start / 10), more: start + 10 < 30 }));

const objectsOf = async (scheme: Scheme, totalOf: (page: number) => unknown, params: object = {}) =>
  (await collect(service(totalOf).client.objects(get(scheme), params as never))).map(E.isRight);

/** A client that gets the same answer to every request. */
const clientOver = (json: unknown) =>
  createClient({
    transport: () => of(E.right({ status: 200, headers: {}, body: JSON.stringify(json) })),
  });

const all = Array<boolean>(30).fill(true);

type Counting = Omit<
  Parameters<typeof byOffset>[0] & Parameters<typeof byPageNumber>[0],
  'to' | 'last'
>;

/** Both schemes that count, with these options. */
const counting = (options: Counting) =>
  [
    ['byOffset', byOffset({ to: query('o'), ...options })],
    ['byPageNumber', byPageNumber({ to: query('p'), ...options })],
  ] as const;

describe('law 32: a total that the walk disproves decides nothing', () => {
  for (const [name, scheme] of counting({ total: at('total') })) {
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
      const { place } = rightOf((await collect(client.pages(get(scheme), {})))[0]);
      expect(await objectsOf(scheme, totalOf, { place })).to.have.lengthOf(20);
    });
  }

  it('byPageNumber ends at its total without another request, after a resume too', async () => {
    const scheme = byPageNumber({ to: query('p'), total: at('total') });
    const { client, requests } = service(() => 30);
    const pages = await collect(client.pages(get(scheme), {}));
    expect(requests.map(({ url }) => url)).to.deep.equal(['/things', '/things?p=2', '/things?p=3']);
    const again = service(() => 30);
    await collect(again.client.pages(get(scheme), { place: rightOf(pages[1]).place }));
    expect(again.requests.map(({ url }) => url)).to.deep.equal(['/things?p=3']);
  });
  it('more decides where it is given', async () => {
    for (const total of [1, 10]) {
      const { client, requests } = service(() => total);
      await collect(
        client.objects(get(byOffset({ to: query('o'), total: at('total'), more: at('more') })), {}),
      );
      expect(requests).to.have.lengthOf(3);
    }
  });
});

describe('law 32: a total in a Content-Range', () => {
  const total = header('content-range');
  const walked = async (scheme: Scheme, rangeOf: (start: number, end: number) => string) => {
    const range = (start: number, end: number) => ({
      headers: { 'content-range': rangeOf(start, end) },
    });
    const { client, requests } = listing(25, startOf, range);
    const objects = await collect(client.objects(get(scheme), {}));
    return { requests: requests.length, objects };
  };
  for (const [name, scheme] of counting({ total })) {
    for (const [what, rangeOf, requests] of [
      ['0-9/25', (start: number, end: number) => `${start}-${end}/25`, 3],
      ['items 0-9/25', (start: number, end: number) => `items ${start}-${end}/25`, 3],
      ['*/25', () => '*/25', 3],
      ['0-9/*, which does not say it', (start: number, end: number) => `${start}-${end}/*`, 4],
    ] as const) {
      it(`${name}: ${what}`, async () => {
        const walk = await walked(scheme, rangeOf);
        expect([walk.requests, walk.objects.filter(E.isRight).length]).to.deep.equal([
          requests,
          25,
        ]);
      });
    }
  }

  it('that is none is refused by its name', async () => {
    const { objects } = await walked(byOffset({ to: query('o'), total }), () => 'many/most');
    expect(leftOf(objects.at(-1))).to.deep.include({ _tag: 'InvalidEnvelope' });
    expect(JSON.stringify(objects.at(-1))).to.include('header content-range');
  });
});

describe('law 32: a total that may be the number of items on the page', () => {
  const offset = { to: query('o'), total: at('n') };
  const page = { to: query('p'), total: at('n') };
  const one = { data: [1, 2], n: 2 };
  const empty = { data: [], n: 0 };
  const two = { data: [3, 4], n: 2 };
  const failure = { end: /^HttpFailure/ };
  const sized = (pageSize: number) => ({ pageSize: query('s'), params: { pageSize } });
  const begun = (o: number) => ({ fields: { o: t.number }, params: { o } });
  const ofFour = { data: [3, 4], n: 4 };
  const cases: ReadonlyArray<
    readonly [
      what: string,
      scheme: Scheme,
      answers: ReadonlyArray<Said>,
      objects: number,
      others?: {
        readonly end?: RegExp;
        readonly params?: object;
        readonly [option: string]: unknown;
      },
    ]
  > = [
    [
      'the items of each page, by offset',
      byOffset(offset),
      [one, two, { data: [5], n: 1 }, empty],
      5,
    ],
    [
      'the items of each page, by number',
      byPageNumber(page),
      [one, two, { data: [5], n: 1 }, empty],
      5,
    ],
    [
      'also where request 1 carries a number',
      byOffset({ ...offset, first: 1 }),
      [one, two, empty],
      4,
    ],
    [
      'and it grows with what came',
      byPageNumber({ ...page, first: 0 }),
      [one, { ...two, n: 4 }, empty],
      4,
    ],
    ['the truth: an empty page', byOffset(offset), [one, { data: [], n: 2 }], 2],
    ['the truth: the same page again', byOffset(offset), [one, one], 2],
    [
      'the same page where pages may repeat',
      byOffset({ ...offset, mayRepeat: true }),
      [one, one, empty],
      4,
    ],
    ['the truth: 404', byPageNumber(page), [one, { status: 404 }], 2],
    ['the truth: 416', byOffset(offset), [one, { status: 416 }], 2],
    [
      'the truth: a status of pastEnd',
      byOffset({ ...offset, pastEnd: [400] }),
      [one, { status: 400 }],
      2,
    ],
    ['another failure', byOffset(offset), [one, { status: 400 }], 2, failure],
    ['404 later on', byOffset(offset), [one, two, { status: 404 }], 4, failure],
    ['a first page that is empty', byOffset(offset), [empty], 0],
    [
      'more says that there is none',
      byOffset({ ...offset, more: at('m') }),
      [{ ...one, m: false }],
      2,
    ],
    ['last says that this is it', byPageNumber({ ...page, last: at('l') }), [{ ...one, l: 1 }], 2],
    ['fewer than pageSize asks for: the truth', byOffset(offset), [one, empty], 2, sized(3)],
    [
      'fewer than pageSize asks for: the service caps it',
      byOffset(offset),
      [one, two, empty],
      4,
      sized(9),
    ],
    [
      'a walk that begins in the middle, once',
      byOffset(offset),
      [ofFour, { data: [5], n: 4 }, empty],
      3,
      begun(2),
    ],
    [
      'one in the middle of what is numbered',
      byOffset({ ...offset, first: 1 }),
      [ofFour],
      2,
      begun(3),
    ],
  ];
  for (const [
    what,
    scheme,
    answers,
    objects,
    { end = /^last page$/, params, ...others } = {},
  ] of cases) {
    it(what, async () => {
      const came = await walkOver(get(scheme, others), answers, params);
      expect(came.objects).to.equal(objects);
      expect(came.end).to.match(end);
      expect(came.urls).to.have.lengthOf(answers.length);
    });
  }
  for (const [name, scheme] of counting({ total: at('n') })) {
    it(`${name}: one request more, whatever readAhead says`, async () => {
      const { urls } = await walkOver(get(scheme), [one, ...Array<typeof empty>(9).fill(empty)], {
        readAhead: 8,
      });
      expect(urls).to.have.lengthOf(2);
    });
  }
  it('is found out after a resume, too', async () => {
    const target = get(byOffset(offset));
    const { place } = rightOf((await collect(clientOver(one).pages(target, {}).pipe(take(1))))[0]);
    expect(place.isLast).to.equal(false);
    expect(await walkOver(target, [{ status: 404 }], { place })).to.include({
      objects: 0,
      end: 'last page',
    });
  });
});

describe('law 32: the end says that the total changed', () => {
  const cases: ReadonlyArray<
    readonly [what: string, totals: ReadonlyArray<number>, said: unknown]
  > = [
    ['one that stays', [3, 3, 3], undefined],
    ['one that falls', [5, 4, 3], { from: 5, to: 3 }],
    ['the one furthest from the first', [3, 9, 3], { from: 3, to: 9 }],
    ['the number of items on each page', [1, 1, 1, 0], undefined],
  ];
  for (const [what, totals, said] of cases) {
    it(what, async () => {
      const pages = totals.map((n, index) => ({ data: n === 0 ? [] : [index], n }));
      const { end, doubt } = await walkOver(
        get(byOffset({ to: query('o'), total: at('n') })),
        pages,
      );
      expect([end, doubt?.shifted]).to.deep.equal(['last page', said]);
    });
  }
  it('and every page says its total', async () => {
    const infos: Array<unknown> = [];
    const onPage = ({ total }: PageInfo) => infos.push(total);
    const client = clientOver({ data: [1], n: '7', last: 1 });
    const target = get(byPageNumber({ to: query('p'), total: at('n'), last: at('last') }));
    const pages = await collect(client.pages(target, { onPage }));
    expect([infos, pages.map((page) => E.isRight(page) && page.right.total)]).to.deep.equal([
      [7],
      [7],
    ]);
    const none = await collect(
      client.pages(get(byPageNumber({ to: query('p'), last: at('last') })), {}),
    );
    expect(none.map((page) => E.isRight(page) && 'total' in page.right)).to.deep.equal([false]);
  });
});

describe('law 26: equal pages', () => {
  const equal = (pages: number): ReadonlyArray<{ data: Array<number> }> => [
    ...Array<{ data: Array<number> }>(pages).fill({ data: [7, 7] }),
    { data: [] },
  ];
  for (const [name, scheme] of counting({ mayRepeat: true })) {
    it(`${name} takes them where they may be`, async () => {
      expect(await walkOver(get(scheme), equal(5))).to.include({ objects: 10, end: 'last page' });
    });
    it(`${name}: 1,000 after one another are a service that ignores the number`, async () => {
      const { objects, end } = await walkOver(get(scheme), equal(1_000));
      expect({ objects, end }).to.deep.equal({ objects: 1_998, end: 'RepeatedPage' });
      expect((await walkOver(get(scheme), equal(999))).end).to.equal('last page');
    });
  }
  it('a last page that is only denied does not bound the walk, and a number does', async () => {
    const scheme = byPageNumber({ to: query('p'), mayRepeat: true, last: at('l') });
    const pages = (l: unknown) => Array<Said>(1_100).fill({ data: [7], l });
    expect(await walkOver(get(scheme), pages(false))).to.include({
      objects: 999,
      end: 'RepeatedPage',
    });
    expect(await walkOver(get(scheme), pages(1_100))).to.include({
      objects: 1_100,
      end: 'last page',
    });
  });
  type Items = (page: number) => ReadonlyArray<unknown>;
  const almost: ReadonlyArray<readonly [what: string, Items]> = [
    [
      'a status with the time, a header and rows',
      (page) => [
        [page, 'ok'],
        ['id', 'name'],
        [1, 'a'],
      ],
    ],
    [
      'one of many items',
      (page) => [...Array(50).keys()].map((id) => (id === 0 ? { page } : { id })),
    ],
    ['a field of all items', (page) => [1, 2, 3].map((id) => ({ id, seen: page }))],
    [
      'rows of hours whose numbers are all 0',
      (page) => [...Array(24).keys()].map((hour) => ({ hour: page * 24 + hour, visits: 0 })),
    ],
  ];
  for (const [what, itemsOf] of almost) {
    it(`pages that are equal but for one item or one field are pages: ${what}`, async () => {
      const pages = [
        ...[...Array(7).keys()].map((page) => ({ data: itemsOf(page) })),
        { data: [] },
      ];
      for (const by of [byOffset, byPageNumber]) {
        const { objects, end } = await walkOver(get(by({ to: query('n') })), pages);
        expect({ objects, end }).to.deep.equal({
          objects: itemsOf(0).length * 7,
          end: 'last page',
        });
      }
    });
  }
  it('a total bounds the walk', async () => {
    const scheme = byOffset({ to: query('o'), mayRepeat: true, total: at('n') });
    const pages = Array<{ data: Array<number>; n: number }>(1_200).fill({ data: [7], n: 1_200 });
    expect(await walkOver(get(scheme), pages)).to.include({ objects: 1_200, end: 'last page' });
  });
});

describe('law 32: the end says what no page had', () => {
  const unseenOf = async (scheme: Scheme, answers: ReadonlyArray<Said>, params: object = {}) =>
    (await walkOver(get(scheme), answers, params)).doubt?.unseen;
  const misspelt = byCursor({ from: at('continue', 'apcontinu'), to: query('c') });
  const parts = byCursor({
    from: { a: at('a'), b: at('bb') },
    to: { a: query('a'), b: query('b') },
  });

  const withMore = byCursor({ from: at('c'), to: query('c'), more: at('m') });
  const cases: ReadonlyArray<
    readonly [what: string, scheme: Scheme, answers: ReadonlyArray<Said>, said?: string]
  > = [
    ['a misspelt link', byLink(at('nextt')), [{ data: [1], following: '?p=2' }], 'nextt'],
    [
      'a misspelt cursor',
      misspelt,
      [{ data: [1], continue: { apcontinue: 'x' } }],
      'continue.apcontinu',
    ],
    ['no Link header', byLink(link('next')), [{ data: [1] }], 'header link (next)'],
    [
      'a list without the link',
      byLink(linkIn(at('links'))),
      [{ data: [1], links: [] }],
      'links (next)',
    ],
    ['one of several parts', parts, [{ data: [1], a: 1 }, { data: [2] }], 'bb'],
    ['a null that is there', byLink(at('next')), [{ data: [1], next: null }]],
    ['a link on page 1', byLink(at('next')), [{ data: [1], next: '?p=2' }, { data: [2] }]],
    ['what ends with a failure', byLink(at('next')), [{ status: 404 }]],
    ['a walk whose service says that there is no more', withMore, [{ data: [1], m: false }]],
  ];
  for (const [what, scheme, answers, said] of cases) {
    it(`${what}: ${said}`, async () => {
      expect(await unseenOf(scheme, answers)).to.equal(said);
    });
  }
  for (const [what, fields] of [
    ['capitals', (link: string) => ({ 'Content-Type': 'application/json', Link: link })],
    ["an object of fetch's own", (link: string) => new Headers({ link })],
    ['a map', (link: string) => new Map([['Link', link]])],
  ] as const) {
    it(`nothing where a transport gives the headers as ${what}`, async () => {
      const headers = fields('<?p=2>; rel="next"') as Readonly<Record<string, string>>;
      const walk = await walkOver(get(byLink(link('next'))), [
        { data: [1], headers },
        { data: [2] },
      ]);
      expect(walk).to.include({ objects: 2, end: 'last page' });
    });
  }
  it('not after a resume', async () => {
    expect(
      await unseenOf(byLink(at('next')), [{ data: [1] }], { pageToken: token('/things?p=2') }),
    ).to.equal(undefined);
  });
  it('and belongs to a walk, not to the endpoint', async () => {
    const scheme = byLink(at('next'));
    await unseenOf(scheme, [{ data: [1], next: '?p=2' }, { data: [2] }]);
    expect(await unseenOf(scheme, [{ data: [1] }])).to.equal('next');
  });
});

describe('law 25: statuses past the end', () => {
  for (const [name, scheme] of counting({ pastEnd: [400, 404] })) {
    it(`${name}: are an empty last page, after a resume too`, async () => {
      const past = { status: 404, text: '<html>' };
      expect(await walkOver(get(scheme), [{ data: [1] }, past])).to.include({
        objects: 1,
        end: 'last page',
      });
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
    it(`are not ${JSON.stringify(pastEnd)}`, () =>
      expect(() => get(byOffset({ to: query('o'), pastEnd: pastEnd as never }))).to.throw(
        TypeError,
        /pastEnd/,
      ));
  }
});

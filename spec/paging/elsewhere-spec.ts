import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { explain } from '../../src/model/errors/explain';
import {
  at,
  byCursor,
  byLink,
  byPageNumber,
  link,
  linkIn,
  onePage,
  orEmpty,
  query,
  valuesOf,
} from '../../src/paging';
import { expectLinear } from '../support/cost/growth';
import { token } from '../support/pages';
import { get, type Said as Answer, type Scheme, walkOver } from './support/walk';

interface Others {
  readonly params?: object;
  readonly [option: string]: unknown;
}

/** How a walk ends: the objects that came, where its error says that there is more, and what its end event leaves in doubt. */
const endOf = async (
  scheme: Scheme,
  answers: ReadonlyArray<Answer>,
  { params = {}, ...others }: Others = {},
) => {
  const walk = await walkOver(get(scheme, others), answers, params);
  const last = walk.came.at(-1);
  const error = last && E.isLeft(last) ? last.left : undefined;
  return {
    ...walk,
    error,
    at: error && 'at' in error ? error.at : undefined,
    doubt: walk.doubt ?? expect.fail('no end'),
  };
};

const token2 = { from: at('nextToken'), to: query('c') };
const cursor = byCursor(token2);
const twoParts = byCursor({
  from: { a: at('a'), b: at('b') },
  to: { a: query('a'), b: query('b') },
});
const untilEmpty = byCursor({ ...token2, end: 'emptyPage' });
const withMore = byCursor({ ...token2, more: at('m') });
const linked = byLink(link('next'));
const one = { data: [1, 2] };
const toNext = { headers: { link: '</x?p=2>; rel="next"' } };
const range = (text: string) => ({ ...one, headers: { 'content-range': text } });
const byName = { items: valuesOf(at('pages')) };

const plainAnswer = { status: 200, headers: {}, request: { url: '' }, body: {} };

describe('law 41: an end that is doubted', () => {
  const doubted: ReadonlyArray<readonly [what: string, Scheme, Answer, where: string, Others?]> = [
    ['byCursor: another spelling', cursor, { ...one, next_token: 't' }, 'next_token'],
    ['byCursor: a link', cursor, { ...one, links: { next: '?p=2' } }, 'links.next'],
    ['byCursor: a Link header', cursor, { ...one, ...toNext, next: 'x' }, 'header:link'],
    ['byCursor of several parts', twoParts, { ...one, cursor: { next: 1 } }, 'cursor.next'],
    ['byCursor: a page that is not empty', untilEmpty, { ...one, next: 1 }, 'next'],
    [
      'byLink: a link in the body',
      linked,
      { ...one, _links: { next: { href: '?p=2' } } },
      '_links.next.href',
    ],
    [
      'byLink: a header instead of a body',
      byLink(at('next')),
      { ...one, ...toNext, next: null },
      'header:link',
    ],
    [
      'byLink: beside a list of links',
      byLink(linkIn(at('links'))),
      { ...one, links: [], nextLink: 'x' },
      'nextLink',
    ],
    [
      'byLink: beside what it reads',
      byLink(at('next', 'href')),
      { ...one, next: { url: 'x' } },
      'next.url',
    ],
    ['onePage: a flag', onePage(), { ...one, has_more: true }, 'has_more'],
    ['onePage: a range', onePage(), range('items 0-1/10'), 'header:content-range (0-1/10)'],
    [
      'onePage: a range from the middle',
      onePage(),
      range('items 8-9/10'),
      'header:content-range (8-9/10)',
    ],
    [
      'a list on the way',
      onePage(),
      { x: [{ y: [1], next: 2 }] },
      'x.0.next',
      { items: at('x', 0, 'y') },
    ],
    ['items that have such a name', onePage(), { pages: { 1: {} }, next: 2 }, 'next', byName],
    ['items that are left out', onePage(), { next: 2 }, 'next', { items: orEmpty(at('data')) }],
  ];
  for (const [what, scheme, answer, where, others] of doubted) {
    it(`${what}: ${where}`, async () => {
      const walk = await endOf(scheme, [answer], others);
      expect([walk.end, walk.at, walk.doubt.unseen]).to.deep.equal([
        'MoreElsewhere',
        where,
        undefined,
      ]);
      // Without the check it is the walk as it was: its objects, and a good end.
      const unchecked = await endOf(scheme, [answer], { ...others, checkEnd: false });
      expect([unchecked.end, unchecked.objects]).to.deep.equal(['last page', walk.objects]);
    });
  }

  const trusted: ReadonlyArray<readonly [what: string, Scheme, Answer, Others?]> = [
    ['more that says false', withMore, { ...one, m: false, next: 'x' }],
    ['the empty page of end', untilEmpty, { data: [], nextToken: 1, next: 'x' }],
    [
      'a flag that says false',
      cursor,
      { ...one, ...toNext, next: 'x', meta: { hasNextPage: false } },
    ],
    ['its own header', linked, { ...one, headers: { link: '<?p=2>; rel="prev"' } }],
    [
      'its own list of links',
      byLink(linkIn(at('_links'))),
      { ...one, _links: [{ rel: 'prev', href: '?' }] },
    ],
    [
      'a walk backwards by a cursor',
      byCursor({ from: at('before'), to: query('c') }),
      { ...one, next: 'x' },
    ],
    ['a walk backwards by a header', byLink(link('prev')), { ...one, ...toNext }],
    [
      'a walk backwards by a link',
      byLink(at('_links', 'Previous', 'href')),
      { ...one, _links: { next: '?' } },
    ],
    [
      'items that have such a name',
      onePage(),
      { pages: { next: {}, meta: { next: 'x' } } },
      byName,
    ],
    ['items that are the body', onePage(), { text: '[{"next":"x"}]' }, { items: at() }],
    ['a range that is whole', onePage(), range('items 0-9/10')],
    ['a range that counts from 1', onePage(), range('items 1-10/10')],
    ['a range without a total', onePage(), range('items 0-1/*')],
    ['a Link header that cannot be read', onePage(), { ...one, headers: { link: '<?p=2' } }],
    [
      'another scheme',
      byPageNumber({ to: query('p'), last: at('last') }),
      { ...one, last: 1, next: 'x' },
    ],
  ];
  for (const [what, scheme, answer, others] of trusted) {
    it(`trusts ${what}`, async () => {
      expect((await endOf(scheme, [answer], others)).end).to.equal('last page');
    });
  }

  it('looks at no response but the last', async () => {
    const first = { ...one, nextToken: 'a', next: 'x', ...toNext };
    expect(await endOf(cursor, [first, { ...one, has_more: false }])).to.include({
      end: 'last page',
      objects: 4,
    });
  });
  it('asks for that page again from its place, which is not the last one', async () => {
    const infos: Array<{ readonly isLast: boolean }> = [];
    const onPage = (page: { readonly isLast: boolean }) => infos.push(page);
    const first = { ...one, nextToken: 'a' };
    const { error, objects } = await endOf(cursor, [first, { ...one, next: 't' }], {
      params: { onPage },
    });
    expect(infos.map(({ isLast }) => isLast)).to.deep.equal([false, false]);
    expect([objects, error]).to.deep.include({
      _tag: 'ProtocolViolation',
      rule: 'MoreElsewhere',
      at: 'next',
      progress: { pages: 2, objects: 4, attempts: 1 },
    });
  });
  it('explains what ended the walk, where the response says otherwise, and both ways out', async () => {
    const { error } = await endOf(cursor, [{ ...one, next_token: 't' }]);
    expect(error && explain(error)).to.equal(
      'ProtocolViolation: the response has no next page where the endpoint looks for one, but says at next_token that there is ' +
        'more: read the next page from there, or set checkEnd: false in the endpoint if that means something else ' +
        '(pages 1, objects 2, attempts 1)',
    );
  });
  it('is switched by true or false', () => {
    expect(() => get(cursor, { checkEnd: 'no' })).to.throw(
      TypeError,
      'checkEnd must be true or false',
    );
  });
  it('looks at 10,000 names in a response of any size', () => {
    let looks = 0;
    const meta = new Proxy(
      Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`_${at}`, { next: 'x' }])),
      {
        get: (target, name) => {
          looks += 1;
          return Reflect.get(target, name) as unknown;
        },
      },
    );
    const body = { data: [], meta, next: meta, ['n'.repeat(1e6)]: 1 };
    get(onePage()).scheme.read({ ...plainAnswer, body }, { _tag: 'None' });
    expect(looks).to.be.within(9_000, 10_000);
  });
  it('takes at most eight times as long for a header of four times the length', () =>
    expectLinear((times) => {
      const answer = { ...plainAnswer, headers: { link: '<'.repeat(15_000 * times) } };
      return () => get(onePage()).scheme.read(answer, { _tag: 'None' });
    }));
});

describe('law 41: a total that is larger than what came', () => {
  const short = { objects: 2, total: 3 };
  const first = { ...one, nextToken: 1, total: 9 };
  const begun = { fields: { c: t.string }, params: { c: 'x' } };
  const cases: ReadonlyArray<
    readonly [what: string, said: unknown, Scheme, ReadonlyArray<Answer>, Others?]
  > = [
    ['of onePage', short, onePage(), [{ ...one, total: 3 }]],
    ['of byCursor, in digits', short, cursor, [{ ...one, meta: { 'Total-Count': '3' } }]],
    ['of byLink, in a header', short, linked, [{ ...one, headers: { 'x-total-count': '3' } }]],
    [
      'the first that is larger',
      short,
      linked,
      [{ ...one, totalItems: 2, page: { total_items: 3, totalCount: 4 } }],
    ],
    ['of all pages', { objects: 4, total: 5 }, cursor, [first, { ...one, total: 5 }]],
    ['as much as came', undefined, cursor, [first, { ...one, total: 4 }]],
    [
      'what is no count',
      undefined,
      onePage(),
      [{ ...one, total: '3 or more', totalCount: -1, meta: { total: 2.5 } }],
    ],
    [
      'another number',
      undefined,
      onePage(),
      [{ ...one, total_pages: 3, info: { total: 3 }, count: 3 }],
    ],
    ['in the items', undefined, onePage(), [{ data: [{ total: 3 }] }]],
    [
      'of a walk that was resumed',
      undefined,
      cursor,
      [{ ...one, total: 3 }],
      { params: { pageToken: token('"x"') } },
    ],
    ['of a walk whose request has a cursor', undefined, cursor, [{ ...one, total: 3 }], begun],
    ['of a walk that more has ended', short, withMore, [{ ...one, m: false, total: 3 }]],
    ['by the name of Algolia', short, cursor, [{ ...one, nbHits: 3 }]],
    [
      'said by an earlier page than the last',
      { objects: 4, total: 9 },
      cursor,
      [first, { ...one }],
    ],
    [
      'at the total of the scheme, where a status ends the walk',
      { objects: 4, total: 1_000 },
      byPageNumber({ to: query('p'), total: at('total_count'), pastEnd: [422] }),
      [{ data: [1, 2], total_count: 1_000 }, { data: [3, 4], total_count: 1_000 }, { status: 422 }],
    ],
    [
      'at a usual name, where pages have numbers',
      { objects: 2, total: 9 },
      byPageNumber({ to: query('p') }),
      [{ data: [1, 2], totalCount: 9 }, { data: [] }],
    ],
    [
      'beside the total of the scheme, which is what came',
      undefined,
      byPageNumber({ to: query('p'), total: at('found') }),
      [
        { data: [1, 2], found: 3, total: 9 },
        { data: [3], found: 3, total: 9 },
      ],
    ],
    [
      'of a walk that is not checked',
      undefined,
      onePage(),
      [{ ...one, total: 3 }],
      { checkEnd: false },
    ],
    ['of a walk that failed', undefined, onePage(), [{ ...one, total: 3, next: 'x' }]],
  ];
  for (const [what, said, scheme, answers, others] of cases) {
    it(`${what}: ${JSON.stringify(said)}`, async () => {
      expect((await endOf(scheme, answers, others)).doubt.short).to.deep.equal(said);
    });
  }
});

describe('law 41: a service that gave up before it had looked everywhere', () => {
  const cases: ReadonlyArray<readonly [said: string | undefined, ReadonlyArray<Answer>, Others?]> =
    [
      ['incomplete_results', [{ ...one, incomplete_results: true }]],
      ['incompleteSearch', [{ ...one, incompleteSearch: true }]],
      ['timed_out', [{ ...one, nextToken: 'x', timed_out: true }, one]],
      ['timedOut', [{ ...one, timedOut: true }]],
      ['_shards.failed', [{ ...one, _shards: { total: 5, failed: 1 } }]],
      [undefined, [{ ...one, timed_out: false, _shards: { failed: 0 }, meta: { timedOut: true } }]],
      [undefined, [{ ...one, timed_out: true }], { checkEnd: false }],
    ];
  for (const [said, answers, others] of cases) {
    it(`${said}`, async () => {
      const walk = await endOf(cursor, answers, others);
      expect([walk.end, walk.doubt.partial]).to.deep.equal(['last page', said]);
    });
  }
});

describe('law 26: the end says that the number of the last page fell', () => {
  const cases: ReadonlyArray<readonly [last: ReadonlyArray<unknown>, said: unknown]> = [
    [[3, 3, 3], undefined],
    [[2, 3, 4, 4], undefined],
    [[5, 2], { from: 5, to: 2, in: 'pages' }],
    [[5, 6, 5, 4], { from: 6, to: 4, in: 'pages' }],
    [[false, true], undefined],
  ];
  for (const [last, said] of cases) {
    it(`${last.join()}: ${JSON.stringify(said)}`, async () => {
      const pages = last.map((number, index) => ({ data: [index], last: number }));
      const walk = await endOf(byPageNumber({ to: query('p'), last: at('last') }), pages);
      expect([walk.end, walk.doubt.shifted]).to.deep.equal(['last page', said]);
    });
  }
});

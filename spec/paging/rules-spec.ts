import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { of } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import { explain } from '../../src/model/errors/explain';
import { type Endpoint, endpoint } from '../../src/model/endpoints/endpoint';
import type { HttpRequest, HttpResponse } from '../../src/model/http';
import * as paging from '../../src/paging';
import { secretsIn } from '../../src/paging/parts/Json';
import type { Paging } from '../../src/model/endpoints/Paging';
import { collect } from '../support/collect';
import { token } from '../support/pages';

const { at, body, byCursor, byLastItem, byLink, byOffset, byPageNumber, byRule, header, query } = paging;

const get = (paging: Paging<'query' | 'header'>): Endpoint =>
  endpoint({ name: 'things', method: 'GET', path: '/things', paging });

/** Nested deeper than JSON can be written. */
const deep = (): unknown => {
  let value: unknown = 1;
  for (let depth = 0; depth < 50_000; depth += 1) value = [value];
  return value;
};

/** Walks over scripted answers: what came, and what was asked. */
const walk = async (target: Endpoint, answers: ReadonlyArray<Partial<HttpResponse> | object>, params: object = {}) => {
  const requests: Array<HttpRequest> = [];
  const transport = (request: HttpRequest) => {
    const said = answers[requests.length] ?? expect.fail('a request nobody scripted');
    requests.push(request);
    const { headers = {}, url = `https://h.example/api${request.url}`, ...json } = said as Partial<HttpResponse>;
    return of(E.right({ status: 200, headers, url, body: JSON.stringify(json) }));
  };
  const came = await collect(createClient({ transport }).objects(target, params as never));
  const last = came.at(-1);
  return {
    objects: came.filter(E.isRight).length,
    end: last && E.isLeft(last) ? ('rule' in last.left ? last.left.rule : explain(last.left)) : 'last page',
    urls: requests.map(({ url }) => url),
  };
};

describe('law 26: the end of a scheme is a rule', () => {
  const cases: ReadonlyArray<
    readonly [
      what: string,
      paging: Paging<'query' | 'header'>,
      pages: ReadonlyArray<object>,
      objects: number,
      end: string | RegExp,
    ]
  > = [
    [
      'more: false ends whatever else is said',
      byCursor({ from: at('c'), to: query('c'), more: at('m') }),
      [{ data: [1], c: 'x', m: false }],
      1,
      'last page',
    ],
    [
      'more: true without a cursor',
      byCursor({ from: at('c'), to: query('c'), more: at('m') }),
      [{ data: [1], m: true }],
      1,
      'MissingCursor',
    ],
    [
      'more that is no boolean',
      byCursor({ from: at('c'), to: query('c'), more: at('m') }),
      [{ data: [1], m: 1 }],
      0,
      /m must be true or false/,
    ],
    [
      'more that is missing',
      byCursor({ from: at('c'), to: query('c'), more: at('m') }),
      [{ data: [1] }],
      0,
      /m is missing/,
    ],
    ['an empty cursor', byCursor({ from: at('c'), to: query('c') }), [{ data: [1], c: '' }], 1, 'last page'],
    [
      'a cursor with every page',
      byCursor({ from: at('c'), to: query('c'), end: 'emptyPage' }),
      [
        { data: [1], c: 1 },
        { data: [], c: 2 },
      ],
      1,
      'last page',
    ],
    [
      'half a surrogate pair',
      byCursor({ from: at('c'), to: query('c') }),
      [{ data: [1], c: '\ud800' }],
      1,
      'UnsendableToken',
    ],
    [
      'what a header cannot carry',
      byCursor({ from: at('c'), to: header('c') }),
      [{ data: [1], c: '☃' }],
      1,
      'UnsendableToken',
    ],
    ['an empty page ends byOffset', byOffset({ to: query('o') }), [{ data: [1] }, { data: [] }], 1, 'last page'],
    [
      'an empty page before the total',
      byOffset({ to: query('o'), total: at('n') }),
      [
        { data: [1], n: 3 },
        { data: [], n: 3 },
      ],
      1,
      'RepeatedToken',
    ],
    [
      'a total that is no number',
      byOffset({ to: query('o'), total: at('n') }),
      [{ data: [1], n: 'x' }],
      0,
      /n must be a whole number/,
    ],
    [
      'an empty page before the last',
      byPageNumber({ to: query('p'), last: at('n') }),
      [
        { data: [1], n: 3 },
        { data: [], n: 3 },
        { data: [2], n: 3 },
      ],
      2,
      'last page',
    ],
    [
      'whether this is the last page',
      byPageNumber({ to: query('p'), last: at('n') }),
      [
        { data: [1], n: false },
        { data: [2], n: true },
      ],
      2,
      'last page',
    ],
    [
      'a last item without a cursor',
      byLastItem({ from: at('id'), to: query('a') }),
      [{ data: [{}] }],
      1,
      'MissingCursor',
    ],
    [
      'an empty page with more',
      byLastItem({ from: at('id'), to: query('a'), more: at('m') }),
      [{ data: [], m: true }],
      0,
      'MissingCursor',
    ],
    [
      'a service that ignores the offset',
      byOffset({ to: query('o') }),
      [{ data: [1, 2] }, { data: [1, 2] }],
      2,
      'RepeatedPage',
    ],
    [
      'a service that ignores the page',
      byPageNumber({ to: query('p') }),
      [{ data: [1, 2] }, { data: [1, 2] }],
      2,
      'RepeatedPage',
    ],
    [
      'a service that ignores the last item',
      byLastItem({ from: at('id'), to: query('a') }),
      [{ data: [{ id: 1 }] }, { data: [{ id: 1 }] }],
      1,
      'RepeatedPage',
    ],
    [
      'last items in a circle, though their pages differ',
      byLastItem({ from: at('id'), to: query('a') }),
      [{ data: [{ id: 1 }] }, { data: [{ id: 2 }] }, { data: [{ id: 1, n: 2 }] }],
      3,
      'RepeatedToken',
    ],
  ];
  for (const [what, paging, pages, objects, end] of cases) {
    it(what, async () => {
      const came = await walk(get(paging), pages);
      expect(came.objects).to.equal(objects);
      if (typeof end === 'string') expect(came.end).to.equal(end);
      else expect(came.end).to.match(end);
      expect(came.urls).to.have.lengthOf(pages.length);
    });
  }
});

describe('law 27: links stay at home', () => {
  const next = (link: string, url?: string) =>
    walk(get(byLink(at('next'))), [{ data: [1], next: link, ...(url !== undefined && { url }) }, { data: [2] }]);
  for (const link of [
    'https://h.example/api/things?p=2',
    '/api/things?p=2',
    'things?p=2',
    '?p=2',
    '//h.example/api/things?p=2',
  ]) {
    it(`follows ${link}`, async () => {
      expect(await next(link)).to.deep.equal({ objects: 2, end: 'last page', urls: ['/things', '/things?p=2'] });
    });
  }
  for (const link of [
    'https://evil.example/api/things',
    '//evil.example/api',
    'http://h.example/api/things',
    'https://h.example/other',
    'https://u:p@h.example/api/things',
    'ftp://h.example/api/things',
    'https://h.example/api/../x',
    '/\\evil.example/api',
    'javascript:1',
    'https://h.example:8443/api/things',
    'https://h.example/apix/y',
  ]) {
    it(`sends nothing to ${link}`, async () => {
      expect(await next(link)).to.deep.equal({ objects: 1, end: 'ForeignLink', urls: ['/things'] });
    });
  }
  it('anyOrigin asks the base for any path', async () => {
    const target = get(byLink(at('next'), { anyOrigin: true }));
    const { urls } = await walk(target, [
      { data: [], next: 'http://inside/api/a?p=2' },
      { data: [], next: 'http://inside/b' },
      { data: [] },
    ]);
    expect(urls).to.deep.equal(['/things', '/a?p=2', '/b']);
  });
  it('refuses a page token that is not an address below the base', async () => {
    for (const pageToken of ['https://evil.example/', '//evil.example/', '/../x', 'things', '/a#b']) {
      const { end, urls } = await walk(get(byLink(at('next'))), [], { pageToken: token(pageToken) });
      expect(end).to.match(/^InvalidRequest: .*address below/);
      expect(urls).to.deep.equal([]);
    }
  });
});

describe('law 25: descriptions and rules', () => {
  const unsendable: ReadonlyArray<readonly [what: string, cursor: t.Mixed, next: unknown, write: () => object]> = [
    ['half a surrogate pair in the query string', t.string, 'c', () => ({ query: { c: '\ud800' } })],
    ['what a header cannot carry', t.string, 'c', () => ({ headers: { c: '☃' } })],
    ['what is not JSON', t.unknown, () => undefined, () => ({})],
    ['what is nested too deeply', t.unknown, deep(), () => ({})],
  ];
  for (const [what, cursor, next, write] of unsendable) {
    it(`byRule: ${what} is UnsendableToken after the objects`, async () => {
      const target = get(byRule({ cursor, next: () => O.some(next), write }));
      expect(await walk(target, [{ data: [1] }])).to.include({ objects: 1, end: 'UnsendableToken' });
    });
  }

  it('what the functions of byRule throw for a token of the user goes to the error channel, when it is asked for', async () => {
    const write = () => {
      throw new Error('mine');
    };
    const target = get(byRule({ cursor: t.string, next: () => O.none, write }));
    let thrown: unknown;
    await walk(target, [], { pageToken: token('"c"') }).catch((error: unknown) => (thrown = error));
    expect(String(thrown)).to.equal('Error: mine');
  });

  it('what the functions of byRule throw goes to the error channel', async () => {
    const throwing = get(
      byRule({
        cursor: t.string,
        next: () => {
          throw new Error('mine');
        },
        write: () => ({}),
      }),
    );
    let thrown: unknown;
    await walk(throwing, [{ data: [] }]).catch((error: unknown) => (thrown = error));
    expect(String(thrown)).to.equal('Error: mine');
  });
  it('first is what request 1 carries, and is replaced', async () => {
    const { urls } = await walk(get(byOffset({ to: query('o'), first: 1, total: at('n') })), [
      { data: [1, 2], n: 3 },
      { data: [3], n: 3 },
    ]);
    expect(urls).to.deep.equal(['/things?o=1', '/things?o=3']);
  });
  it('a description that contradicts itself is a TypeError', () => {
    const plain = { name: 'things', method: 'GET', path: '/things' } as const;
    const paging = byCursor({ from: at('c'), to: query('c') });
    for (const [description, message] of [
      [{ ...plain, paging: byCursor({ from: at('c'), to: body('c') }) }, /GET has no body/],
      [{ ...plain, paging, revision: '1.0' }, /not both/],
      // @ts-expect-error the parts have other names
      [{ ...plain, paging: byCursor({ from: { a: at('c') }, to: { b: query('c') } }) }, /same parts/],
      [{ ...plain, paging, pageSize: true }, /slots/],
      [{ ...plain, paging: {} }, /scheme/],
      [{ ...plain }, /revision/],
    ] as const) {
      expect(() => endpoint(description as never)).to.throw(TypeError, message);
    }
  });
});

describe('law 14: every string in a cursor, and every value in the query string of a link, is a secret', () => {
  // Too short, and with too many separators, to be found as a word of the page token.
  const secret = 'k9;x7';
  const cases: ReadonlyArray<readonly [what: string, paging: Paging<'query' | 'header'>, next: unknown]> = [
    ['byCursor', byCursor({ from: at('next'), to: query('c') }), { key: [secret] }],
    ['byLink', byLink(at('next')), `?after=${encodeURIComponent(secret)}`],
    ['byLastItem', byLastItem({ from: at('id'), to: query('after') }), undefined],
  ];
  for (const [what, paging, next] of cases) {
    it(`with ${what}`, async () => {
      let asked = 0;
      const transport = (request: HttpRequest) => {
        const [status, said] =
          (asked += 1) === 1
            ? [200, { data: [{ id: secret }], next }]
            : [400, { errorName: `refused ${secret}`, parameters: { said: [secret] } }];
        const body = JSON.stringify(said);
        return of(E.right({ status, headers: {}, url: `https://h.example/api${request.url}`, body }));
      };
      const end = (await collect(createClient({ transport }).objects(get(paging), {}))).at(-1);
      expect(end).to.have.nested.property('left._tag', 'HttpFailure');
      expect(JSON.stringify(end)).to.include('[redacted]').and.not.include(secret);
    });
  }

  it('law 22: a cursor of many strings costs an error no more than it looks for', () => {
    const many = Array.from({ length: 16_000 }, (_, index) => [String(index)]);
    expect(secretsIn(many)).to.have.length(501);
    expect(secretsIn({ a: 'x', b: ['y', 'x'] })).to.have.members(['x', 'y']);
  });
});

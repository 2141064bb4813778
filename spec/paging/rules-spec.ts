import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { endpoint } from '../../src/model/endpoints/endpoint';
import * as paging from '../../src/paging';
import { cursorSecrets } from '../../src/model/secrets/jsonSecrets';
import { token } from '../support/pages';
import { get, type Said, type Scheme, walkOver } from './support/walk';

const { at, body, byCursor, byLastItem, byLink, byOffset, byPageNumber, byRule, header, query } =
  paging;

/** Nested deeper than JSON can be written. */
const deep = (): unknown => {
  let value: unknown = 1;
  for (let depth = 0; depth < 50_000; depth += 1) value = [value];
  return value;
};

describe('law 26: the end of a scheme is a rule', () => {
  const page = (id: number, others: object = {}) => ({ data: [id], c: `c${id}`, ...others });
  const plain = byCursor({ from: at('c'), to: query('c') });
  const moreOrNot = byCursor({
    from: at('c'),
    to: query('c'),
    more: paging.orElse(at('m'), false),
  });
  const ended = byCursor({ from: at('c'), to: query('c'), last: at('l') });
  const endedItems = byLastItem({ from: at('id'), to: query('a'), last: at('l') });
  const endedOffset = byOffset({ to: query('o'), last: at('l') });
  const more = byCursor({ from: at('c'), to: query('c'), more: at('m') });
  const moreInHeader = byCursor({ from: at('c'), to: query('c'), more: header('m') });
  const untilEmpty = byCursor({ from: at('c'), to: query('c'), end: 'emptyPage' });
  const untilEmptyOrNoMore = byCursor({
    from: at('c'),
    to: query('c'),
    end: 'emptyPage',
    more: at('m'),
  });
  const inHeader = byCursor({ from: at('c'), to: header('c') });
  const offset = byOffset({ to: query('o') });
  const total = byOffset({ to: query('o'), total: at('n') });
  const number = byPageNumber({ to: query('p') });
  const upTo = byPageNumber({ to: query('p'), last: at('n') });
  const lastItem = byLastItem({ from: at('id'), to: query('a') });
  const moreItems = byLastItem({ from: at('id'), to: query('a'), more: at('m') });
  const circle = [{ id: 1 }, { id: 2 }, { id: 1, n: 2 }].map((item) => ({ data: [item] }));
  const saying = (n: unknown, ...data: ReadonlyArray<number>) => ({ data, n });
  type Pages = ReadonlyArray<Said>;
  const cases: ReadonlyArray<
    readonly [what: string, Scheme, Pages, objects: number, end: string | RegExp]
  > = [
    [
      'more: false ends whatever else is said',
      more,
      [{ data: [1], c: 'x', m: false }],
      1,
      'last page',
    ],
    ['more: true without a cursor', more, [{ data: [1], m: true }], 1, 'MissingCursor'],
    ['more that is no boolean', more, [{ data: [1], m: 1 }], 0, /m must be true or false/],
    ['more that is missing', more, [{ data: [1] }], 0, /m is missing/],
    [
      'more in letters of a header',
      moreInHeader,
      [{ data: [1], c: 'x', headers: { m: 'false' } }],
      1,
      'last page',
    ],
    ['true in letters', moreInHeader, [{ data: [1], headers: { m: 'true' } }], 1, 'MissingCursor'],
    [
      'other letters',
      moreInHeader,
      [{ data: [1], headers: { m: 'no' } }],
      0,
      /header m must be true or false/,
    ],
    ['orElse: more that may be absent', moreOrNot, [{ data: [1], c: 'x' }], 1, 'last page'],
    [
      'items that are absent, with words of the service',
      offset,
      [page(1), { Error: 'no' }],
      1,
      /data is missing: .*: no \(/,
    ],
    [
      'an error in the place of later items',
      offset,
      [page(1), { Errors: [{ code: 5 }] }],
      1,
      /data is missing/,
    ],
    ['items that are absent on the first page', offset, [{}], 0, /data is missing/],
    ['last of byCursor', ended, [page(1, { l: false }), page(2, { l: true })], 2, 'last page'],
    ['last: false without a cursor', ended, [{ data: [1], l: false }], 1, 'MissingCursor'],
    ['last that is missing', ended, [{ data: [1] }], 0, /l is missing/],
    ['last of byLastItem', endedItems, [{ data: [{ id: 1 }], l: true }], 1, 'last page'],
    [
      'last of byOffset',
      endedOffset,
      [page(1, { l: false }), page(2, { l: true })],
      2,
      'last page',
    ],
    ['letters in the body', more, [{ data: [1], m: 'true' }], 0, /m must be true or false/],
    ['an empty cursor', plain, [{ data: [1], c: '' }], 1, 'last page'],
    ['a cursor with every page', untilEmpty, [page(1), { data: [], c: 2 }], 1, 'last page'],
    [
      'an empty page that says that there is more',
      untilEmptyOrNoMore,
      [page(1, { m: true }), { data: [], c: 2, m: true }, page(3, { m: false })],
      2,
      'last page',
    ],
    ['half a surrogate pair', plain, [{ data: [1], c: '\ud800' }], 1, 'UnsendableToken'],
    ['what a header cannot carry', inHeader, [{ data: [1], c: '☃' }], 1, 'UnsendableToken'],
    ['an empty page ends byOffset', offset, [{ data: [1] }, { data: [] }], 1, 'last page'],
    ['an empty page before the total', total, [saying(3, 1), saying(3)], 1, 'RepeatedToken'],
    ['a total that is no number', total, [{ data: [1], n: 'x' }], 0, /n must be a whole number/],
    [
      'an empty page before the last',
      upTo,
      [saying(3, 1), saying(3), saying(3, 2)],
      2,
      'last page',
    ],
    ['whether this is the last page', upTo, [saying(false, 1), saying(true, 2)], 2, 'last page'],
    ['a last item without a cursor', lastItem, [{ data: [{}] }], 1, 'MissingCursor'],
    ['an empty page with more', moreItems, [{ data: [], m: true }], 0, 'MissingCursor'],
    [
      'a service that ignores the offset',
      offset,
      [{ data: [1, 2] }, { data: [1, 2] }],
      2,
      'RepeatedPage',
    ],
    [
      'a service that ignores the page',
      number,
      [{ data: [1, 2] }, { data: [1, 2] }],
      2,
      'RepeatedPage',
    ],
    [
      'one that ignores the last item',
      lastItem,
      [{ data: [{ id: 1 }] }, { data: [{ id: 1 }] }],
      1,
      'RepeatedPage',
    ],
    ['last items in a circle, though their pages differ', lastItem, circle, 3, 'RepeatedToken'],
  ];
  for (const [what, scheme, pages, objects, end] of cases) {
    it(what, async () => {
      const came = await walkOver(get(scheme), pages);
      expect(came.objects).to.equal(objects);
      expect(came.end).to.match(end instanceof RegExp ? end : new RegExp(`^${end}$`));
      expect(came.urls).to.have.lengthOf(pages.length);
    });
  }
});

describe('law 27: links stay at home', () => {
  const next = (link: string, url?: string) =>
    walkOver(get(byLink(at('next'))), [
      { data: [1], next: link, ...(url !== undefined && { url }) },
      { data: [2] },
    ]);
  for (const link of [
    'https://h.example/api/things?p=2',
    '/api/things?p=2',
    'things?p=2',
    '?p=2',
    'things;v=1/../things?p=2',
    '//h.example/api/things?p=2',
  ]) {
    it(`follows ${link}`, async () => {
      expect(await next(link)).to.deep.include({
        objects: 2,
        end: 'last page',
        urls: ['/things', '/things?p=2'],
      });
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
    'https://h.example/api/..%2Fx',
    'https://h.example/api/%2e%2e%2Fx',
    'https://h.example/api/a/..%5C..%5Cx?p=2',
    'https://h.example/api/..;/x',
    'https://h.example/api/.%2e%3bx/y',
    'https://h.example/api/x%2F..%2F%ff',
  ]) {
    it(`sends nothing to ${link}`, async () => {
      expect(await next(link)).to.deep.include({
        objects: 1,
        end: 'ForeignLink',
        urls: ['/things'],
      });
    });
  }
  it('anyOrigin asks the base for any path', async () => {
    const target = get(byLink(at('next'), { anyOrigin: true }));
    const { urls } = await walkOver(target, [
      { data: [], next: 'http://inside/api/a?p=2' },
      { data: [], next: 'http://inside/b' },
      { data: [] },
    ]);
    expect(urls).to.deep.equal(['/things', '/a?p=2', '/b']);
  });
  it('refuses a page token that is not an address below the base', async () => {
    for (const pageToken of [
      'https://evil.example/',
      '//evil.example/',
      '/../x',
      '/..%2fx',
      'things',
      '/a#b',
    ]) {
      const { end, urls } = await walkOver(get(byLink(at('next'))), [], {
        pageToken: token(pageToken),
      });
      expect(end).to.match(/^InvalidRequest: .*address below/);
      expect(urls).to.deep.equal([]);
    }
  });
});

describe('law 25: a Link header is read as RFC 8288 says, appendix B.2 to B.4', () => {
  const target = get(byLink(paging.link('next')));
  const cases: ReadonlyArray<readonly [header: string, next: string | RegExp]> = [
    ['</x?p=2>; rel="next"', '/x?p=2'],
    ['</x?p=2>;; rel="next"', '/x?p=2'],
    ['</x>; title=a b; rel=next', '/x'],
    ['</x>; title=a"b; rel=next', '/x'],
    ['</x>; =v; rel=next', '/x'],
    ['</x> ; REL = "prev NeXt" ;', '/x'],
    ['</x>; title="a\\"b, <y>; rel=next"; rel=next', '/x'],
    ['</a>, , </b>;rel=prev,</x>;rel=next', '/x'],
    ['</x>;rel=next;title="open', '/x'],
    ['</x>; rel=next, rest', '/x'],
    ['</x>; rel="prev"; rel="next"', 'last page'],
    ['</x>; anchor="/y"; rel=next', 'last page'],
    [' ', 'last page'],
    [
      '</a>; rel=prev, rest; rel=next',
      /^InvalidEnvelope: .*header link \(next\) cannot be read to its end/,
    ],
    ['</x; rel=next', /^InvalidEnvelope: .*header link \(next\) cannot be read/],
    ['x>; rel=next', /^InvalidEnvelope: .*header link \(next\) cannot be read/],
    ['</a>; title="b"c, </x>; rel=next', /^InvalidEnvelope/],
  ];
  for (const [header, next] of cases) {
    it(header, async () => {
      const headers = { link: header };
      const url = 'https://h.example/things';
      const { urls, end } = await walkOver(target, [
        { data: [1], headers, url },
        { data: [2], url },
      ]);
      if (typeof next === 'string') expect(urls[1] ?? end).to.equal(next);
      else expect(end).to.match(next);
    });
  }
  it('is no cursor where it cannot be read', async () => {
    const cursor = get(byCursor({ from: paging.link('next'), to: query('c') }));
    const { end } = await walkOver(cursor, [{ data: [1], headers: { link: 'x' } }]);
    expect(end).to.match(/^InvalidEnvelope: .*header link \(next\)/);
  });
});

describe('law 25: descriptions and rules', () => {
  const unsendable: ReadonlyArray<
    readonly [what: string, cursor: t.Mixed, next: unknown, write: () => object]
  > = [
    [
      'half a surrogate pair in the query string',
      t.string,
      'c',
      () => ({ query: { c: '\ud800' } }),
    ],
    ['what a header cannot carry', t.string, 'c', () => ({ headers: { c: '☃' } })],
    ['what is not JSON', t.unknown, () => undefined, () => ({})],
    ['what is nested too deeply', t.unknown, deep(), () => ({})],
  ];
  for (const [what, cursor, next, write] of unsendable) {
    it(`byRule: ${what} is UnsendableToken after the objects`, async () => {
      const target = get(byRule({ cursor, next: () => O.some(next), write }));
      expect(await walkOver(target, [{ data: [1] }])).to.include({
        objects: 1,
        end: 'UnsendableToken',
      });
    });
  }

  it('what the functions of byRule throw goes to the error channel, also for a token of the user', async () => {
    const throws = (): never => {
      throw new Error('mine');
    };
    const next = get(byRule({ cursor: t.string, next: throws, write: () => ({}) }));
    const write = get(byRule({ cursor: t.string, next: () => O.none, write: throws }));
    for (const walk of [
      walkOver(next, [{ data: [] }]),
      walkOver(write, [], { pageToken: token('"c"') }),
    ]) {
      expect(String(await walk.catch((error: unknown) => error))).to.equal('Error: mine');
    }
  });
  it('an end of byCursor that it does not know is a TypeError, not a walk that never ends', () => {
    const [from, to] = [at('next'), query('c')];
    expect(() => byCursor({ from, to, end: 'emptypage' as never })).to.throw(
      TypeError,
      "end must be 'emptyPage'",
    );
  });
  it('a source where a slot belongs is a TypeError that says so, and so is a text where a source belongs', () => {
    for (const to of [at('x'), { a: at('x') }, undefined]) {
      const message = 'to must be a slot, such as query(';
      expect(() => byCursor({ from: at('x'), to: to as never })).to.throw(TypeError, message);
      expect(() => byOffset({ to: to as never })).to.throw(TypeError, message);
      expect(() => byLastItem({ from: at('x'), to: to as never })).to.throw(TypeError, message);
    }
    const [text, to] = ['x' as never, query('c')];
    for (const [option, make] of [
      ['byCursor: from', () => byCursor({ from: text, to })],
      ['byCursor: from', () => byCursor({ from: { a: text }, to: { a: to } })],
      ['byCursor: from', () => byCursor({ from: to as never, to })],
      ['byCursor: more', () => byCursor({ from: at('x'), to, more: text })],
      ['byOffset: total', () => byOffset({ to, total: text })],
      ['byPageNumber: last', () => byPageNumber({ to, last: text })],
      ['byLastItem: from', () => byLastItem({ from: text, to })],
      ['byLink: from', () => byLink(text)],
      ['linkIn: links', () => paging.linkIn(text)],
      ['valuesOf: items', () => paging.valuesOf(text)],
    ] as const) {
      expect(make, option).to.throw(TypeError, /must be a source, such as at\('(x|next)'\)$/);
      expect(make, option).to.throw(option);
    }
  });
  it('the name of a field, where a source or a slot belongs, is refused with what to write', () => {
    const text = (name: string): never => name as never;
    const plain = { name: 'things', method: 'GET', path: '/things' } as const;
    const paging = byCursor({ from: at('c'), to: query('c') });
    for (const [make, message] of [
      [
        () => byCursor({ from: text('next'), to: query('c') }),
        "byCursor: from must be a source, such as at('next')",
      ],
      [
        () => byCursor({ from: at('c'), to: text('after') }),
        "byCursor: to must be a slot, such as query('after')",
      ],
      [
        () => byCursor({ from: at('c') } as never),
        "byCursor: to must be a slot, such as query('cursor')",
      ],
      [() => byCursor({} as never), "byCursor: to must be a slot, such as query('cursor')"],
      [
        () => endpoint({ ...plain, paging, items: text('users') }),
        "endpoint things: items must be a source, such as at('users')",
      ],
      [
        () => endpoint({ ...plain, paging, items: text('a secret?b=c') }),
        "endpoint things: items must be a source, such as at('data')",
      ],
    ] as const)
      expect(make, message).to.throw(TypeError, message);
  });
  it('a description that contradicts itself is a TypeError', () => {
    const plain = { name: 'things', method: 'GET', path: '/things' } as const;
    const paging = byCursor({ from: at('c'), to: query('c') });
    for (const [description, message] of [
      [{ ...plain, paging: byCursor({ from: at('c'), to: body('c') }) }, /GET has no body/],
      [{ ...plain, paging, revision: '1.0' }, /not both/],
      [
        // @ts-expect-error the parts have other names
        { ...plain, paging: byCursor({ from: { a: at('c') }, to: { b: query('c') } }) },
        /same parts/,
      ],
      [{ ...plain, paging, pageSize: true }, /slots/],
      [{ ...plain, paging, snapshot: null }, /slots/],
      [{ ...plain, paging, delta: { from: at('d'), to: null } }, /delta must have a source/],
      [{ ...plain, paging: {} }, /scheme/],
      [{ ...plain }, /revision/],
    ] as const) {
      expect(() => endpoint(description as never)).to.throw(TypeError, message);
    }
  });
});

describe('law 14: the strings of a cursor', () => {
  it('law 22: a cursor of many strings costs an error no more than it looks for', () => {
    const many = Array.from({ length: 16_000 }, (_, index) => [String(index)]);
    expect(cursorSecrets(many)).to.have.length(501);
    expect(cursorSecrets({ a: 'x', b: ['y', 'x'] })).to.have.members(['x', 'y']);
  });
});

describe('seek', () => {
  /** The request for the page that holds an item, counted from that of a token, where pages have ten. */
  const sought = (paging: Scheme, items: number, from?: string, page = {}) => {
    const { scheme } = endpoint({
      name: 'rows',
      method: 'GET',
      path: '/rows',
      paging,
      fields: { o: t.number },
    });
    const draft = {
      method: 'GET',
      path: '',
      query: new Map(),
      body: new Map(),
      headers: {},
      ...page,
    } as const;
    const { numbered, requestFor } = scheme.begin?.(draft, () => undefined) ?? scheme;
    const found = numbered?.seek(from === undefined ? O.none : O.some(token(from)), items, 10);
    return found && O.isSome(found) ? requestFor(draft, found).url.slice(1) : found?._tag;
  };

  it('names the page of any item, forwards and backwards, where a scheme counts', () => {
    const [offset, number] = [
      byOffset({ to: query('o') }),
      byPageNumber({ to: query('p'), first: 0 }),
    ];
    expect([sought(offset, 49), sought(offset, -1, ' 50'), sought(offset, 2 ** 50)]).to.deep.equal([
      'o=49',
      'o=49',
      `o=${2 ** 50}`,
    ]);
    expect([sought(number, 49), sought(number, -1, ' 5'), sought(number, 50)]).to.deep.equal([
      'p=4',
      'p=4',
      'p=5',
    ]);
    expect([
      sought(offset, -1),
      sought(number, 2 ** 60),
      sought(byCursor({ from: at('c'), to: query('c') }), 1),
    ]).to.deep.equal(['None', 'None', undefined]);
  });

  it('counts from where a request begins', () => {
    const query = new Map([['o', 'o=100']]);
    expect(sought(byOffset({ to: paging.query('o') }), 49, undefined, { query })).to.equal('o=149');
  });
});

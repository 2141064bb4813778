import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { firstValueFrom, NEVER, of, Subject, toArray } from 'rxjs';
import { z } from 'zod';
import {
  createClient,
  type Endpoint,
  endpoint,
  type InvalidObject,
  type PageInfo,
  Place,
} from '../../src/index';
import type { Source } from '../../src/model/paging/sources';
import * as paging from '../../src/paging';
import { rightOf } from '../support/sides';
import { get, type Scheme, walkOver } from './support/walk';

const { at, body, byCursor, byLastItem, byLink, byRule, header, linkIn, orEmpty, query, valuesOf } =
  paging;

describe('law 25: lists of links', () => {
  const next = (links: unknown, options?: Parameters<typeof linkIn>[1]) =>
    walkOver(get(byLink(linkIn(at('links'), options))), [{ data: [1], links }, { data: [2] }]);

  it('follow the first of the relation, and skip what is no link', async () => {
    const links = [
      null,
      'x',
      { rel: 'next' },
      { rel: 'self', href: '?p=0' },
      { rel: ['up', 'next'], href: '?p=2' },
    ];
    expect((await next(links)).urls).to.deep.equal(['/things', '/things?p=2']);
  });
  it('may have other names', async () => {
    const links = [{ relation: 'more', url: '?p=2' }];
    expect((await next(links, { rel: 'relation', href: 'url', is: 'more' })).urls[1]).to.equal(
      '/things?p=2',
    );
  });
  for (const links of [undefined, null, [], [{ rel: 'self', href: '?p=0' }]]) {
    it(`that are ${JSON.stringify(links)} end a walk`, async () => {
      expect(await next(links)).to.include({ objects: 1, end: 'last page' });
    });
  }
  for (const links of ['?p=2', { rel: 'next', href: '?p=2' }, 7]) {
    it(`that are ${JSON.stringify(links)} are no page`, async () => {
      expect((await next(links)).end).to.match(/^InvalidEnvelope: .*links \(next\)/);
    });
  }
});

describe('law 25: items of other forms', () => {
  const paged = (items: Source) => get(byCursor({ from: at('c'), to: query('c') }), { items });

  it('valuesOf gives the values of an object in its order, and takes [] as empty', async () => {
    const { came } = await walkOver(paged(valuesOf(at('q', 'pages'))), [
      { q: { pages: { b: { n: 1 }, a: { n: 2 } } }, c: 1 },
      { q: { pages: [] } },
    ]);
    expect(came).to.deep.equal([{ n: 1 }, { n: 2 }].map(E.right));
  });
  it('valuesOf of the whole body leaves no other fields, and no large integer unseen (law 28)', async () => {
    const fields: Array<unknown> = [];
    const onPage = (page: PageInfo) => fields.push(page.fields);
    const texts = [{ text: '{"a":{"n":9007199254740993},"b":{"n":1}}' }];
    const { came } = await walkOver(get(byLink(header('x')), { items: valuesOf(at()) }), texts, {
      onPage,
    });
    expect(came.map(E.isRight)).to.deep.equal([false, true]);
    expect(came[0]).to.nested.include({ 'left._tag': 'InvalidObject', 'left.problems[0].at': 'n' });
    expect(fields).to.deep.equal([{}]);
  });
  it('valuesOf refuses what has no values', async () => {
    expect((await walkOver(paged(valuesOf(at('q'))), [{ q: 'x' }])).end).to.match(
      /^InvalidEnvelope/,
    );
    expect((await walkOver(paged(valuesOf(at('q'))), [{}])).end).to.match(/q is missing/);
  });
  for (const data of [undefined, null]) {
    it(`orEmpty: ${data} is an empty page`, async () => {
      const { objects, end } = await walkOver(paged(orEmpty(at('d'))), [
        { d: [1], c: 1 },
        { d: data },
        { d: data },
      ]);
      expect({ objects, end }).to.deep.equal({ objects: 1, end: 'last page' });
    });
  }
  it('objects at a source are what is there', async () => {
    const target = get(byCursor({ from: at('c'), to: query('c') }), { records: at('attributes') });
    const { came } = await walkOver(target, [
      { data: [{ id: 1, attributes: { a: 2 } }, { id: 3, properties: {} }, 4] },
    ]);
    expect(came[0]).to.deep.equal(E.right({ a: 2 }));
    expect(came[1]).to.nested.include({ 'left._tag': 'InvalidObject' });
    expect(came[1])
      .to.have.nested.property('left.record')
      .that.deep.equals({ id: 3, properties: {} });
    expect(came[2]).to.have.nested.property('left.record', 4);
  });
  it('objects at a source may be anything but null without a codec, and one that is not there names the source', async () => {
    const target = get(byLink(header('x')), { records: at('node') });
    const nodes = [{ node: 'a', c: 1 }, { node: 2 }, { node: null }, { id: 3 }];
    const { came } = await walkOver(target, [{ data: nodes }]);
    expect(came.slice(0, 2)).to.deep.equal([E.right('a'), E.right(2)]);
    const problems = came
      .slice(2)
      .map((each) => E.isLeft(each) && (each.left as InvalidObject).problems);
    expect(problems).to.deep.equal([
      [{ at: 'node', message: 'must not be null without a codec that accepts it' }],
      [{ at: 'node', message: 'is missing' }],
    ]);
    const typed = await walkOver(target, [{ data: nodes }], { codec: t.unknown });
    expect(typed.came[2]).to.deep.equal(E.right(null));
  });
  for (const [what, Issue] of [
    ['codec', t.type({ title: t.string })],
    ['schema', z.object({ title: z.string() })],
  ] as const) {
    it(`a ${what} of an endpoint reads its objects, and problems name the path in the item`, async () => {
      const data = [{ title: 'a' }, { title: 1 }, 'a', null];
      const paging = byLink(header('x'));
      for (const [description, params, root] of [
        [{ codec: Issue }, {}, ''],
        [{ codec: t.number }, { codec: Issue }, ''],
        [{ codec: Issue, records: at('node') }, {}, 'node'],
      ] as const) {
        const records = root === '' ? data : data.map((node) => ({ node }));
        const { came } = await walkOver(get(paging, description), [{ data: records }], params);
        expect(came[0]).to.deep.equal(E.right({ title: 'a' }));
        const places = came
          .slice(1)
          .map((each) => E.isLeft(each) && (each.left as InvalidObject).problems[0]?.at);
        const whole = root || 'the record';
        expect(places).to.deep.equal([root ? 'node.title' : 'title', whole, whole]);
      }
    });
  }
  it('law 20: a codec is part of neither place nor request', async () => {
    const paging = byCursor({ from: at('c'), to: query('c') });
    const [typed, plain] = [get(paging, { codec: t.number }), get(paging)];
    const pages = (target: Endpoint, params: object) => {
      const transport = () => of(E.right({ status: 200, headers: {}, body: '{"data":[1],"c":1}' }));
      return firstValueFrom(createClient({ transport }).pages(target, params as never));
    };
    const { place } = rightOf(await pages(typed, {}));
    expect(Place.encode(place)).to.equal(Place.encode(rightOf(await pages(plain, {})).place));
    expect(await pages(plain, { codec: t.unknown, place })).to.have.property('_tag', 'Right');
  });
});

describe('law 25: cursors of several fields', () => {
  it('are parameters of the query string, nulls left out, and replace those of request 1', async () => {
    const target = get(byCursor({ from: at('continue'), to: query() }), {
      fields: { gap: t.string },
    });
    const { urls } = await walkOver(
      target,
      [{ data: [1], continue: { gap: 'X y', more: 2, no: null, list: [1] } }, { data: [2] }],
      { gap: 'first' },
    );
    expect(urls).to.deep.equal(['/things?gap=first', '/things?gap=X%20y&more=2&list=%5B1%5D']);
  });
  it('are fields of the body', async () => {
    const target = endpoint({
      name: 'things',
      method: 'POST',
      path: '/things',
      paging: byCursor({ from: at('next'), to: body() }),
    });
    const { requests } = await walkOver(target, [
      { data: [1], next: { a: [1], b: null } },
      { data: [2] },
    ]);
    expect(requests.map((request) => request.body)).to.deep.equal(['{}', '{"a":[1],"b":null}']);
  });
  for (const cursor of ['x', 7, [1]]) {
    it(`are not ${JSON.stringify(cursor)}`, async () => {
      const target = get(byCursor({ from: at('c'), to: query() }));
      expect(await walkOver(target, [{ data: [1], c: cursor }])).to.include({
        objects: 1,
        end: 'UnsendableToken',
      });
    });
  }
});

describe('law 25: bodies that are forms', () => {
  const form = (
    to: paging.ByCursorOptions<string, 'body'>['to'],
    fields: Record<string, t.Mixed>,
  ) =>
    endpoint({
      name: 'x',
      method: 'POST',
      path: '/x',
      fields,
      bodyAs: 'form',
      paging: byCursor({ from: at('c'), to }),
    });

  it('have a list as one name several times, and the cursor among the fields', async () => {
    const target = form(body('cursor'), {
      tags: t.array(t.string),
      n: t.number,
      where: t.UnknownRecord,
    });
    const params = { tags: ['x', 'y z'], n: 2, where: { a: 1 } };
    const { requests } = await walkOver(target, [{ data: [1], c: 'a&b' }, { data: [2] }], params);
    const first = 'tags=x&tags=y%20z&n=2&where=%7B%22a%22%3A1%7D';
    expect(requests.map((request) => request.body)).to.deep.equal([first, `${first}&cursor=a%26b`]);
    expect(requests[0]?.headers).to.include({
      'content-type': 'application/x-www-form-urlencoded',
    });
  });
  it('carry no null, and what they cannot carry is UnsendableToken or refused', async () => {
    const fields = { q: t.union([t.string, t.null]) };
    const pages = [{ data: [1], c: { a: 1, b: null } }, { data: [2] }];
    const { requests } = await walkOver(form(body(), fields), pages, { q: null });
    expect(requests.map((request) => request.body)).to.deep.equal(['', 'a=1']);
    const half = await walkOver(form(body('c'), fields), [{ data: [1], c: '\ud800' }], { q: 'x' });
    expect(half).to.include({ objects: 1, end: 'UnsendableToken' });
    const { end } = await walkOver(form(body('c'), fields), [], { q: '\ud800' });
    expect(end).to.equal('InvalidRequest: nothing was sent: q cannot be written as a form');
  });
  it('are of a POST', () =>
    expect(() => get(byLink(at('n')), { bodyAs: 'form' })).to.throw(TypeError, /bodyAs/));
});

describe('law 25: a rule of the own', () => {
  const months = (write: (month: number) => ReturnType<paging.ByRuleOptions<number>['write']>) =>
    get(
      byRule({
        cursor: t.number,
        first: 1,
        next: (_, before) =>
          O.isSome(before) && before.value < 3 ? O.some(before.value + 1) : O.none,
        write,
      }),
      { fields: { q: t.string } },
    );

  it('may begin with a cursor and write a path', async () => {
    const { urls, end } = await walkOver(
      months((month) => ({ path: `/events/${month}` })),
      Array(3).fill({ data: [] }),
      { q: 'a' },
    );
    expect(urls).to.deep.equal(['/events/1?q=a', '/events/2?q=a', '/events/3?q=a']);
    expect(end).to.equal('last page');
  });
  for (const path of [
    '//evil.example',
    '/../x',
    'https://evil.example/',
    '/a/%2e%2e/b',
    '/\\evil.example',
    '../x',
  ]) {
    it(`sends nothing to ${path}`, async () => {
      const target = months((month) => ({ path: month === 1 ? '/events' : path }));
      const { end, objects, urls } = await walkOver(target, [{ data: [1] }], { q: 'a' });
      expect({ end, objects, urls }).to.deep.equal({
        end: 'ForeignLink',
        objects: 1,
        urls: ['/events?q=a'],
      });
    });
  }
  it('cannot put a query string into the path', async () => {
    const target = months((month) => ({ path: month === 1 ? '/events' : '/events?x=1' }));
    expect((await walkOver(target, [{ data: [1] }], { q: 'a' })).end).to.equal('UnsendableToken');
  });
  it('begins with a cursor that is one', () =>
    expect(() =>
      get(byRule({ cursor: t.number, first: 'x' as never, next: () => O.none, write: () => ({}) })),
    ).to.throw(TypeError, /first cannot be sent/));
});

describe('law 25: no state of a scheme is shared', () => {
  const big = 2 ** 60;
  const counting = () =>
    get(
      byRule({
        cursor: t.number,
        next: (_, before) =>
          O.isNone(before) ? O.some(big) : before.value < big + 4096 ? O.some(big + 4096) : O.none,
        write: (n) => ({ query: { n } }),
      }),
    );
  const page = E.right({ status: 200, headers: {}, body: '{"data":[1]}' });
  const client = createClient({ transport: () => of(page) });

  it('numbers above 2^53 are cursors of a rule, for two walks at once', () => {
    const asked: Array<Subject<typeof page>> = [];
    const slow = createClient({
      transport: () => {
        asked.push(new Subject());
        return asked.at(-1) ?? NEVER;
      },
    });
    const target = counting();
    const came: Array<boolean> = [];
    const walk = () => slow.objects(target, {}).subscribe((one) => came.push(E.isRight(one)));
    const answer = (index: number): void => asked[index]?.next(page);
    walk();
    answer(0);
    answer(1);
    walk();
    // The first page of the second walk, before the last one of the first.
    for (const index of [3, 2, 4, 5]) answer(index);
    expect(came).to.deep.equal(Array(6).fill(true));
  });
  it('and a place of one endpoint is one of its equal', async () => {
    const { place } = rightOf(await firstValueFrom(client.pages(counting(), {})));
    const came = await firstValueFrom(client.objects(counting(), { place }).pipe(toArray()));
    expect(came.map(E.isRight)).to.deep.equal([true, true]);
  });
});

describe('law 25: a cursor goes back as it came, or is UnsendableToken', () => {
  const cases: ReadonlyArray<readonly [what: string, scheme: Scheme]> = [
    ['byCursor', byCursor({ from: at('c'), to: query('c') })],
    ['byLastItem', byLastItem({ from: at('c'), to: query('c') })],
    [
      'byRule',
      byRule({
        cursor: t.unknown,
        next: ({ body: said }) => O.some((said as { c: unknown }).c),
        write: (c) => ({ query: { c: JSON.stringify(c) } }),
      }),
    ],
  ];
  for (const [what, scheme] of cases) {
    for (const cursor of [
      '1e999',
      '{"a":[-1e999]}',
      `{"a":${'9'.repeat(1_001)}}`,
      '9'.repeat(1_001),
    ]) {
      it(`${what}: ${cursor.slice(0, 20)}`, async () => {
        const { end } = await walkOver(get(scheme), [
          { text: `{"data":[{"c":${cursor}}],"c":${cursor}}` },
        ]);
        expect(end).to.equal('UnsendableToken');
      });
    }
  }
});

describe('law 7: what is read stays in what users get', () => {
  it('a cursor in an object stays there', async () => {
    const target = get(byCursor({ from: at('data', 1, 'cursor'), to: query('c') }));
    const { came } = await walkOver(target, [{ data: [1, { cursor: 'x' }] }, { data: [] }]);
    expect(came[1]).to.deep.equal(E.right({ cursor: 'x' }));
  });
});

describe('law 14: what is secret in a cursor', () => {
  // Too short, and with too many separators, to be found as a word of the page token.
  const short = 'k9;x7';
  const refused = async (scheme: Scheme, next: unknown, said: string) => {
    const { came } = await walkOver(get(scheme), [
      { data: [{ id: short }], next },
      { status: 400, errorName: `refused ${said}`, parameters: { said: [said], things: 'things' } },
    ]);
    expect(came.at(-1)).to.have.nested.property('left._tag', 'HttpFailure');
    return JSON.stringify(came.at(-1));
  };
  const byNext = byCursor({ from: at('next'), to: query('c') });
  const linked = byLink(at('next'));
  const mixed = { a: [1234567, 12], b: 'kept-secret' };
  const cases: ReadonlyArray<
    readonly [what: string, Scheme, next: unknown, said: string, shown: string]
  > = [
    ['every string in it', byNext, { key: [short] }, `no ${short}`, 'no [redacted]'],
    [
      'every value in the query string of a link',
      linked,
      `?a=${encodeURIComponent(short)}`,
      `no ${short}`,
      'no [redacted]',
    ],
    [
      'what the last item has',
      byLastItem({ from: at('id'), to: query('after') }),
      '',
      `no ${short}`,
      'no [redacted]',
    ],
    [
      'numbers of six digits or more',
      byNext,
      mixed,
      'no row 1234567 of 12',
      'no row [redacted] of 12',
    ],
    [
      'segments of six characters or more of a link',
      linked,
      '/api/things/c2VjcmV0/abc',
      'no c2VjcmV0 in abc',
      'no [redacted] in abc',
    ],
  ];
  for (const [what, scheme, next, said, shown] of cases) {
    it(what, async () => {
      const told = await refused(scheme, next, said);
      expect(told)
        .to.include(`"refused ${shown}"`)
        .and.include(`["${shown}"]`)
        .and.include('"things":"things"');
      expect(told).to.not.include(short);
    });
  }
  it('no more values of a link than an error looks for', async () => {
    const many = Array.from({ length: 13_000 }, (_, n) => `a=${n}`)
      .join('&')
      .slice(0, 60_000);
    expect(await refused(linked, `?${many}`, 'no row 17')).to.include('[redacted]');
  });
});

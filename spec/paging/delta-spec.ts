import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { createClient, deltaToken, endpoint, exactNumbers, explain } from '../../src/index';
import type { Endpoint, Page, WalkError } from '../../src/index';
import type { Paging } from '../../src/model/paging/scheme';
import {
  at,
  body,
  byCursor,
  byLink,
  byPageNumber,
  header,
  link,
  onePage,
  query,
} from '../../src/paging/index';
import { collect, gather } from '../support/collect';
import { type Said, scripted } from './support/walk';

/** Walks over scripted responses: its pages, what was asked, and how it ended. */
const walk = async (
  target: Endpoint,
  answers: ReadonlyArray<Said>,
  params: object = {},
  config: object = {},
) => {
  const { transport, requests } = scripted(answers);
  const client = createClient({ transport, retry: false, ...config });
  const events = gather(client.events);
  const given = { list: 'a', ...params } as never;
  const came: ReadonlyArray<E.Either<WalkError, Page<unknown>>> = await collect(
    client.pages(target, given),
  );
  const pages = came.filter(E.isRight).map(({ right }) => right);
  const lefts = came
    .filter(E.isLeft)
    .map(({ left }) => ('rule' in left ? left.rule : explain(left)));
  const sent = requests.map(({ url, body: asked = '' }) => `${url}${asked}`);
  return { pages, token: pages.at(-1)?.delta, lefts, sent, came, events };
};

const common = {
  name: 'things',
  method: 'GET',
  path: '/{list}/things',
  items: at('value'),
} as const;
const things = (paging: Paging, delta: object, others: object = {}): Endpoint =>
  endpoint({ ...common, paging, delta, ...others } as never);

const tokens = byCursor({ from: at('next'), to: query('cursor') });
const links = things(byLink(at('next')), { from: at('sync') });
const twoTokens = things(
  tokens,
  { from: at('sync'), to: query('since') },
  { pageSize: query('max') },
);
const oneCursor = things(
  byCursor({ from: at('next'), to: body('cursor'), more: at('more') }),
  { from: at('next'), to: body('cursor') },
  { method: 'POST' },
);
const single = things(onePage(), { from: at('sync'), to: query('since') });
const inHeader = things(byLink(link('next')), { from: header('x-sync'), to: header('x-since') });

/** A token of an endpoint, as a page of it brought it. */
const tokenOf = async (target: Endpoint, said: Said, params: object = {}) =>
  (await walk(target, [{ value: [], ...said }], params)).token ?? expect.fail('there is no token');

describe('law 42: the token of a page', () => {
  it('is there where the page has one, and not elsewhere', async () => {
    const { pages } = await walk(twoTokens, [
      { value: [1], next: 'p2', sync: null },
      { value: [2], sync: 's1' },
    ]);
    expect(pages[0]).to.not.have.property('delta');
    expect(pages[1]?.delta).to.be.a('string').and.not.equal('s1');
    expect(pages[1]?.fields).to.deep.equal({ sync: 's1' });
  });

  const first = byCursor({ from: at('next'), to: query('cursor'), first: 'begin' });
  const firstToo = things(first, { from: at('sync'), to: query('cursor') });
  const numbers = byPageNumber({ to: query('page'), first: 1 });
  const numbered = things(numbers, { from: at('sync'), to: query('since') });
  const linkAndCursor = things(tokens, { from: at('sync') });
  const [s, c] = [{ sync: 's' }, { next: 'c' }];
  const link = { sync: 'https://h.example/api/b/delta?$d=d%201' };
  const old = { sync: '/api/a/d?t=1&cursor=old&x=1&x=2' };
  const plaid = { next: 'c1', more: false };
  type Asked = readonly [
    what: string,
    Endpoint,
    token: Said,
    pages: ReadonlyArray<object>,
    sent: string,
  ];
  const asked: ReadonlyArray<Asked> = [
    [
      'goes to its slot with every page',
      twoTokens,
      { sync: 's &' },
      [c, {}],
      '?since=s%20%26 ?since=s%20%26&cursor=c',
    ],
    [
      'shares the slot of the cursor',
      oneCursor,
      plaid,
      [{ ...c, more: true }, plaid],
      '{"cursor":"c1"} {"cursor":"c"}',
    ],
    ['goes before `first` in that slot', firstToo, s, [c, {}], '?cursor=s ?cursor=c'],
    ['stays beside a number', numbered, s, [{ value: [1] }, {}], '?since=s&page=1 ?since=s&page=2'],
    [
      'is a link in the place of path and query',
      links,
      link,
      [{ next: '/api/a/things?$s=2' }, {}],
      '/b/delta?$d=d%201 ?$s=2',
    ],
    [
      'is a link whose query a cursor joins',
      linkAndCursor,
      old,
      [{ next: 'p 2' }, {}],
      '/a/d?t=1&cursor=old&x=1&x=2 /a/d?t=1&cursor=p%202&x=1&x=2',
    ],
    [
      'is any JSON, as a cursor is',
      single,
      { sync: { seq: [1] } },
      [{}],
      '?since=%7B%22seq%22%3A%5B1%5D%7D',
    ],
  ];
  asked.forEach(([what, target, said, pages, sent]) =>
    it(what, async () => {
      const delta = await tokenOf(target, said);
      const answers = pages.map((page) => ({ value: [], ...page }));
      const walked = await walk(target, answers, { delta });
      expect(walked.sent.map((url) => url.replace('/a/things', '')).join(' ')).to.equal(sent);
    }),
  );

  it('is made of a text that the user has', async () => {
    expect(
      (await walk(twoTokens, [{ value: [] }], { delta: deltaToken('mine') })).sent,
    ).to.deep.equal(['/a/things?since=mine']);
    expect(
      (await walk(links, [{ value: [] }], { delta: deltaToken('/a/delta?t=1') })).sent,
    ).to.deep.equal(['/a/delta?t=1']);
    for (const text of ['', undefined, 5])
      expect(() => deltaToken(text as string), String(text)).to.throw(TypeError);
  });

  it('belongs to the endpoint, its path and its path params, not to its fields', async () => {
    const delta = await tokenOf(twoTokens, { sync: 's1' }, { pageSize: 5 });
    expect((await walk(twoTokens, [{ value: [] }], { delta })).sent).to.deep.equal([
      '/a/things?since=s1',
    ]);
    const to = { from: at('x'), to: query('since') };
    const others = [
      [twoTokens, { list: 'b' }],
      [things(tokens, to, { name: 'x' }), {}],
      [things(tokens, to, { path: '/{list}' }), {}],
    ] as const;
    for (const [target, params] of others) {
      const { lefts } = await walk(target, [], { ...params, delta });
      expect(lefts.join()).to.include(
        'nothing was sent: delta belongs to another endpoint, path or path param',
      );
    }
  });

  const refused: ReadonlyArray<readonly [what: string, Endpoint, params: object, message: string]> =
    [
      ['what is no token', twoTokens, { delta: 's1' }, 'delta must be a delta token'],
      ['what is no text', twoTokens, { delta: 5 }, 'delta must be a delta token'],
      [
        'a page token beside it',
        twoTokens,
        { delta: deltaToken('s1'), pageToken: '"p"' },
        'delta excludes pageToken',
      ],
      [
        'a whole address',
        links,
        { delta: deltaToken('https://h.example/api/x') },
        'delta is not an address below',
      ],
      [
        'a link that leaves its path',
        links,
        { delta: deltaToken('/a/../../x') },
        'delta is not an address below',
      ],
      [
        'too long a text',
        twoTokens,
        { delta: deltaToken('x'.repeat(70_000)) },
        'delta cannot be sent in query since',
      ],
      [
        'an endpoint without delta',
        endpoint({ ...common, paging: tokens }),
        { delta: deltaToken('s') },
        'delta is not a param',
      ],
    ];
  refused.forEach(([what, target, params, message]) =>
    it(`refuses ${what}, and sends nothing`, async () => {
      expect((await walk(target, [], params)).lefts.join()).to.include(
        `nothing was sent: ${message}`,
      );
    }),
  );

  const form = things(
    onePage(),
    { from: at('sync'), to: body('since') },
    { method: 'POST', bodyAs: 'form' },
  );
  const broken: ReadonlyArray<readonly [what: string, Endpoint, Said, rule: string]> = [
    ['leads elsewhere', links, { sync: 'https://evil.example/api/x' }, 'ForeignLink'],
    ['is half a character', links, { sync: '/api/\ud800' }, 'UnsendableToken'],
    ['is too long', twoTokens, { sync: 'x'.repeat(70_000) }, 'UnsendableToken'],
    ['fits no header', inHeader, { headers: { 'x-sync': 'a\nb' } }, 'UnsendableToken'],
    ['fits no form', form, { sync: '\ud800' }, 'UnsendableToken'],
  ];
  broken.forEach(([what, target, said, rule]) =>
    it(`that ${what} ends the walk after its page, with ${rule}`, async () => {
      const { pages, lefts } = await walk(target, [{ value: [1], ...said }]);
      expect([pages.length, lefts]).to.deep.equal([1, [rule]]);
      expect([pages[0]?.place.isLast, pages[0]?.delta]).to.deep.equal([false, undefined]);
    }),
  );

  it('of another kind is not a page, and large integers are taken only where they are wanted', async () => {
    expect((await walk(links, [{ value: [], sync: 5 }])).lefts.join()).to.include(
      'must be a string',
    );
    const large = [{ text: '{"value":[],"sync":12345678901234567890}' }];
    expect((await walk(single, large)).lefts).to.have.lengthOf(1);
    expect((await walk(single, large, {}, { numbers: exactNumbers })).token).to.match(
      /12345678901234567890$/,
    );
  });

  it('with anyOrigin is asked for at the base address', async () => {
    const any = things(byLink(at('next'), { anyOrigin: true }), { from: at('sync') });
    const delta = await tokenOf(any, { sync: 'http://inside:8080/a/delta?t=1' });
    expect((await walk(any, [{ value: [] }], { delta })).sent).to.deep.equal(['/a/delta?t=1']);
  });

  it('law 41: is not elsewhere, and a total says nothing of a walk that asks from it', async () => {
    const target = things(onePage(), { from: at('next_token'), to: query('since') });
    const said = { value: [], next_token: 's1', total: 9 };
    const { lefts, events: full, token: delta } = await walk(target, [said]);
    expect(lefts).to.deep.equal([]);
    expect(full.at(-1)).to.have.deep.property('short', { objects: 0, total: 9 });
    const { events } = await walk(target, [said], { delta });
    expect(events.at(-1)).to.include({ type: 'end' }).and.not.have.property('short');
    expect((await walk(endpoint({ ...common, paging: onePage() }), [said])).lefts).to.deep.equal([
      'MoreElsewhere',
    ]);
  });

  it('law 20: a place belongs to it', async () => {
    const delta = await tokenOf(twoTokens, { sync: 's1' });
    const script = [{ value: [1], next: 'p2' }, { value: [] }];
    const place = (await walk(twoTokens, script, { delta })).pages[0]?.place;
    const { sent } = await walk(twoTokens, [{ value: [] }], { delta, place });
    expect(sent).to.deep.equal(['/a/things?since=s1&cursor=p2']);
    expect((await walk(twoTokens, [], { place })).lefts.join()).to.include(
      'place belongs to another delta',
    );
    const before = (await walk(endpoint({ ...common, paging: tokens }), script)).pages[0]?.place;
    const later = things(tokens, { from: at('sync'), to: query('since') });
    expect(
      (await walk(later, [{ value: [] }], { place: before })).lefts,
      'before it had delta',
    ).to.deep.equal([]);
  });

  it('law 14: is in no error, event or problem of a record, wherever it stands', async () => {
    const secret = 'S3cretOfTheService';
    const spots: ReadonlyArray<readonly [Endpoint, Said]> = [
      [twoTokens, { sync: secret }],
      [oneCursor, { next: secret, more: false }],
      [links, { sync: `/api/a/${secret}` }],
      [links, { sync: `/api/a/delta?t=${secret}` }],
      [inHeader, { headers: { 'x-sync': secret } }],
    ];
    for (const [target, said] of spots) {
      const refusal = { status: 400, message: `no: ${secret}` };
      const middle = {
        value: [{}],
        next: '/api/n',
        ...said,
        more: true,
        headers: { link: '</api/n>; rel="next"', ...said.headers },
      };
      const walks = [
        await walk(target, [refusal], { delta: await tokenOf(target, said) }),
        await walk(target, [{ value: [{}], ...said }], { codec: t.type({ [secret]: t.string }) }),
        await walk(target, [middle, refusal]),
        await walk(target, [{ ...refusal, '@odata.deltaLink': secret }]),
      ];
      for (const { came, events, pages } of walks) {
        const problems = pages.flatMap(({ data }) =>
          data.filter(E.isLeft).map(({ left }) => left.problems),
        );
        expect(JSON.stringify([came.filter(E.isLeft), events, problems])).to.not.include(secret);
      }
    }
  });
});

describe('law 42: the description of an endpoint', () => {
  const from = at('sync');
  const wrong: ReadonlyArray<readonly [message: string, delta: object, others?: object]> = [
    ['the name delta is taken', { from }, { path: '/{delta}' }],
    ['the name delta is taken', { from }, { fields: { delta: t.string } }],
    ['delta must have a source', { from: 'sync' }],
    ['delta must have a source', { from, to: from }],
    ['delta must have a source', null as never],
    ['does not know the option too', { from, too: query('s') }],
    ['a GET has no body', { from, to: body('s') }],
    ['the same slot: query max', { from, to: query('max') }, { pageSize: query('max') }],
    ['the same slot: query s', { from, to: query('s') }, { fields: { s: t.string } }],
    ['delta goes with paging', { from }, { paging: undefined, items: undefined, revision: '1.0' }],
  ];
  wrong.forEach(([message, delta, others]) =>
    it(`is refused: ${message}`, () =>
      expect(() => things(tokens, delta, others)).to.throw(TypeError, message)),
  );

  it('reserves the param only where there is delta', async () => {
    const own = endpoint({ ...common, paging: tokens, fields: { delta: t.string } });
    expect((await walk(own, [{ value: [] }], { delta: 'mine' })).sent).to.deep.equal([
      '/a/things?delta=mine',
    ]);
  });
});

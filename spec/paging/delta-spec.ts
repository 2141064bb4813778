import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { of } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import { type DeltaToken, deltaToken } from '../../src/model/DeltaToken';
import { type Endpoint, endpoint } from '../../src/model/endpoints/endpoint';
import type { Page } from '../../src/model/endpoints/Page';
import { explain } from '../../src/model/errors/explain';
import type { WalkError } from '../../src/model/errors/WalkError';
import type { HttpRequest } from '../../src/model/http';
import { exactNumbers } from '../../src/model/records/Numbers';
import { at, body, byCursor, byLink, byPageNumber, header, link, onePage, query } from '../../src/paging/index';
import { collect } from '../support/collect';

interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Walks over scripted responses: its pages, what was asked, and how it ended. */
const walk = async (target: Endpoint, answers: ReadonlyArray<Said>, params: object = {}, config: object = {}) => {
  const requests: Array<HttpRequest> = [];
  const transport = (request: HttpRequest) => {
    const { status = 200, headers = {}, ...json } = answers[requests.length] ?? expect.fail('nobody scripted this');
    requests.push(request);
    return of(E.right({ status, headers, url: `https://h.example/v1${request.url}`, body: JSON.stringify(json) }));
  };
  const events: Array<unknown> = [];
  const client = createClient({ transport, retry: false, ...config });
  client.events.subscribe((event) => events.push(event));
  const came: ReadonlyArray<E.Either<WalkError, Page<unknown>>> = await collect(client.pages(target, params as never));
  const pages = came.filter(E.isRight).map(({ right }) => right);
  const lefts = came.filter(E.isLeft).map(({ left }) => ('rule' in left ? left.rule : explain(left)));
  const sent = requests.map(({ url, body: text = '' }) => `${url}${text}`);
  const deltas = pages.map(({ delta }) => delta);
  return { pages, deltas, token: deltas.at(-1), lefts, sent, requests, came, events };
};

const common = { name: 'things', method: 'GET', path: '/{list}/things', items: at('value') } as const;
const here = { list: 'a' };
const nextLink = byLink(at('@odata.nextLink'));
const graph = endpoint({ ...common, paging: nextLink, delta: { from: at('@odata.deltaLink') } });
const tokens = byCursor({ from: at('nextPageToken'), to: query('pageToken') });
const google = endpoint({
  ...common,
  paging: tokens,
  fields: { q: t.union([t.string, t.undefined]) },
  pageSize: query('max'),
  delta: { from: at('nextSyncToken'), to: query('syncToken') },
});
const plaid = endpoint({
  ...common,
  method: 'POST',
  paging: byCursor({ from: at('next_cursor'), to: body('cursor'), more: at('has_more') }),
  delta: { from: at('next_cursor'), to: body('cursor') },
});

/** A token of an endpoint, as a page of it brought it. */
const tokenOf = async (target: Endpoint, said: Said, params: object = here): Promise<DeltaToken> =>
  (await walk(target, [{ value: [], ...said }], params)).token ?? expect.fail('there is no token');

describe('law 42: the token of a page', () => {
  it('is there where the page has one, and not elsewhere', async () => {
    const first = { value: [1], nextPageToken: 'p2', nextSyncToken: null };
    const { pages, lefts } = await walk(google, [first, { value: [2], nextSyncToken: 's1' }], here);
    expect(lefts).to.deep.equal([]);
    expect(pages[0]).to.not.have.property('delta');
    expect(pages[1]?.delta).to.be.a('string').and.not.equal('s1');
    expect(pages[1]?.fields).to.deep.equal({ nextSyncToken: 's1' });
  });

  const asked: ReadonlyArray<
    readonly [what: string, Endpoint, Said, pages: ReadonlyArray<Said>, sent: ReadonlyArray<string>]
  > = [
    [
      'goes to its slot with every page',
      google,
      { nextSyncToken: 's 1&' },
      [{ value: [], nextPageToken: 'p2' }, { value: [] }],
      ['/a/things?syncToken=s%201%26', '/a/things?syncToken=s%201%26&pageToken=p2'],
    ],
    [
      'shares the slot of the cursor',
      plaid,
      { next_cursor: 'c1', has_more: false },
      [
        { value: [], next_cursor: 'c2', has_more: true },
        { value: [], next_cursor: 'c3', has_more: false },
      ],
      ['/a/things{"cursor":"c1"}', '/a/things{"cursor":"c2"}'],
    ],
    [
      'goes before `first` in that slot',
      endpoint({
        ...common,
        paging: byCursor({ from: at('next'), to: query('cursor'), first: 'begin' }),
        delta: { from: at('sync'), to: query('cursor') },
      }),
      { sync: 's1' },
      [{ value: [], next: 'c2' }, { value: [] }],
      ['/a/things?cursor=s1', '/a/things?cursor=c2'],
    ],
    [
      'stays beside a number that counts',
      endpoint({
        ...common,
        paging: byPageNumber({ to: query('page'), first: 1 }),
        delta: { from: header('x-sync'), to: header('x-since') },
      }),
      { headers: { 'x-sync': 's1' } },
      [{ value: [1] }, { value: [] }],
      ['/a/things?page=1', '/a/things?page=2'],
    ],
    [
      'is a link in the place of path and query',
      graph,
      { '@odata.deltaLink': 'https://h.example/v1/other/delta?$deltatoken=d%201' },
      [{ value: [], '@odata.nextLink': '/v1/a/things?$skip=2' }, { value: [] }],
      ['/other/delta?$deltatoken=d%201', '/a/things?$skip=2'],
    ],
    [
      'is a link whose query a cursor joins',
      endpoint({ ...common, paging: tokens, delta: { from: at('sync') } }),
      { sync: '/v1/a/delta?token=d1&pageToken=old&x=1&x=2' },
      [{ value: [], nextPageToken: 'p 2' }, { value: [] }],
      ['/a/delta?token=d1&pageToken=old&x=1&x=2', '/a/delta?token=d1&pageToken=p%202&x=1&x=2'],
    ],
    [
      'is a number, an object or large, as a cursor is',
      endpoint({ ...common, paging: onePage(), delta: { from: at('sync'), to: query('since') } }),
      { sync: { seq: [1, true] } },
      [{ value: [] }],
      ['/a/things?since=%7B%22seq%22%3A%5B1%2Ctrue%5D%7D'],
    ],
  ];
  asked.forEach(([what, target, said, pages, sent]) =>
    it(what, async () => {
      const delta = await tokenOf(target, said);
      expect((await walk(target, pages, { ...here, delta })).sent).to.deep.equal(sent);
    }),
  );

  it('is made of a text that the user has', async () => {
    const { sent } = await walk(google, [{ value: [] }], { ...here, delta: deltaToken('mine'), max: undefined });
    expect(sent).to.deep.equal(['/a/things?syncToken=mine']);
    const { sent: linked } = await walk(graph, [{ value: [] }], { ...here, delta: deltaToken('/a/delta?t=1') });
    expect(linked).to.deep.equal(['/a/delta?t=1']);
    for (const text of ['', undefined, 5]) expect(() => deltaToken(text as string), String(text)).to.throw(TypeError);
  });

  it('belongs to the endpoint, its path and its path params, not to its fields', async () => {
    const delta = await tokenOf(google, { nextSyncToken: 's1' }, { list: 'a', q: 'x', pageSize: 5 });
    const { sent } = await walk(google, [{ value: [] }], { list: 'a', delta });
    expect(sent).to.deep.equal(['/a/things?syncToken=s1']);
    const others: ReadonlyArray<readonly [Endpoint, object]> = [
      [google, { list: 'b' }],
      [endpoint({ ...common, name: 'others', paging: tokens, delta: { from: at('x'), to: query('syncToken') } }), here],
      [endpoint({ ...common, path: '/{list}/x', paging: tokens, delta: { from: at('x'), to: query('y') } }), here],
    ];
    for (const [target, params] of others) {
      expect((await walk(target, [], { ...params, delta })).lefts).to.deep.equal([
        'InvalidRequest: nothing was sent: delta belongs to another endpoint, path or path param',
      ]);
    }
  });

  const refused: ReadonlyArray<readonly [what: string, Endpoint, params: object, message: string]> = [
    ['what is no token', google, { delta: 's1' }, 'delta must be a delta token'],
    ['what is no text', google, { delta: 5 }, 'delta must be a delta token'],
    ['a page token beside it', google, { delta: deltaToken('s1'), pageToken: '"p"' }, 'delta excludes pageToken'],
    [
      'a whole address',
      graph,
      { delta: deltaToken('https://h.example/v1/x') },
      'delta is not an address below the base',
    ],
    [
      'a link that leaves its path',
      graph,
      { delta: deltaToken('/a/../../x') },
      'delta is not an address below the base',
    ],
    ['too long a text', google, { delta: deltaToken('x'.repeat(70_000)) }, 'delta cannot be sent in query syncToken'],
    [
      'an endpoint without delta',
      endpoint({ ...common, paging: tokens }),
      { delta: deltaToken('s1') },
      'delta is not a parameter of things',
    ],
  ];
  refused.forEach(([what, target, params, message]) =>
    it(`refuses ${what}, and sends nothing`, async () => {
      const { lefts, sent } = await walk(target, [], { ...here, ...params });
      expect([String(lefts[0]).includes(`nothing was sent: ${message}`), lefts.length, sent]).to.deep.equal(
        [true, 1, []],
        lefts.join(),
      );
    }),
  );

  const broken: ReadonlyArray<readonly [what: string, Endpoint, Said, rule: string]> = [
    ['leads elsewhere', graph, { '@odata.deltaLink': 'https://evil.example/v1/x' }, 'ForeignLink'],
    ['is half a character', graph, { '@odata.deltaLink': '/v1/\ud800' }, 'UnsendableToken'],
    ['is too long', google, { nextSyncToken: 'x'.repeat(70_000) }, 'UnsendableToken'],
    [
      'fits no header',
      endpoint({ ...common, paging: onePage(), delta: { from: at('sync'), to: header('x-since') } }),
      { sync: 'a\nb' },
      'UnsendableToken',
    ],
    [
      'fits no form',
      endpoint({
        ...common,
        method: 'POST',
        bodyAs: 'form',
        paging: onePage(),
        delta: { from: at('sync'), to: body('since') },
      }),
      { sync: '\ud800' },
      'UnsendableToken',
    ],
  ];
  broken.forEach(([what, target, said, rule]) =>
    it(`that ${what} ends the walk after its page, with ${rule}`, async () => {
      const { pages, lefts } = await walk(target, [{ value: [1], ...said }], here);
      expect([pages.length, pages[0]?.place.isLast, pages[0]?.delta, lefts]).to.deep.equal([
        1,
        false,
        undefined,
        [rule],
      ]);
    }),
  );

  it('of another kind is not a page, and large integers are taken only where they are wanted', async () => {
    expect((await walk(graph, [{ value: [], '@odata.deltaLink': 5 }], here)).lefts[0]).to.include('must be a string');
    const big = endpoint({ ...common, paging: onePage(), delta: { from: at('sync'), to: query('since') } });
    const transport = (request: HttpRequest) =>
      of(E.right({ status: 200, headers: {}, url: request.url, body: '{"value":[],"sync":12345678901234567890}' }));
    const [first] = await collect(createClient({ transport }).pages(big, here));
    expect(first && E.isLeft(first)).to.equal(true);
    const client = createClient({ transport, numbers: exactNumbers });
    const [page] = await collect(client.pages(big, here));
    expect(page && E.isRight(page) && page.right.delta).to.match(/12345678901234567890$/);
  });

  it('with anyOrigin is asked for at the base address', async () => {
    const paging = byLink(at('@odata.nextLink'), { anyOrigin: true });
    const any = endpoint({ ...common, paging, delta: { from: at('@odata.deltaLink') } });
    const delta = await tokenOf(any, { '@odata.deltaLink': 'http://inside:8080/a/delta?t=1' });
    expect((await walk(any, [{ value: [] }], { ...here, delta })).sent).to.deep.equal(['/a/delta?t=1']);
  });

  it('law 41: is not elsewhere, and a total says nothing of a walk that asks from it', async () => {
    const target = endpoint({ ...common, paging: onePage(), delta: { from: at('next_token'), to: query('since') } });
    const said = { value: [], next_token: 's1', total: 9 };
    const full = await walk(target, [said], here);
    expect(full.lefts).to.deep.equal([]);
    expect(full.events.at(-1)).to.have.deep.property('short', { objects: 0, total: 9 });
    const { events } = await walk(target, [said], { ...here, delta: full.token });
    expect(events.at(-1)).to.include({ type: 'end' }).and.not.have.property('short');
    expect((await walk(endpoint({ ...common, paging: onePage() }), [said], here)).lefts).to.deep.equal([
      'MoreElsewhere',
    ]);
  });

  it('law 20: a place belongs to it', async () => {
    const delta = await tokenOf(google, { nextSyncToken: 's1' });
    const first = { value: [1], nextPageToken: 'p2' };
    const [page] = (await walk(google, [first, { value: [] }], { ...here, delta })).pages;
    const resumed = await walk(google, [{ value: [] }], { ...here, delta, place: page?.place });
    expect(resumed.sent).to.deep.equal(['/a/things?syncToken=s1&pageToken=p2']);
    const { lefts } = await walk(google, [], { ...here, place: page?.place });
    expect(lefts).to.deep.equal(['InvalidRequest: nothing was sent: place belongs to another delta']);
    const [plain] = (await walk(endpoint({ ...common, paging: tokens }), [first, { value: [] }], here)).pages;
    const later = await walk(
      endpoint({ ...common, paging: tokens, delta: { from: at('s'), to: query('s') } }),
      [{ value: [] }],
      {
        ...here,
        place: plain?.place,
      },
    );
    expect(later.lefts, 'one that was kept before the endpoint had delta').to.deep.equal([]);
  });

  it('law 14: is in no error, event or problem of a record, wherever it stands', async () => {
    const secret = 'S3cretOfTheService';
    const codec = t.type({ [secret]: t.string });
    const spots: ReadonlyArray<readonly [Endpoint, Said]> = [
      [google, { nextSyncToken: secret }],
      [plaid, { next_cursor: secret, has_more: false }],
      [graph, { '@odata.deltaLink': `/v1/a/${secret}` }],
      [graph, { '@odata.deltaLink': `/v1/a/delta?t=${secret}` }],
      [
        endpoint({ ...common, paging: link4, delta: { from: header('x-sync'), to: header('x-since') } }),
        { headers: { 'x-sync': secret } },
      ],
    ];
    for (const [target, said] of spots) {
      const delta = await tokenOf(target, said);
      const refusal = { status: 400, message: `no: ${secret}`, '@odata.deltaLink': secret };
      const walks = [
        await walk(target, [refusal], { ...here, delta }),
        await walk(target, [{ value: [{}], ...said }], { ...here, codec }),
        await walk(
          target,
          [
            {
              value: [{}],
              next_cursor: 'c',
              ...said,
              has_more: true,
              '@odata.nextLink': '/v1/n',
              nextPageToken: 'n',
              headers: { link: '</v1/n>; rel="next"', ...said.headers },
            },
            refusal,
          ],
          here,
        ),
      ];
      for (const { came, events, pages } of walks) {
        const problems = pages.flatMap(({ data }) => data.filter(E.isLeft).map(({ left }) => left.problems));
        const shown = JSON.stringify([came.filter(E.isLeft), events, problems]);
        expect(shown, shown).to.not.include(secret);
      }
    }
  });
});

const link4 = byLink(link('next'));

describe('law 42: the description of an endpoint', () => {
  const paging = tokens;
  const wrong: ReadonlyArray<readonly [message: string, description: object]> = [
    ['the name delta is taken', { path: '/{delta}', paging, delta: { from: at('s') } }],
    ['the name delta is taken', { fields: { delta: t.string }, paging, delta: { from: at('s') } }],
    ['delta must have a source', { paging, delta: { from: 'nextSyncToken' } }],
    ['delta must have a source', { paging, delta: { from: at('s'), to: at('s') } }],
    ['a GET has no body', { paging, delta: { from: at('s'), to: body('s') } }],
    ['the same slot: query max', { paging, pageSize: query('max'), delta: { from: at('s'), to: query('max') } }],
    ['the same slot: query s', { paging, fields: { s: t.string }, delta: { from: at('s'), to: query('s') } }],
    ['delta goes with paging', { paging: undefined, items: undefined, revision: '1.0', delta: { from: at('s') } }],
  ];
  wrong.forEach(([message, description]) =>
    it(`is refused: ${message}`, () => {
      expect(() => endpoint({ ...common, ...description } as never)).to.throw(TypeError, message);
    }),
  );

  it('reserves the param only where there is delta', async () => {
    const own = endpoint({ ...common, paging, fields: { delta: t.string } });
    expect((await walk(own, [{ value: [] }], { ...here, delta: 'mine' })).sent).to.deep.equal(['/a/things?delta=mine']);
  });
});

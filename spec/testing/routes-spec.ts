import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { asyncScheduler, EMPTY, NEVER, of, Subject, throwError } from 'rxjs';
import { createClient, endpoint, explain, rights } from '../../src/index';
import {
  at,
  body,
  byCursor,
  byLink,
  byOffset,
  byPageNumber,
  link,
  query,
} from '../../src/paging/index';
import { memoryService, type MemoryServiceOptions, paged } from '../../src/testing/index';
import { inVirtualTime } from '../support/inVirtualTime';
import { collect } from '../support/collect';

const numbers = Array.from({ length: 7 }, (_, index) => ({ number: index + 1 }));
const path = '/repos/{owner}/{repo}/issues';
const params = { owner: 'octo', repo: 'a/b' } as const;
const get = { name: 'issues', method: 'GET', path, items: at('items') } as const;

type Routes = NonNullable<MemoryServiceOptions['routes']>;
type Route = Routes[string];

const route = (handler: unknown): Routes => ({ [`GET ${path}`]: handler as Route });
const sevenByThree = route(paged(numbers, { size: 3 }));

/** The numbers that a walk brings, or why it ended, and the addresses that it asked for. */
const walked = async (options: MemoryServiceOptions, described: object, more: object = {}) => {
  const service = memoryService(options);
  const urls: Array<string> = [];
  service.exchanges.subscribe(({ request }) =>
    urls.push(request.url.replace('/repos/octo/a%2Fb/issues', '')),
  );
  const client = createClient({ transport: service.transport, retry: { baseDelay: 0 } });
  const all = await collect(client.objects(endpoint(described as never), { ...params, ...more }));
  const found = all.map((one) => (E.isRight(one) ? one.right.number : one.left));
  return { found, urls };
};

const byFour = paged(numbers, {
  size: 4,
  names: { cursor: 'after', limit: 'first' },
  body: ({ items, next_cursor }) => ({
    items,
    meta: next_cursor === null ? {} : { after: next_cursor },
  }),
});
const inBody = paged(numbers, { size: 3, names: { cursor: 'start' } });

describe('the routes of memoryService', () => {
  const inHeader = byLink(link('next'));
  const cursor = byCursor({ from: at('next_cursor'), to: query('cursor'), more: at('has_more') });
  const otherNames = byCursor({ from: at('meta', 'after'), to: query('after') });
  const pagings: ReadonlyArray<readonly [string, Routes, object, ReadonlyArray<string>, object?]> =
    [
      ['by cursor', sevenByThree, { paging: cursor }, ['', '?cursor=from-3', '?cursor=from-6']],
      [
        'by a cursor of other names',
        route(byFour),
        { paging: otherNames, pageSize: query('first') },
        ['?first=2', '?first=2&after=from-2', '?first=2&after=from-4', '?first=2&after=from-6'],
        { pageSize: 2 },
      ],
      [
        'by a cursor in the body',
        { [`POST ${path}`]: inBody },
        { method: 'POST', paging: byCursor({ from: at('next_cursor'), to: body('start') }) },
        ['', '', ''],
      ],
      [
        'by offset',
        sevenByThree,
        { paging: byOffset({ to: query('offset'), total: at('total'), first: 0 }) },
        ['?offset=0', '?offset=3', '?offset=6'],
      ],
      [
        'by page number',
        sevenByThree,
        { paging: byPageNumber({ to: query('page'), last: at('last') }) },
        ['', '?page=2', '?page=3'],
      ],
      [
        'by a link in the header',
        sevenByThree,
        { paging: inHeader },
        ['', '?cursor=from-3', '?cursor=from-6'],
      ],
      [
        'by a link in the body, which counts pages if the request does',
        sevenByThree,
        { paging: byLink(at('next')), fields: {}, pageSize: query('limit') },
        ['?limit=3', '?limit=3&cursor=from-3', '?limit=3&cursor=from-6'],
        { pageSize: 3 },
      ],
    ];
  for (const [what, routes, described, urls, more] of pagings) {
    it(`paged: ${what}`, async () => {
      expect(await walked({ routes }, { ...get, ...described }, more)).to.deep.equal({
        found: [1, 2, 3, 4, 5, 6, 7],
        urls,
      });
    });
  }

  const wrong: ReadonlyArray<readonly [url: string, message: string]> = [
    ['?cursor=7', 'cursor cannot be read'],
    ['?cursor=from-', 'cursor cannot be read'],
    ['?offset=-1', 'offset cannot be read'],
    ['?page=0', 'page cannot be read'],
    ['?limit=0', 'limit cannot be read'],
    ['?limit=x&page=1', 'limit cannot be read'],
  ];
  for (const [search, message] of wrong) {
    it(`paged: ${search} is answered 400`, async () => {
      const { transport } = memoryService({ routes: sevenByThree });
      const [result] = await collect(
        transport({ method: 'GET', url: `/repos/o/r/issues${search}`, headers: {} }),
      );
      expect(result).to.deep.include({ _tag: 'Right' }).and.nested.include({ 'right.status': 400 });
      expect(result).to.have.nested.property('right.body', JSON.stringify({ message }));
    });
  }

  it('paged: past the end is an empty last page, and so is a list without items', () => {
    const bodyOf = (items: ReadonlyArray<object>, search: string): unknown => {
      const request = {
        method: 'GET',
        url: '/x',
        headers: {},
        params: {},
        json: undefined,
      } as const;
      return paged(items, { size: 3 })({ ...request, query: new URLSearchParams(search) });
    };
    const empty = { items: [], next_cursor: null, next: null, has_more: false };
    const pastEnd = { ...empty, total: 7, page: 9, last: 3 };
    expect(bodyOf(numbers, 'page=9')).to.deep.equal({ headers: {}, body: pastEnd });
    expect(bodyOf([], '')).to.deep.equal({
      headers: {},
      body: { ...empty, total: 0, page: 1, last: 1 },
    });
    expect(() => paged(numbers, { size: 0 })).to.throw(
      TypeError,
      'paged: size must be a whole number above 0',
    );
  });

  it('see the request, with the values of its path, its query string and its JSON', async () => {
    const seen: Array<unknown> = [];
    const see: Route = ({ method, params: values, query: asked, json, headers }) => {
      seen.push([method, values, asked.get('q'), json, headers.accept]);
      return { status: 201, headers: { 'X-Total': '7' }, body: { large: 2n ** 63n } };
    };
    const { transport } = memoryService({ routes: { 'POST /{a}/{b}:find': see } });
    const request = {
      method: 'POST',
      url: 'x/y%2Fz:find?q=1',
      headers: { accept: 'any' },
      body: '{"c":2}',
    } as const;
    const [result] = await collect(transport(request));
    await collect(transport({ ...request, body: '{' }));
    expect(seen).to.deep.equal([
      ['POST', { a: 'x', b: 'y/z' }, '1', { c: 2 }, 'any'],
      ['POST', { a: 'x', b: 'y/z' }, '1', undefined, 'any'],
    ]);
    expect(result).to.deep.equal(
      E.right({
        status: 201,
        headers: {
          'cache-control': 'no-store',
          'content-type': 'application/json',
          'x-total': '7',
        },
        body: '{"large":9223372036854775808}',
        url: 'http://localhost/x/y%2Fz:find?q=1',
      }),
    );
  });

  it('stand before the pages of the service, and leave the others alone', async () => {
    const list = '/api/v1/ontologies/{ontologyRid}/objects/{objectType}';
    const routes: Routes = {
      [`GET ${list.replace('{objectType}', 'mine')}`]: () => ({
        body: { data: [{ properties: { id: 'own' } }] },
      }),
    };
    const { transport, ontologyRid } = memoryService({
      routes,
      objects: { mine: [], thing: [{ id: 'service' }] },
    });
    const client = createClient({ transport });
    const ids = async (objectType: string) =>
      (await collect(client.list({ ontologyRid, objectType }).pipe(rights()))).map(
        ({ properties }) => properties.id,
      );
    expect([await ids('mine'), await ids('thing')]).to.deep.equal([['own'], ['service']]);
    const [lost] = await collect(transport({ method: 'POST', url: '/elsewhere', headers: {} }));
    expect(lost).to.have.nested.property('right.status', 404);
  });

  const link3 = { ...get, paging: inHeader };

  it('stand behind faults, limits, latency and time, and are told as every exchange', () => {
    const told: Array<unknown> = [];
    const found: Array<unknown> = [];
    let calls = 0;
    const pages = paged(numbers, { size: 3 });
    inVirtualTime(() => {
      const service = memoryService({
        routes: route((request: Parameters<typeof pages>[0]) => {
          calls += 1;
          return pages(request);
        }),
        latency: 100,
        faults: [
          { type: 'unavailable', at: 1, retryAfter: 2 },
          { type: 'reset-before', at: 3 },
          { type: 'reset-during', at: 4 },
          { type: 'delay', at: 5, ms: 1_000 },
          { type: 'truncate', at: 6 },
          { type: 'trickle', at: 7, ms: 500 },
        ],
        rateLimit: { perMinute: 7 },
      });
      service.exchanges.subscribe(({ at: when, status, aborted }) =>
        told.push(`${when} ${status} ${aborted}`),
      );
      createClient({ transport: service.transport, retry: { baseDelay: 0, maxDelay: 60_000 } })
        .objects(endpoint(link3), params)
        .pipe(rights())
        .subscribe(({ number }) => found.push(number));
    });
    expect(told).to.deep.equal([
      ...['0 503 false', '2100 200 false', '2200 undefined true', '2300 200 true'],
      ...['2400 200 false', '3500 200 false', '3600 200 false'],
    ]);
    expect(found).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect(calls).to.equal(5);
  });

  const failure = { _tag: 'NetworkFailure', reason: 'gone', code: 'ECONNRESET' } as const;
  const answers: ReadonlyArray<readonly [string, unknown, unknown]> = [
    ['a promise', () => Promise.resolve({ body: { items: [{ number: 1 }] } }), 1],
    ['an Observable', () => of({ body: '{"items":[{"number":1}]}' }, { body: 'never read' }), 1],
    ['a failure of the transport', () => failure, /^NetworkFailure: no response: gone: ECONNRESET/],
    [
      'nothing',
      () => undefined,
      /it must return \{ status, headers, body \}, but returned undefined/,
    ],
    ['null', () => null, /it must return \{ status, headers, body \}, but returned null/],
    ['a body alone', () => ({ items: [] }), /but returned an object with items/],
    ['an Observable without a value', () => EMPTY, /it completed without a response/],
    ['an Observable that fails', () => throwError(() => new Error('oops')), /failed: Error: oops/],
    [
      'an error that is thrown',
      () => {
        throw new RangeError('oops');
      },
      /a route of memoryService failed: RangeError: oops/,
    ],
  ];
  for (const [what, handler, expected] of answers) {
    it(`may return ${what}`, async () => {
      const { found } = await walked({ routes: route(handler) }, link3);
      expect(found).to.have.length(1);
      if (typeof expected === 'number') expect(found).to.deep.equal([expected]);
      else expect(explain(found[0] as Parameters<typeof explain>[0])).to.match(expected as RegExp);
    });
  }

  it('are called at once, and an Observable says when its response comes; unsubscribing leaves it', () => {
    const later = new Subject<{ readonly status: number }>();
    const { transport } = memoryService({ routes: route(() => later), timeout: 0 });
    const statuses: Array<unknown> = [];
    const request = { method: 'GET', url: '/repos/o/r/issues', headers: {} } as const;
    const see = (result: E.Either<unknown, { readonly status: number }>): void => {
      statuses.push(E.isRight(result) && result.right.status);
    };
    transport(request).subscribe(see);
    const gone = transport(request).subscribe(see);
    expect(later.observed).to.equal(true);
    gone.unsubscribe();
    later.next({ status: 418 });
    expect(statuses).to.deep.equal([418]);
    expect(later.observed).to.equal(false);
  });

  it('are given up after the timeout', () => {
    const seen: Array<unknown> = [];
    inVirtualTime(() =>
      memoryService({ routes: route(() => NEVER) })
        .transport({ method: 'GET', url: '/repos/o/r/issues', headers: {} })
        .subscribe((result) => seen.push(asyncScheduler.now(), result)),
    );
    expect(seen).to.deep.equal([60_000, E.left({ _tag: 'TimedOut', after: 60_000 })]);
  });

  for (const [key, handler, problem] of [
    ['GET repos', () => ({}), "'GET repos' is not one"],
    ['PUT /repos', () => ({}), "'PUT /repos' is not one"],
    ['GET /repos?x=1', () => ({}), "'GET /repos?x=1' is not one"],
    ['GET /repos', {}, "'GET /repos' is object"],
  ] as const) {
    it(`refuse ${key}: ${typeof handler}`, () => {
      const routes = { [key]: handler } as unknown as Routes;
      expect(() => memoryService({ routes })).to.throw(
        TypeError,
        `such as 'GET /books/{id}', but ${problem}`,
      );
    });
  }
});

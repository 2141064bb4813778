import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { type Endpoint, endpoint, explain, type HttpRequest } from '../../src/index';
import {
  at,
  body,
  byCursor,
  byOffset,
  byPageNumber,
  byRule,
  header,
  type Paging,
  query,
} from '../../src/paging';
import { startService } from '../../src/service';
import { runCommand } from '../cli/support/runCommand';
import { collect } from '../support/collect';
import { listing, type Scheme } from './support/walk';

const size = 10;
const count = 30;

/** Walks a service of 30 objects in pages of ten: the numbers that came, what was asked, and how it ended. */
const walk = async (
  target: Endpoint,
  startOf: (request: HttpRequest) => number,
  params: object = {},
) => {
  const said = (start: number) => ({
    total: count,
    last: start + size >= count,
    next: start + size,
  });
  const { client, requests } = listing(count, startOf, said);
  const came = await collect(client.objects(target, params as never));
  const end = came.find(E.isLeft);
  return {
    objects: came.flatMap((each) => (E.isRight(each) ? [each.right] : [])),
    asked: requests.map(
      ({ url, headers, body: sent }) =>
        sent ?? headers['x-page'] ?? new URL(url, 'http://h').search,
    ),
    end: end ? explain(end.left) : 'last page',
  };
};

const inQuery =
  (name: string, first = 0, times = 1) =>
  ({ url }: HttpRequest): number =>
    (Number(new URL(url, 'http://h').searchParams.get(name) ?? first) - first) * times;
const inBody = (request: HttpRequest): unknown => JSON.parse(request.body ?? '{}');

const plain = { name: 'things', method: 'GET', path: '/things' } as const;
const get = (paging: Scheme, others: object = {}): Endpoint =>
  endpoint({ ...plain, fields: { o: t.unknown, p: t.unknown }, paging, ...others });
const post = (field: string, paging: Paging): Endpoint =>
  endpoint({ ...plain, method: 'POST', fields: { [field]: t.unknown }, paging });
const from = (start: number): ReadonlyArray<number> =>
  Array.from({ length: count - start }, (_, index) => start + index);

const [total, last] = [at('total'), at('last')];
const offset = byOffset({ to: query('o'), total });
const page = byPageNumber({ to: query('p'), total });
const inHeader = byPageNumber({ to: header('x-page'), last });
const sql = post('params', byOffset({ to: body('params', '1'), total }));
const graphql = post('variables', byOffset({ to: body('variables', 'o'), total }));
const positional = (request: HttpRequest): number =>
  (inBody(request) as { params: Array<number> }).params[1] ?? NaN;
const named = (request: HttpRequest): number =>
  (inBody(request) as { variables: { o: number } }).variables.o;
const byHeader = ({ headers }: HttpRequest): number => (Number(headers['x-page']) - 1) * size;

describe('law 25: a walk begins with the value that request 1 has', () => {
  type Starts = (request: HttpRequest) => number;
  const fromOne = byOffset({ to: query('o'), total, first: 1 });
  const untilLast = byPageNumber({ to: query('p'), total, last });
  const fromTwo = byPageNumber({ to: query('p'), last, first: 2 });
  const cursorAt20 = byCursor({ from: at('next'), to: query('o'), end: 'emptyPage', first: 20 });
  const [offsets, pages] = [inQuery('o'), inQuery('p', 1, size)];
  const variables = (o: number) => ({ variables: { o, q: 'x' } });
  const values = (o: number) => ({ params: ['table', o, null] });
  const written = (make: (o: number) => object) =>
    [10, 20, 30].map((o) => JSON.stringify(make(o))).join(' ');
  const numbered = { headers: { 'X-Page': '2' } };
  type Case = readonly [
    what: string,
    Endpoint,
    params: object,
    Starts,
    first: number,
    asked: string,
  ];
  const cases: ReadonlyArray<Case> = [
    ['an offset', get(offset), { o: 10 }, offsets, 10, '?o=10 ?o=20 ?o=30'],
    ['digits', get(offset), { o: '10' }, offsets, 10, '?o=10 ?o=20 ?o=30'],
    [
      'an offset where the first object is 1',
      get(fromOne),
      { o: 11 },
      inQuery('o', 1),
      10,
      '?o=11 ?o=21',
    ],
    ['page 0', get(page), { p: 0 }, inQuery('p', 0, size), 0, '?p=0 ?p=1 ?p=2'],
    ['page 2: its total decides nothing', get(page), { p: 2 }, pages, 10, '?p=2 ?p=3 ?p=4'],
    [
      'page 2, and whether a page is the last one',
      get(untilLast),
      { p: 2 },
      pages,
      10,
      '?p=2 ?p=3',
    ],
    ['page 2, which is first too', get(fromTwo), { p: 2 }, pages, 10, '?p=2 ?p=3'],
    ['a header of every request', get(inHeader, numbered), {}, byHeader, 10, '2 3'],
    ['a field within a field of the body', graphql, variables(10), named, 10, written(variables)],
    [
      'a list in the body, whose other entries stay',
      sql,
      values(10),
      positional,
      10,
      written(values),
    ],
    ['a cursor', get(cursorAt20), { o: 20 }, offsets, 20, '?o=20 ?o=30'],
  ];
  for (const [what, target, params, startOf, first, asked] of cases) {
    it(what, async () => {
      const walked = await walk(target, startOf, params);
      expect(walked).to.deep.equal({
        objects: from(first),
        asked: asked.split(' '),
        end: 'last page',
      });
    });
  }

  const whole = /must be a whole number: the walk begins with it/;
  const differs = /differs from first: give one of them/;
  const cursor = byCursor({ from: at('next'), to: query('o'), first: 'a' });
  const none = { _tag: 'None' } as const;
  const rule = byRule({
    cursor: t.string,
    first: 'a',
    next: () => none,
    write: (o) => ({ query: { o } }),
  });
  const pageOne = byPageNumber({ to: query('p'), first: 1 });
  const inList = post('params', byOffset({ to: body('params', 'offset') }));
  const refused: ReadonlyArray<
    readonly [what: string, target: Endpoint, params: object, message: RegExp]
  > = [
    ['an offset that is a word', get(offset), { o: 'x' }, whole],
    ['an offset that is empty', get(offset), { o: '' }, whole],
    ['a fraction', get(offset), { o: 1.5 }, whole],
    ['two offsets', get(offset), { o: [1, 2] }, whole],
    ['an offset below the first', get(fromOne), { o: 0 }, /must not be less than first/],
    ['a page that is not the first', get(pageOne), { p: 2 }, differs],
    ['a cursor that is not the first', get(cursor), { o: 'b' }, differs],
    ['what a rule writes first', get(rule), { o: 'b' }, differs],
    ['an index beyond the end', sql, { params: ['table'] }, /body params\.1 cannot be written/],
    [
      'a name in a list',
      inList,
      { params: [1] },
      /params\.offset cannot be written: the list there has no index offset/,
    ],
  ];
  for (const [what, target, params, message] of refused) {
    it(`refuses ${what}, and sends nothing`, async () => {
      const { asked, end } = await walk(target, () => 0, params);
      expect(end)
        .to.match(/^InvalidRequest/)
        .and.match(message);
      expect(asked).to.deep.equal([]);
    });
  }
  it('refuses a header of the description', () => {
    const message = /header x-page must be a whole number/;
    expect(() => get(inHeader, { headers: { 'X-Page': 'two' } })).to.throw(TypeError, message);
  });
  it('makes an object where the body has nothing', async () => {
    const { asked } = await walk(
      sql,
      (request) => (request.body?.includes('"1":') ? count : 0),
      {},
    );
    expect(asked.slice(0, 2)).to.deep.equal(['{}', '{"params":{"1":10}}']);
  });
});

describe('walk begins where its address does', () => {
  const badges = Array.from({ length: 25 }, (_, index) => ({ id: index + 1 }));
  const lines = (first: number): string =>
    badges
      .slice(first)
      .map((badge) => `${JSON.stringify(badge)}\n`)
      .join('');
  for (const [scheme, search, options, first] of [
    ['offset', '?offset=10', ['--offset', 'offset', '--total', 'total'], 10],
    ['page', '?page=2', ['--page', 'page', '--last', 'last'], 5],
    ['page', '?page=2', ['--page', 'page', '--last', 'last', '--first', '2'], 5],
  ] as const) {
    it(`${search} ${options.join(' ')}`, async () => {
      const { url, close } = await startService({
        objects: { badge: badges },
        maxPageSize: 5,
        scheme,
      });
      const { code, stdout } = await runCommand([
        'walk',
        `${url}/api/badge${search}`,
        '--items',
        'items',
        ...options,
      ]);
      await close();
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: lines(first) });
    });
  }
  for (const options of [
    ['--page', 'page', '--first', '1'],
    ['--page', 'name'],
  ]) {
    it(`${options.join(' ')}: exits with 2`, async () => {
      const url = 'http://127.0.0.1:9/things?page=2&name=a';
      const { code, stderr } = await runCommand(['walk', url, ...options]);
      expect(code).to.equal(2);
      expect(stderr).to.match(/differs from first|whole number/);
    });
  }
});

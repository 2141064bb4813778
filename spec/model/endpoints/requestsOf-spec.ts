import { expect } from 'chai';
import fc from 'fast-check';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import {
  type Endpoint,
  endpoint,
  type HttpRequest,
  listObjects,
  searchObjects,
} from '../../../src/index';
import { byLink, link } from '../../../src/paging';
import { deepFreeze } from '../../support/deepFreeze';
import { token } from '../../support/pages';
import { prepared, prepareWalk } from '../../support/prepared';
import { leftOf } from '../../support/sides';
import { DateFromString } from '../../support/transformingCodecs';

const list = { ontologyRid: 'ri.o', objectType: 'employee' };
const search = { apiFamily: 'f', objectType: 'employee', query: { type: 'empty' } };

/** The problems as a user reads them; the params are what JavaScript lets be written. */
const problemsOf = (target: Endpoint, params: object): ReadonlyArray<string> =>
  leftOf(prepareWalk(target, params as never)).map(({ at, message }) => `${at} ${message}`);

/** Each problem must be there once, and no other. */
const expectProblems = (
  target: Endpoint,
  params: object,
  expected: ReadonlyArray<RegExp>,
): void => {
  const problems = problemsOf(target, params);
  expect(problems).to.have.lengthOf(expected.length);
  for (const problem of expected)
    expect(
      problems.filter((text) => problem.test(text)),
      String(problem),
    ).to.have.lengthOf(1);
};

const firstRequest = (target: Endpoint, params: object): HttpRequest =>
  prepared(target, params).requestFor(O.none);

const circular = (): object => {
  const query: Record<string, unknown> = { type: 'and' };
  query.value = [query];
  return query;
};

describe('requestsOf refuses', () => {
  const inList: ReadonlyArray<readonly [what: string, params: object, problem: RegExp]> = [
    ['an empty objectType', { objectType: '' }, /^objectType .*empty/],
    ['a missing objectType', { objectType: undefined }, /^objectType must be a string/],
    ['an objectType of two dots', { objectType: '..' }, /^objectType .*'\.\.'/],
    ['a label that is a number', { label: 7 }, /^label must be a string$/],
    ['a pageSize of 0', { pageSize: 0 }, /^pageSize must be .*at least 1$/],
    ['a pageSize in a text', { pageSize: '10' }, /^pageSize must be /],
    ['a snapshot in a text', { snapshot: 'yes' }, /^snapshot must be true or false/],
    ['an empty pageToken', { pageToken: '' }, /^pageToken must be .*empty/],
    [
      'a pageToken that cannot be printed',
      { pageToken: Object.create(null) as object },
      /^pageToken must be /,
    ],
    ['a pageToken that is a symbol', { pageToken: Symbol('t') }, /^pageToken must be /],
    [
      'half a surrogate pair as pageToken of a GET',
      { pageToken: 'a\ud800' },
      /^pageToken .*Unicode/,
    ],
    ['a param that nobody knows', { pagesize: 5 }, /^pagesize is not .*listObjects$/],
    ['a field of another endpoint', { query: { type: 'empty' } }, /^query is not .*listObjects$/],
    ['a codec that is none', { properties: { id: t.number } }, /^properties must be .*codec/],
    [
      'a codec of items',
      { codec: t.number },
      /^codec is not a parameter of listObjects: use properties$/,
    ],
    ['a valve without ready', { valve: {} }, /^valve must be /],
    [
      'a fractional readAhead',
      { readAhead: 1.5 },
      /^readAhead must be a whole number from 0 to 32$/,
    ],
    ['a readAhead below 0', { readAhead: -1 }, /^readAhead must be a whole number from 0 to 32$/],
    ['a readAhead of 33', { readAhead: 33 }, /^readAhead must be a whole number from 0 to 32$/],
    ['a tokenLifetime of 0', { tokenLifetime: 0 }, /^tokenLifetime must be /],
    [
      'a tokenLifetime that no timer can hold',
      { tokenLifetime: 2 ** 31 },
      /^tokenLifetime must be /,
    ],
    ['emptyPages below 0', { emptyPages: -1 }, /^emptyPages must be /],
    ['maxPages of 0', { maxPages: 0 }, /^maxPages must be a whole number above 0/],
    ['fractional maxPages', { maxPages: 1.5 }, /^maxPages must be /],
  ];
  const inSearch: typeof inList = [
    ['a pageSize where there is none', { pageSize: 5 }, /^pageSize is not .*searchObjects$/],
    ['a snapshot where there is none', { snapshot: false }, /^snapshot is not .*searchObjects$/],
    ['a missing query', { query: undefined }, /^query must be .*`type`/],
    ['a query without type', { query: { value: 1 } }, /^query must be .*`type`/],
    ['a query whose type is a number', { query: { type: 5 } }, /^query must be .*`type`/],
    ['a query that is an array', { query: [{ type: 'empty' }] }, /^query must be .*`type`/],
    ['a query that goes round in a circle', { query: circular() }, /^query cannot /],
    ['a pageToken of 65,537 characters', { pageToken: 'x'.repeat(65_537) }, /^pageToken .*65536/],
  ];
  const inItems: typeof inList = [
    [
      'a codec of properties',
      { properties: t.number },
      /^properties is not a parameter of this endpoint: use codec$/,
    ],
    ['a codec of items that is none', { codec: {} }, /^codec must be .*codec/],
  ];
  const items = endpoint({
    name: 'items',
    method: 'GET',
    path: '/items',
    paging: byLink(link('next')),
  });
  for (const [cases, target, params] of [
    [inList, listObjects, list],
    [inSearch, searchObjects, search],
    [inItems, items, {}],
  ] as const) {
    for (const [what, others, problem] of cases) {
      it(what, () => expectProblems(target, { ...params, ...others }, [problem]));
    }
  }

  it('everything that is wrong at once', () => {
    const fieldsOf = (target: Endpoint, params: object) =>
      problemsOf(target, params).map((text) => text.split(' ')[0]);
    const wrong = {
      pageSize: 0,
      snapshot: 1,
      pageToken: '',
      emptyPages: -1,
      properties: 5,
      valve: 6,
      size: 7,
    };
    const inPath = { ontologyRid: '..', objectType: undefined };
    expect(fieldsOf(listObjects, { ...inPath, ...wrong })).to.have.members(
      Object.keys({ ...inPath, ...wrong }),
    );
  });

  const Throwing = new t.Type<string>(
    'Throwing',
    (u): u is string => {
      throw new Error(`no ${String(u)}`);
    },
    t.success as never,
    t.identity,
  );

  it('a field whose codec throws, without what the codec said', () => {
    const target = endpoint({
      name: 'e',
      revision: '1.0',
      method: 'GET',
      path: '/p',
      fields: { secret: Throwing },
    });
    expectProblems(target, { secret: 'hidden' }, [/^secret cannot /]);
    expect(problemsOf(target, { secret: 'hidden' }).join()).to.not.include('hidden');
  });

  const spellings: ReadonlyArray<readonly [what: string, pageToken: unknown]> = [
    ['that cannot be sent', 'tok-8675309-\ud800'],
    ['in an array', ['tok-8675309']],
    ['in an object', { token: 'tok-8675309' }],
    ['that is a number', 8675309],
  ];

  for (const [what, pageToken] of spellings) {
    it(`law 14: a page token ${what}, without its text`, () => {
      const problems = problemsOf(listObjects, { ...list, pageToken });
      expect(problems).to.not.be.empty;
      expect(problems.join()).to.not.include('8675309');
    });
  }
});

describe('requestsOf', () => {
  it('takes the start from the params, or none', () => {
    expect(prepared(listObjects, list).pageToken).to.deep.equal(O.none);
    expect(prepared(listObjects, { ...list, pageToken: token('t') }).pageToken).to.deep.equal(
      O.some('t'),
    );
  });

  it('leaves the start out of the request: the walk says which page it asks for', () =>
    expect(firstRequest(listObjects, { ...list, pageToken: 't' })).to.deep.equal(
      firstRequest(listObjects, list),
    ));

  it('takes params that are undefined as absent, strangers included', () => {
    const names = ['pageSize', 'snapshot', 'pageToken', 'properties', 'x'];
    const absent = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(firstRequest(listObjects, { ...list, ...absent })).to.deep.equal(
      firstRequest(listObjects, list),
    );
  });

  it('law 1: never changes the params, nor anything in them', () => {
    const params = {
      ...search,
      query: { type: 'and', value: [{ type: 'eq' }] },
      properties: t.UnknownRecord,
    };
    const before = JSON.stringify(params);
    const { requestFor } = prepared(
      searchObjects,
      deepFreeze({ ...params, pageToken: token('t') }),
    );
    requestFor(O.some(token('u')));
    expect(JSON.stringify(params)).to.equal(before);
  });

  it('writes snapshot in the query string of a POST too', () => {
    const target = endpoint({
      name: 'e',
      revision: '1.0',
      method: 'POST',
      path: '/p',
      snapshot: true,
    });
    expect(firstRequest(target, { snapshot: false })).to.include({
      url: '/p?snapshot=false',
      body: '{}',
    });
  });

  it('writes fields as their codecs encode them', () => {
    const fields = { since: DateFromString, dates: t.array(DateFromString) };
    const since = new Date(0);
    const get = endpoint({ name: 'e', revision: '1.0', method: 'GET', path: '/p', fields });
    const post = endpoint({ name: 'e', revision: '2.0', method: 'POST', path: '/p', fields });
    expect(firstRequest(get, { since, dates: [since] }).url).to.equal(
      '/p?since=1970-01-01T00%3A00%3A00.000Z&dates=1970-01-01T00%3A00%3A00.000Z',
    );
    expect(firstRequest(post, { since, dates: [since] }).body).to.equal(
      '{"since":"1970-01-01T00:00:00.000Z","dates":["1970-01-01T00:00:00.000Z"]}',
    );
    expectProblems(get, { since: new Date(NaN), dates: [] }, [/^since cannot /]);
  });

  it('writes an optional field only where it is given, whatever objects inherit by that name', () => {
    const fields = {
      valueOf: t.union([t.string, t.undefined]),
      constructor: t.union([t.string, t.undefined]),
    };
    const target = endpoint({ name: 'e', revision: '1.0', method: 'GET', path: '/p', fields });
    expect(firstRequest(target, {}).url).to.equal('/p');
    expect(firstRequest(target, { valueOf: 'a' }).url).to.equal('/p?valueOf=a');
  });

  it('finds no fault with any whole pageSize above 0, and with no other number', () =>
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double()), (pageSize) => {
        const isRight = prepareWalk(listObjects, { ...list, pageSize })._tag === 'Right';
        expect(isRight).to.equal(Number.isSafeInteger(pageSize) && pageSize > 0);
      }),
    ));
});

import axios from 'axios';
import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { EMPTY, of } from 'rxjs';
import { createClient } from '../../src/client/createClient';
import {
  durable,
  endpoint,
  pastLimit,
  polite,
  recordWalks,
  retryPolicy,
  walkEach,
  withValve,
} from '../../src/index';
import { stalledWalks } from '../../src/client/stalledWalks';
import { showWalks } from '../../src/devtools/showWalks';
import { checkAtLeast0, checkConcurrency } from '../../src/model/optionChecks';
import { spool, toReadable, undiciTransport } from '../../src/node';
import {
  observeDurable,
  observeHttp,
  observeLimits,
  observePlaces,
  observeWalks,
} from '../../src/otel';
import { observeInvalid } from '../../src/otel/observeInvalid';
import {
  at,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  byRule,
  linkIn,
  query,
} from '../../src/paging';
import { postgresBudget, postgresPlaces } from '../../src/postgres';
import { sqlitePlaces } from '../../src/sqlite/sqlitePlaces';
import { startService } from '../../src/service/startService';
import { memoryService, paged } from '../../src/testing';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { fetchTransport } from '../../src/transport/fetchTransport';
import { changesSince } from '../../src/walk/changes/changesSince';
import { watchChanges } from '../../src/walk/changes/watchChanges';
import { retryExpired } from '../../src/walk/recovery/retryExpired';
import { toAsyncIterable } from '../../src/walk/streams/toAsyncIterable';
import { toReadableStream } from '../../src/walk/streams/toReadableStream';

const baseURL = 'http://127.0.0.1:1';
const transport = () => EMPTY;
const events = { events: EMPTY };
const things = { name: 'things', method: 'GET', path: '/things' } as const;
const key = () => 1;
const walk = () => EMPTY;
const durably = { id: 'x', places: {} as never, pages: walk, work: () => [] };
const pool = { connect: walk, query: walk } as never;
const db = { exec: walk, prepare: () => ({ all: () => [{ json: '1' }], run: walk }) };

/** Each function that takes options, called with one that is misspelt beside those that it needs. */
const misspelt: Readonly<Record<string, (given: object) => unknown>> = {
  createClient: (given) => createClient({ transport, ...given }),
  retryPolicy: (given) => retryPolicy({ ...given }),
  'the retry of createClient': (given) => createClient({ transport, retry: { ...given } }),
  axiosTransport: (given) => axiosTransport({ baseURL, ...given }),
  'axiosTransport of an instance': (given) =>
    axiosTransport(axios.create({ baseURL }), { ...given }),
  fetchTransport: (given) => fetchTransport({ baseURL, ...given }),
  undiciTransport: (given) => undiciTransport({ baseURL, ...given }),
  polite: (given) => polite({ ...given }),
  durable: (given) => durable({ ...durably, ...given }),
  'the mark of durable': (given) => durable({ ...durably, mark: { of: key, ...given } }),
  'the part of durable': (given) =>
    durable({ ...durably, part: { name: 'x', of: ['x'], ...given } }),
  pastLimit: (given) => pastLimit({ ranges: [], walk, split: () => [], ...given }),
  retryExpired: (given) => retryExpired({ key, ...given }),
  changesSince: (given) => changesSince([], { key, ...given }),
  watchChanges: (given) => watchChanges(EMPTY, { key, every: 1, ...given }),
  withValve: (given) => withValve({ highWaterMark: 1, ...given }, () => of(1)),
  toAsyncIterable: (given) => toAsyncIterable(walk as never, { ...given }),
  toReadableStream: (given) => toReadableStream(walk as never, { ...given }),
  toReadable: (given) => toReadable(walk as never, { ...given }),
  spool: (given) => spool({} as never, { ...given }),
  recordWalks: (given) => recordWalks(events, { ...given }),
  stalledWalks: (given) => stalledWalks(events, { after: 1, ...given }),
  showWalks: (given) => showWalks(events, { ...given }),
  postgresPlaces: (given) => postgresPlaces(pool, { ...given }),
  sqlitePlaces: (given) => sqlitePlaces(db, { ...given }),
  postgresBudget: (given) => postgresBudget(pool, { name: 'x', perMinute: 1, ...given }),
  observeWalks: (given) => observeWalks(events, { ...given }),
  observeHttp: (given) => observeHttp(transport, { baseURL, ...given }),
  observeDurable: (given) => observeDurable({ ...given }),
  observeInvalid: (given) => observeInvalid({ ...given }),
  observeLimits: (given) => observeLimits({ state: EMPTY }, { ...given }),
  observePlaces: (given) => observePlaces({} as never, { ...given }),
  walkEach: (given) => walkEach({ parents: walk, children: walk, key, ...given }),
  paged: (given) => paged([], { size: 1, ...given }),
  'the names of paged': (given) => paged([], { size: 1, names: { ...given } }),
  memoryService: (given) => memoryService({ ...given }),
  'byCursor (law 25)': (given) => byCursor({ from: at('c'), to: query('c'), ...given }),
  'byLink (law 25)': (given) => byLink(at('c'), { ...given }),
  'byOffset (law 25)': (given) => byOffset({ to: query('c'), ...given }),
  'byPageNumber (law 25)': (given) => byPageNumber({ to: query('c'), ...given }),
  'byLastItem (law 25)': (given) => byLastItem({ from: at('c'), to: query('c'), ...given }),
  'byRule (law 25)': (given) =>
    byRule({ cursor: t.string, next: () => O.none, write: () => ({}), ...given }),
  'linkIn (law 25)': (given) => linkIn(at('c'), { ...given }),
};

/** Values of another type, each in a call that must name it. JavaScript lets them be written. */
const mistaken: Readonly<Record<string, (value: never) => unknown>> = {
  retry: (retry) => createClient({ transport, retry }),
  polite: (options) => polite(options),
  mayRepeat: (mayRepeat) =>
    endpoint({ ...things, paging: byOffset({ to: query('c'), mayRepeat }) }),
  anyOrigin: (anyOrigin) => byLink(at('c'), { anyOrigin }),
};

describe('optionChecks', () => {
  it('takes 0 or more, and a concurrency above 0', () =>
    expect(() => {
      for (const value of [0, 0.5, 7, Infinity]) checkAtLeast0('mark', value);
      for (const value of [1, 8, Infinity]) checkConcurrency('operator', value);
    }).not.to.throw());

  for (const [value, found] of [
    [-1, '-1'],
    [NaN, 'NaN'],
    ['1', 'string'],
    [null, 'object'],
    [undefined, 'undefined'],
  ] as const) {
    it(`${String(value)} is neither 0 or more nor a concurrency`, () => {
      expect(() => {
        checkAtLeast0('mark', value);
      }).to.throw(TypeError, `mark must be 0 or more, but is ${found}`);
      expect(() => {
        checkConcurrency('operator', value);
      }).to.throw(
        TypeError,
        `operator: concurrency must be a whole number above 0, but is ${found}`,
      );
    });
  }

  for (const value of [0, 1.5, 2 ** 53]) {
    it(`${value} is not a concurrency`, () =>
      expect(() => {
        checkConcurrency('operator', value);
      }).to.throw(TypeError, 'whole number'));
  }

  for (const [name, call] of Object.entries(misspelt)) {
    it(`${name} refuses an option that it does not know`, () =>
      expect(() => call({ retires: 3 })).to.throw(TypeError, /retires/));
  }

  for (const [name, call] of Object.entries(mistaken)) {
    it(`${name} refuses a number and a text`, () => {
      for (const value of [5, 'five'])
        expect(() => call(value as never)).to.throw(
          TypeError,
          new RegExp(`${name}.* (must|needs)`),
        );
    });
  }

  it('startService refuses an option that it does not know', async () => {
    const thrown: unknown = await startService({ retires: 3 } as object).catch(
      (error: unknown) => error,
    );
    expect(String(thrown)).to.match(/^TypeError: .*retires/);
  });

  it('an option that is undefined is as good as none', () =>
    expect(() => createClient({ transport, ...{ retires: undefined } })).not.to.throw());
});

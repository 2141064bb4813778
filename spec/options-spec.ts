import axios from 'axios';
import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { inspect } from 'node:util';
import { concat, EMPTY, ignoreElements, NEVER, of } from 'rxjs';
import { createClient } from '../src/client/createClient';
import {
  durable,
  endpoint,
  clientCredentials,
  iterate,
  pastLimit,
  polite,
  recordWalks,
  retryPolicy,
  walkCalls,
  walkEach,
  withValve,
} from '../src/index';
import { stalledWalks } from '../src/client/stalledWalks';
import { showWalks } from '../src/devtools/showWalks';
import { spool, toReadable, undiciTransport } from '../src/node';
import {
  observeDurable,
  observeHttp,
  observeLimits,
  observePlaces,
  observeWalks,
} from '../src/otel';
import { observeInvalid } from '../src/otel/observeInvalid';
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
} from '../src/paging';
import { postgresBudget, postgresPlaces } from '../src/postgres';
import { sqlitePlaces } from '../src/sqlite';
import { startService } from '../src/service/startService';
import { memoryService, paged } from '../src/testing';
import { axiosTransport } from '../src/transport/axiosTransport';
import { fetchTransport } from '../src/transport/fetchTransport';
import { changesSince } from '../src/walk/changes/changesSince';
import { watchChanges } from '../src/walk/changes/watchChanges';
import { retryExpired } from '../src/walk/recovery/retryExpired';
import { toAsyncIterable } from '../src/walk/streams/toAsyncIterable';
import { toReadableStream } from '../src/walk/streams/toReadableStream';

const baseURL = 'http://127.0.0.1:1';
const transport = () => EMPTY;
const events = { events: EMPTY };
const things = { name: 'things', method: 'GET', path: '/things' } as const;
const key = () => 1;
const walk = () => EMPTY;
const durably = { id: 'x', places: {} as never, pages: walk, work: () => [] };
const pool = { connect: walk, query: walk } as never;
const db = { exec: walk, prepare: () => ({ all: () => [{ json: '1' }], run: walk }) };

/** Values that are wrong for an option, by what it must be. JavaScript lets all of them be written. */
const limit = [-1, NaN, '1', null, [3]];
const above0 = [0, -1, NaN, -Infinity, '8', null, 8n, {}, true];
const count = [0, -1, 1.5, NaN, '2', null];
const callback = ['skip', 7, {}, true];
const flag = [5, 'five'];
const statuses = [404, ['gone'], [4.5]];
const name = ['', 7];
const limits = { timeout: limit, maxResponseBytes: limit };

interface Row {
  /** Calls the function with these options beside those that it needs. */
  readonly call: (given: object) => unknown;
  /** Values that its options refuse, by their names. */
  readonly wrong?: Readonly<Record<string, ReadonlyArray<unknown>>>;
}

/** Each function that takes options. Each option of the table is refused by its name, and so is one that is misspelt. */
const table: Readonly<Record<string, Row>> = {
  createClient: {
    call: (given) => createClient({ transport, ...given }),
    wrong: { transport: [undefined, 5, 'x'], auth: ['secret'], retry: flag, numbers: flag },
  },
  retryPolicy: {
    call: (given) => retryPolicy({ ...given }),
    wrong: { attempts: count, baseDelay: limit, maxDelay: limit },
  },
  'the retry of createClient': {
    call: (given) => createClient({ transport, retry: { ...given } }),
  },
  clientCredentials: {
    call: (given) =>
      clientCredentials({
        tokenURL: 'https://login.example.com/',
        clientId: 'x',
        clientSecret: 'x',
        ...given,
      }),
    wrong: { clientId: name, clientSecret: name, scope: [7] },
  },
  iterate: {
    call: (given) =>
      iterate(({ ready }) => concat(ready, NEVER).pipe(ignoreElements()), { ...given }),
  },
  'iterate.pages': {
    call: (given) =>
      iterate.pages(({ ready }) => concat(ready, NEVER).pipe(ignoreElements()), { ...given }),
  },
  axiosTransport: { call: (given) => axiosTransport({ baseURL, ...given }), wrong: limits },
  'axiosTransport of an instance': {
    call: (given) => axiosTransport(axios.create({ baseURL }), { ...given }),
    wrong: limits,
  },
  fetchTransport: { call: (given) => fetchTransport({ baseURL, ...given }), wrong: limits },
  undiciTransport: { call: (given) => undiciTransport({ baseURL, ...given }), wrong: limits },
  polite: {
    call: (given) => polite({ perMinute: 100, ...given }),
    wrong: {
      concurrent: above0,
      perMinute: [...above0, 1e19, 5e-324, 1e-7, 1.1e9],
      maxHold: above0,
      burst: [...count, 101, Infinity],
      budget: [null, 5, 'postgres', {}, { start: walk }, { hold: walk }],
    },
  },
  durable: {
    call: (given) => durable({ ...durably, ...given }),
    wrong: {
      pages: callback,
      work: callback,
      finish: callback,
      onDoubt: callback,
      restarts: limit,
      batch: [...count, Infinity],
      acceptShifts: flag,
      delta: [1],
      part: [
        { name: 'a', of: [] },
        { name: 'a', of: ['b'] },
        { name: 'a', of: ['a', 'a'] },
        { name: '', of: [''] },
        { name: 'a', of: 'a' },
      ],
    },
  },
  'the mark of durable': {
    call: (given) => durable({ ...durably, mark: { of: key, ...given } }),
    wrong: { of: callback, overlap: callback, ceiling: callback },
  },
  'the delta of durable': {
    call: (given) => durable({ ...durably, delta: { expired: [410], ...given } }),
    wrong: { expired: statuses },
  },
  'the part of durable': {
    call: (given) => durable({ ...durably, part: { name: 'x', of: ['x'], ...given } }),
  },
  walkCalls: {
    call: (given) =>
      walkCalls({ name: 'x', call: walk, items: () => [], next: () => undefined, ...given }),
    wrong: {
      name,
      call: callback,
      items: callback,
      next: callback,
      expired: callback,
      transient: callback,
    },
  },
  pastLimit: {
    call: (given) => pastLimit({ ranges: [], walk, split: () => [], ...given }),
    wrong: { concurrency: count },
  },
  retryExpired: {
    call: (given) => retryExpired({ key, ...given }),
    wrong: { restarts: limit },
  },
  changesSince: { call: (given) => changesSince([], { key, ...given }) },
  watchChanges: {
    call: (given) => watchChanges(EMPTY, { key, every: 1, ...given }),
    wrong: { every: [...limit, -Infinity, undefined] },
  },
  withValve: {
    call: (given) => withValve({ highWaterMark: 1, ...given }, () => of(1)),
    wrong: { highWaterMark: limit },
  },
  toAsyncIterable: { call: (given) => toAsyncIterable(walk as never, { ...given }) },
  toReadableStream: { call: (given) => toReadableStream(walk as never, { ...given }) },
  toReadable: { call: (given) => toReadable(walk as never, { ...given }) },
  spool: { call: (given) => spool({} as never, { ...given }), wrong: { memory: limit } },
  recordWalks: { call: (given) => recordWalks(events, { ...given }) },
  stalledWalks: { call: (given) => stalledWalks(events, { after: 1, ...given }) },
  showWalks: { call: (given) => showWalks(events, { ...given }) },
  postgresPlaces: {
    call: (given) => postgresPlaces(pool, { ...given }),
    wrong: {
      timeout: [...count, Infinity],
      schema: [...name, null, 'a\0b', '\ud800', 'x'.repeat(64)],
    },
  },
  sqlitePlaces: {
    call: (given) => sqlitePlaces(db, { ...given }),
    wrong: { busyTimeout: limit, table: ['', 'a\0'] },
  },
  postgresBudget: {
    call: (given) => postgresBudget(pool, { name: 'x', perMinute: 1, ...given }),
    wrong: {
      name: [...name, undefined, 'a\0b'],
      schema: [...name, null, 'a\0b', '\ud800', 'x'.repeat(64)],
      perMinute: above0,
      concurrent: above0,
    },
  },
  observeWalks: { call: (given) => observeWalks(events, { ...given }) },
  observeHttp: { call: (given) => observeHttp(transport, { baseURL, ...given }) },
  observeDurable: { call: (given) => observeDurable({ ...given }) },
  observeInvalid: { call: (given) => observeInvalid({ ...given }) },
  observeLimits: { call: (given) => observeLimits({ state: EMPTY }, { ...given }) },
  observePlaces: {
    call: (given) => observePlaces({} as never, { ...given }),
    wrong: { limit: [0, 1.5, Infinity, '3'] },
  },
  walkEach: {
    call: (given) => walkEach({ parents: walk, children: walk, key, ...given }),
    wrong: {
      parents: callback,
      children: callback,
      key: callback,
      onParentFailed: callback,
      onInvalid: callback,
      onDoubt: callback,
      gone: statuses,
      concurrent: [...count, 33],
    },
  },
  paged: { call: (given) => paged([], { size: 1, ...given }), wrong: { size: count } },
  'the names of paged': { call: (given) => paged([], { size: 1, names: { ...given } }) },
  memoryService: {
    call: (given) => memoryService({ ...given }),
    wrong: {
      latency: [...limit, Infinity],
      timeout: limit,
      maxPageSize: count,
      faults: [[{ type: 'flood' }]],
    },
  },
  'byCursor (law 25)': { call: (given) => byCursor({ from: at('c'), to: query('c'), ...given }) },
  'byLink (law 25)': {
    call: (given) => byLink(at('c'), { ...given }),
    wrong: { anyOrigin: flag },
  },
  'byOffset (law 25)': {
    call: (given) => endpoint({ ...things, paging: byOffset({ to: query('c'), ...given }) }),
    wrong: { first: ['1', 1.5], mayRepeat: flag, pastEnd: statuses },
  },
  'byPageNumber (law 25)': {
    call: (given) => endpoint({ ...things, paging: byPageNumber({ to: query('c'), ...given }) }),
    wrong: { first: ['1', 1.5], mayRepeat: flag, pastEnd: statuses },
  },
  'byLastItem (law 25)': {
    call: (given) => byLastItem({ from: at('c'), to: query('c'), ...given }),
  },
  'byRule (law 25)': {
    call: (given) => byRule({ cursor: t.string, next: () => O.none, write: () => ({}), ...given }),
  },
  'linkIn (law 25)': { call: (given) => linkIn(at('c'), { ...given }) },
};

describe('the options', () => {
  for (const [what, { call, wrong = {} }] of Object.entries(table)) {
    it(`of ${what}: one that is misspelt is refused`, () =>
      expect(() => call({ retires: 3 })).to.throw(TypeError, /retires/));

    for (const [option, values] of Object.entries(wrong))
      it(`of ${what}: ${option} is refused where it is ${values.map((value) => inspect(value)).join(' or ')}`, () => {
        for (const value of values)
          expect(() => call({ [option]: value }), inspect(value)).to.throw(TypeError, option);
      });
  }

  it('of startService: one that is misspelt is refused', async () => {
    const thrown: unknown = await startService({ retires: 3 } as object).catch(
      (error: unknown) => error,
    );
    expect(String(thrown)).to.match(/^TypeError: .*retires/);
  });

  it('themselves are refused where they are a number or a text', () => {
    for (const value of [5, 'five'])
      expect(() => polite(value as never)).to.throw(TypeError, /polite.* (must|needs)/);
  });

  it('that are undefined are as good as left out', () =>
    expect(() => createClient({ transport, ...{ retires: undefined } })).not.to.throw());
});

import { expect } from 'chai';
import { mayPass, statusOf, waitOf } from '../../../src/model/errors/thrownValue';
import { thrownByLibraries } from './thrownByLibraries';

const behind = (depth: number, error: object, by = 'cause'): object =>
  depth === 0 ? error : { name: 'Error', code: 'X', [by]: behind(depth - 1, error, by) };

const rows: Readonly<Record<string, object>> = {
  'retryable: true': { code: 'X', retryable: true },
  'a $retryable that is an object': { code: 'X', $retryable: { throttling: false } },
  'a $retryable that is true': { code: 'X', $retryable: true },
  'a wait': { code: 'X', retryAfter: 3 },
  'a Retry-After': { code: 'X', headers: { 'Retry-After': '3' } },
  'a status of 0 of HttpClient': { name: 'HttpErrorResponse', status: 0 },
  ...Object.fromEntries(
    [
      'ECONNRESET ECONNREFUSED ECONNABORTED EPIPE ETIMEDOUT ETIMEOUT ESOCKET EAI_AGAIN ENOTFOUND EHOSTUNREACH EHOSTDOWN',
      'ENETUNREACH ENETDOWN UND_ERR_SOCKET ERR_NETWORK ERR_STREAM_PREMATURE_CLOSE ERR_HTTP2_STREAM_ERROR',
      '08006 40001 53300 57P01 55P03 PROTOCOL_CONNECTION_LOST ER_LOCK_DEADLOCK SQLITE_BUSY',
      'P1001 P1002 P1008 P1017 P2024 P2034',
    ]
      .join(' ')
      .split(' ')
      .map((code) => [code, { code }]),
  ),
  'sqlState 08S01': { code: 'ER_SERVER', sqlState: '08S01' },
  ...Object.fromEntries(
    [4, 8, 10, 14].flatMap((code): ReadonlyArray<readonly [string, object]> => [
      [`gRPC ${code}, details`, { code, details: '' }],
      [`gRPC ${code}, metadata`, { code, metadata: {} }],
    ]),
  ),
  RetryableReadError: { code: 1, errorLabels: ['RetryableReadError'] },
  ...Object.fromEntries(
    [
      'fetch failed',
      'Failed to fetch',
      'Load failed',
      'NetworkError when attempting to fetch resource.',
      'socket hang up',
      'stream has been aborted',
      'Connection terminated unexpectedly',
      'Connection terminated due to connection timeout',
      'timeout expired',
      'timeout exceeded when trying to connect',
    ].map((message) => [message, new TypeError(message)]),
  ),
  'axios in mid-response': {
    code: 'ERR_BAD_RESPONSE',
    message: 'stream has been aborted',
    response: { status: 200 },
  },
};

const others: Readonly<Record<string, unknown>> = {
  'an Error': new Error('no'),
  'a mistake': new TypeError('x is not a function'),
  'a text': 'fetch failed',
  nothing: undefined,
  null: null,
  'words beside a code': { code: 'EACCES', message: 'fetch failed' },
  'axios, a body that is no JSON': {
    code: 'ERR_BAD_RESPONSE',
    message: 'x',
    response: { status: 200 },
  },
  'a number that is no code of gRPC': { code: 14 },
  'a code of gRPC as a text': { code: '14', details: '' },
  'gRPC 7': { code: 7, details: '' },
  'an SQLSTATE as a number': { code: 40001 },
  '42P01': { code: '42P01' },
  '57014': { code: '57014' },
  retryable: { retryable: 'true' },
  'a wait that is no number': { retryAfter: 'soon' },
  'a text where a cause is': { detail: 'fetch failed' },
};

describe('law 43: which errors without a status may pass', () => {
  for (const { from, what, passes, status, thrown } of thrownByLibraries) {
    it(`${from}, ${what}: ${status ?? (passes ? 'yes' : 'no')}`, () => {
      expect(statusOf(thrown)).to.equal(status);
      if (status === undefined) expect(mayPass(thrown)).to.equal(passes);
    });
  }

  for (const [what, error] of Object.entries(rows)) {
    it(`yes: ${what}, also behind others`, () => {
      for (const by of ['cause', 'original', 'detail'])
        for (const depth of [0, 1, 4])
          expect(mayPass(behind(depth, error, by)), `${by} ${depth}`).to.equal(true);
      expect(mayPass(behind(7, error))).to.equal(false);
    });
  }

  for (const [what, error] of Object.entries(others)) {
    it(`no: ${what}`, () => expect(mayPass(error)).to.equal(false));
  }

  it('a value that cannot be looked at, and causes that hold each other, have nothing', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => expect.fail('get'),
        getPrototypeOf: () => expect.fail('getPrototypeOf'),
        has: () => expect.fail('has'),
        ownKeys: () => expect.fail('ownKeys'),
      },
    );
    const cycle: Record<string, unknown> = { code: 'X' };
    Object.assign(cycle, { cause: cycle, original: { detail: cycle } });
    for (const thrown of [hostile, cycle]) {
      expect([mayPass(thrown), statusOf(thrown), waitOf(thrown, 0)]).to.deep.equal([
        false,
        undefined,
        undefined,
      ]);
    }
    Object.assign(cycle, { original: { code: 'EPIPE', cause: cycle } });
    expect(mayPass(cycle)).to.equal(true);
  });

  it('looks at a bounded number of causes, whatever a getter makes', () => {
    let made = 0;
    const endless = (): object =>
      Object.defineProperties(
        { code: 'X' },
        Object.fromEntries(
          ['cause', 'original', 'detail'].map((name) => [
            name,
            { get: () => ((made += 1), endless()) },
          ]),
        ),
      );
    expect(mayPass(endless())).to.equal(false);
    expect(made).to.be.below(1_000);
  });

  it('the wait may stand behind another error', () => {
    expect(waitOf(behind(3, { response: { headers: { 'retry-after': '7' } } }), 0)).to.equal(7_000);
    expect(waitOf({ retryAfter: '2.5' }, 0)).to.equal(2_500);
  });
});

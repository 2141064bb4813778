import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { PassThrough } from 'node:stream';
import { fetch as undiciFetch } from 'undici';
import { type FetchLike, fetchTransport } from '../../src/transport/fetchTransport';
import { marbles } from '../support/marbles';
import { leftOf, rightOf } from '../support/sides';
import { answeredBy, exchange, get, post } from './support/exchange';

const baseURL = 'http://127.0.0.1';

const silent: FetchLike = () => new Promise(() => undefined);

const timedOut = (after: number) => ({ x: E.left({ _tag: 'TimedOut' as const, after }) });

/** What comes of a request that a fetch answers like this. */
const fetched = (fetch: FetchLike, maxResponseBytes?: number) =>
  exchange(
    fetchTransport({ baseURL, fetch, ...(maxResponseBytes && { maxResponseBytes }) }),
    get('/p'),
  );

const answering =
  (response: Partial<Awaited<ReturnType<FetchLike>>>): FetchLike =>
  () =>
    Promise.resolve({ status: 200, redirected: false, headers: new Headers(), ...response });

describe('fetchTransport', () => {
  it('tells fetch to follow nothing, to send no cookies, and how to be aborted', async () => {
    const asked: Array<readonly [string, object]> = [];
    const fetch: FetchLike = (url, { signal, ...init }) => {
      expect(signal.aborted).to.equal(false);
      asked.push([url, init]);
      return Promise.resolve(new Response('{}'));
    };
    rightOf(await exchange(fetchTransport({ baseURL, fetch }), post('/p', '{}')));
    expect(asked).to.deep.equal([
      [
        'http://127.0.0.1/p',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
          redirect: 'manual',
          credentials: 'omit',
        },
      ],
    ]);
  });

  it('says nothing of cookies to a platform that has none', async () => {
    const credentials = Object.getOwnPropertyDescriptor(Request.prototype, 'credentials') ?? {};
    Reflect.deleteProperty(Request.prototype, 'credentials');
    try {
      const fetch: FetchLike = (_, init) =>
        Promise.resolve(new Response(String('credentials' in init)));
      expect(rightOf(await fetched(fetch)).body).to.equal('false');
    } finally {
      Object.defineProperty(Request.prototype, 'credentials', credentials);
    }
  });

  it('needs no global Request where the fetch is given', async () => {
    const { Request } = globalThis;
    Reflect.deleteProperty(globalThis, 'Request');
    try {
      const fetch: FetchLike = (_, init) => Promise.resolve(new Response(init.credentials));
      expect(rightOf(await fetched(fetch)).body).to.equal('omit');
    } finally {
      globalThis.Request = Request;
    }
  });

  describe('where a response has no stream, as in React Native', () => {
    const limit = 1_000;
    const tooLarge = E.left({ _tag: 'ResponseTooLarge', limit });
    /** What holds a body, each in its own way. */
    const holders: Readonly<Record<string, (body: string) => object>> = {
      'its text': (body) => ({ text: () => Promise.resolve(body) }),
      'its bytes': (body) => ({
        arrayBuffer: () => Promise.resolve(new Uint8Array(Buffer.from(body)).buffer),
      }),
    };
    for (const [what, holder] of Object.entries(holders)) {
      it(`reads ${what}, and measures it in bytes; law 22: cuts an error`, async () => {
        const asked = (body: string, status = 200) =>
          fetched(answering({ status, ...holder(body) }), limit);
        expect(rightOf(await asked('{"data":["é"]}')).body).to.equal('{"data":["é"]}');
        expect(rightOf(await asked('é'.repeat(limit / 2))).body).to.have.lengthOf(limit / 2);
        for (const body of ['é'.repeat(limit / 2 + 1), 'a'.repeat(limit + 1)]) {
          expect(await asked(body)).to.deep.equal(tooLarge);
        }
        expect(rightOf(await asked('a'.repeat(limit + 1), 500)).body).to.have.lengthOf(limit);
      });
    }

    it('refuses bytes that are not UTF-8, and takes nothing at all for an empty text', async () => {
      const arrayBuffer = () => Promise.resolve(Uint8Array.of(0xc3, 0x28).buffer);
      expect(await fetched(answering({ arrayBuffer }))).to.deep.equal(E.left({ _tag: 'NotUtf8' }));
      expect(rightOf(await fetched(answering({ status: 204 }))).body).to.equal('');
    });
  });

  it("cancels the body of a response that it was redirected to, and destroys one that is a stream of Node's", async () => {
    let isCancelled = false;
    const web = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    expect(leftOf(await fetched(answering({ redirected: true, body: web })))).to.have.property(
      'permanent',
      true,
    );
    const body = new PassThrough();
    leftOf(await fetched(answering({ redirected: true, body })));
    expect([isCancelled, body.destroyed]).to.deep.equal([true, true]);
  });

  it('takes another fetch, that of undici for one', async () => {
    const to = (url: string) => fetchTransport({ baseURL: url, fetch: undiciFetch });
    expect(rightOf(await answeredBy(to, (_, response) => response.end('fine'))).body).to.equal(
      'fine',
    );
  });

  const failing: ReadonlyArray<readonly [what: string, fetch: FetchLike, reason: string]> = [
    ['rejects', () => Promise.reject(new Error('no token today')), 'no token today'],
    [
      'throws',
      () => {
        throw new Error('no way to http://127.0.0.1/p?pageToken=t');
      },
      'no way to http://127.0.0.1/p?…',
    ],
  ];

  for (const [what, fetch, reason] of failing) {
    it(`makes a value of a fetch that ${what}`, async () => {
      expect(await fetched(fetch)).to.deep.equal(E.left({ _tag: 'NetworkFailure', reason }));
    });
  }

  it("tells the code of Node's cause, which has no words where every address of a host refused", async () => {
    const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const fetch: FetchLike = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const failure = { _tag: 'NetworkFailure', reason: 'fetch failed', code: 'ECONNREFUSED' };
    expect(await fetched(fetch)).to.deep.equal(E.left(failure));
  });

  it(
    'ends an exchange after a minute, or as it is told',
    marbles(({ expectObservable }) => {
      expectObservable(fetchTransport({ baseURL, fetch: silent })(get('/p'))).toBe(
        '1m (x|)',
        timedOut(60_000),
      );
      const brief = fetchTransport({ baseURL, fetch: silent, timeout: 10 })(get('/p'));
      expectObservable(brief, '-----^').toBe('----- 10ms (x|)', timedOut(10));
      for (const timeout of [0, 2 ** 31, Infinity]) {
        expectObservable(
          fetchTransport({ baseURL, fetch: silent, timeout })(get('/p')),
          '^ 57600m !',
        ).toBe('-');
      }
    }),
  );
});

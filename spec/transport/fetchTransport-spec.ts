import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { PassThrough } from 'node:stream';
import { fetch as undiciFetch } from 'undici';
import { type FetchLike, fetchTransport } from '../../src/transport/fetchTransport';
import { marbles } from '../support/marbles';
import { leftOf, rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { exchange, get, post } from './support/exchange';

const baseURL = 'http://127.0.0.1';

const silent: FetchLike = () => new Promise(() => undefined);

const timedOut = (after: number) => ({ x: E.left({ _tag: 'TimedOut' as const, after }) });

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
      const fetch: FetchLike = (_, init) => Promise.resolve(new Response(String('credentials' in init)));
      expect(rightOf(await exchange(fetchTransport({ baseURL, fetch }), get('/p'))).body).to.equal('false');
    } finally {
      Object.defineProperty(Request.prototype, 'credentials', credentials);
    }
  });

  it('needs no global Request where the fetch is given', async () => {
    const { Request } = globalThis;
    Reflect.deleteProperty(globalThis, 'Request');
    try {
      const fetch: FetchLike = (_, init) => Promise.resolve(new Response(init.credentials));
      expect(rightOf(await exchange(fetchTransport({ baseURL, fetch }), get('/p'))).body).to.equal('omit');
    } finally {
      globalThis.Request = Request;
    }
  });

  describe('where a response has no stream, as in React Native', () => {
    const answering = (text: string, status = 200): FetchLike => {
      return () =>
        Promise.resolve({ status, redirected: false, headers: new Headers(), text: () => Promise.resolve(text) });
    };
    const limit = 1_000;
    const asked = (text: string, status?: number) =>
      exchange(fetchTransport({ baseURL, fetch: answering(text, status), maxResponseBytes: limit }), get('/p'));

    it('reads its text', async () => {
      expect(rightOf(await asked('{"data":["é"]}')).body).to.equal('{"data":["é"]}');
    });

    it('measures it in bytes', async () => {
      expect(rightOf(await asked('é'.repeat(limit / 2))).body).to.have.lengthOf(limit / 2);
      for (const text of ['é'.repeat(limit / 2 + 1), 'a'.repeat(limit + 1)]) {
        expect(await asked(text)).to.deep.equal(E.left({ _tag: 'ResponseTooLarge', limit }));
      }
    });

    it('law 22: cuts an error', async () => {
      expect(rightOf(await asked('a'.repeat(limit + 1), 500)).body).to.have.lengthOf(limit);
    });

    it('reads its bytes where it has no text, and refuses those that are not UTF-8', async () => {
      const bytesOf = (bytes: Uint8Array, status = 200) =>
        exchange(
          fetchTransport({
            baseURL,
            maxResponseBytes: limit,
            fetch: () =>
              Promise.resolve({
                status,
                redirected: false,
                headers: new Headers(),
                arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
              }),
          }),
          get('/p'),
        );
      expect(rightOf(await bytesOf(Buffer.from('{"data":["é"]}'))).body).to.equal('{"data":["é"]}');
      expect(await bytesOf(Buffer.alloc(limit + 1))).to.deep.equal(E.left({ _tag: 'ResponseTooLarge', limit }));
      expect(rightOf(await bytesOf(Buffer.alloc(limit + 1, 'a'), 500)).body).to.have.lengthOf(limit);
      expect(await bytesOf(Buffer.from([0xc3, 0x28]))).to.deep.equal(E.left({ _tag: 'NotUtf8' }));
    });

    it('takes no text for an empty one', async () => {
      const fetch: FetchLike = () => Promise.resolve({ status: 204, redirected: false, headers: new Headers() });
      expect(rightOf(await exchange(fetchTransport({ baseURL, fetch }), get('/p'))).body).to.equal('');
    });
  });

  it('cancels the body of a response that it was redirected to', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const fetch: FetchLike = () => Promise.resolve({ status: 200, redirected: true, headers: new Headers(), body });
    expect(leftOf(await exchange(fetchTransport({ baseURL, fetch }), get('/p')))).to.have.property('permanent', true);
    expect(isCancelled).to.equal(true);
  });

  it("destroys such a body where it is a stream of Node's, as node-fetch has it", async () => {
    const body = new PassThrough();
    const fetch: FetchLike = () => Promise.resolve({ status: 200, redirected: true, headers: new Headers(), body });
    leftOf(await exchange(fetchTransport({ baseURL, fetch }), get('/p')));
    expect(body.destroyed).to.equal(true);
  });

  it('takes another fetch, that of undici for one', async () => {
    await withServer(
      (_, response) => response.end('fine'),
      async (url) => {
        const transport = fetchTransport({ baseURL: url, fetch: undiciFetch });
        expect(rightOf(await exchange(transport, get('/p'))).body).to.equal('fine');
      },
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
      expect(await exchange(fetchTransport({ baseURL, fetch }), get('/p'))).to.deep.equal(
        E.left({ _tag: 'NetworkFailure', reason }),
      );
    });
  }

  it("tells the code of Node's cause, which has no words where every address of a host refused", async () => {
    const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const fetch: FetchLike = () => Promise.reject(new TypeError('fetch failed', { cause }));
    expect(await exchange(fetchTransport({ baseURL, fetch }), get('/p'))).to.deep.equal(
      E.left({ _tag: 'NetworkFailure', reason: 'fetch failed', code: 'ECONNREFUSED' }),
    );
  });

  it(
    'ends an exchange after a minute, or as it is told',
    marbles(({ expectObservable }) => {
      expectObservable(fetchTransport({ baseURL, fetch: silent })(get('/p'))).toBe('1m (x|)', timedOut(60_000));
      const brief = fetchTransport({ baseURL, fetch: silent, timeout: 10 })(get('/p'));
      expectObservable(brief, '-----^').toBe('----- 10ms (x|)', timedOut(10));
      for (const timeout of [0, 2 ** 31, Infinity]) {
        expectObservable(fetchTransport({ baseURL, fetch: silent, timeout })(get('/p')), '^ 57600m !').toBe('-');
      }
    }),
  );
});

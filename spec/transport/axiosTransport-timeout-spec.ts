import axios, { type AxiosRequestConfig } from 'axios';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { RequestListener, ServerResponse } from 'node:http';
import { tap } from 'rxjs';
import { axiosTransport } from '../../src/transport/axiosTransport';
import { marbles } from '../support/marbles';
import { rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { adapters, exchange, get } from './exchange';

/** An instance whose requests are never answered. */
const silent = (timeout?: number) =>
  axios.create({ adapter: () => new Promise<never>(() => undefined), ...(timeout !== undefined && { timeout }) });

const timedOut = (after: number) => ({ x: E.left({ _tag: 'TimedOut' as const, after }) });

describe('the timeout of axiosTransport', () => {
  it(
    'is a minute unless it is told',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent())(get('/p'))).toBe('1m (x|)', timedOut(60_000));
    }),
  );

  it(
    'is a value, not an error',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(), { timeout: 5_000 })(get('/p'))).toBe('5s (x|)', timedOut(5_000));
    }),
  );

  it(
    'is that of the instance, unless the transport is told another',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(2_000))(get('/p'))).toBe('2s (x|)', timedOut(2_000));
      expectObservable(axiosTransport(silent(2_000), { timeout: 7_000 })(get('/p'))).toBe('7s (x|)', timedOut(7_000));
    }),
  );

  it(
    'aborts the request before it tells',
    marbles(({ expectObservable, flush }) => {
      const instance = silent();
      const signals: Array<AxiosRequestConfig['signal']> = [];
      instance.request = ({ signal }: AxiosRequestConfig) => {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      };
      const abortedWhenTold: Array<boolean | undefined> = [];
      const told = axiosTransport(instance, { timeout: 10 })(get('/p')).pipe(
        tap(() => abortedWhenTold.push(signals[0]?.aborted)),
      );
      expectObservable(told).toBe('10ms (x|)', timedOut(10));
      flush();
      expect(abortedWhenTold).to.deep.equal([true]);
    }),
  );

  it(
    'counts from each subscription',
    marbles(({ expectObservable }) => {
      const request = axiosTransport(silent(), { timeout: 10 })(get('/p'));
      expectObservable(request, '^').toBe('10ms (x|)', timedOut(10));
      expectObservable(request, '-----^').toBe('----- 10ms (x|)', timedOut(10));
    }),
  );

  it(
    'is none where it is 0, or longer than a timer can be',
    marbles(({ expectObservable }) => {
      for (const timeout of [0, 2 ** 31, Number.MAX_SAFE_INTEGER, Infinity]) {
        expectObservable(axiosTransport(silent(), { timeout })(get('/p')), '^ 57600m !').toBe('-');
      }
    }),
  );

  it(
    'leaves no timer behind when the subscriber leaves',
    marbles(({ expectObservable }) => {
      expectObservable(axiosTransport(silent(), { timeout: 10 })(get('/p')), '^----!').toBe('-');
    }),
  );

  for (const timeout of [2 ** 31 - 1, 2 ** 31, 2 ** 40]) {
    it(`does not fire at once where it is ${timeout} ms`, () =>
      withServer(
        (_, response) => setTimeout(() => response.end('fine'), 20),
        async (url) => {
          for (const to of Object.values(adapters)) {
            expect(rightOf(await exchange(to(url, { timeout }), get('/p'))).body).to.equal('fine');
          }
        },
      ));
  }
});

/** Sends a byte every few milliseconds, for as long as somebody listens. */
const trickle = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write(' '), 10);
  response.once('close', () => {
    clearInterval(timer);
  });
};

const slow: Readonly<Record<string, RequestListener>> = {
  'that never answers': () => undefined,
  'that sends headers only': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  },
  'that sends half a body': (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"data":[');
  },
  'that trickles a byte every 10 ms': (_, response) => {
    trickle(response);
  },
  'that trickles an error': (_, response) => {
    response.writeHead(500);
    trickle(response);
  },
};

for (const [name, to] of Object.entries(adapters)) {
  describe(`law 11: the timeout of axiosTransport bounds the whole exchange (${name})`, () => {
    for (const [what, answer] of Object.entries(slow)) {
      it(`with a server ${what}, and ends it`, async () => {
        let closed: Promise<unknown> | undefined;
        await withServer(
          (request, response) => {
            closed = new Promise((resolve) => response.once('close', resolve));
            answer(request, response);
          },
          async (url) => {
            const start = performance.now();
            expect(await exchange(to(url, { timeout: 50 }), get('/p'))).to.deep.equal(
              E.left({ _tag: 'TimedOut', after: 50 }),
            );
            expect(performance.now() - start).to.be.within(45, 1_000);
            await closed;
          },
        );
      });
    }

    it('but not a response that comes in time, nor a wait without end', async () => {
      await withServer(
        (_, response) => setTimeout(() => response.end('fine'), 30),
        async (url) => {
          expect(rightOf(await exchange(to(url, { timeout: 1_000 }), get('/p'))).body).to.equal('fine');
          expect(rightOf(await exchange(to(url, { timeout: 0 }), get('/p'))).body).to.equal('fine');
        },
      );
    });
  });
}

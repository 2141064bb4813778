import '@angular/compiler';
import { HttpErrorResponse, HttpResponse } from '@angular/common/http';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { NEVER, of, throwError } from 'rxjs';
import { maxErrorBytes } from '../../src/model/http';
import { marbles } from '../support/marbles';
import { rightOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { exchange, get } from '../transport/exchange';
import { overBackend } from './support/scriptedBackend';
import { overHttpClient } from './support/transports';

const timedOut = (after: number) => ({ x: E.left({ _tag: 'TimedOut' as const, after }) });

describe('the timeout of httpClientTransport', () => {
  it(
    'is a minute unless it is told',
    marbles(({ expectObservable }) => {
      expectObservable(overBackend(() => NEVER)(get('/p'))).toBe('1m (x|)', timedOut(60_000));
      expectObservable(overBackend(() => NEVER, { timeout: 5_000 })(get('/p'))).toBe('5s (x|)', timedOut(5_000));
    }),
  );

  it(
    'is none where it is 0, or longer than a timer can be',
    marbles(({ expectObservable }) => {
      for (const timeout of [0, 2 ** 31, Infinity]) {
        expectObservable(overBackend(() => NEVER, { timeout })(get('/p')), '^ 57600m !').toBe('-');
      }
    }),
  );

  it(
    'counts what interceptors take',
    marbles(({ expectObservable }) => {
      const transport = overBackend(
        () => of(new HttpResponse()),
        { timeout: 10 },
        () => NEVER,
      );
      expectObservable(transport(get('/p'))).toBe('10ms (x|)', timedOut(10));
    }),
  );

  it('law 11: ends a body that trickles', async () => {
    let closed: Promise<unknown> | undefined;
    await withServer(
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 10);
        closed = new Promise((resolve) => response.once('close', resolve)).finally(() => {
          clearInterval(timer);
        });
      },
      async (url) => {
        expect(await exchange(overHttpClient(url, { timeout: 50 }), get('/p'))).to.deep.equal(timedOut(50).x);
        await closed;
      },
    );
  });
});

describe('the size limit of httpClientTransport', () => {
  const limit = 1_000;
  const tooLarge = E.left({ _tag: 'ResponseTooLarge', limit });

  const large: Readonly<Record<string, RequestListener>> = {
    'that says its length and has not come yet': (_, response) => {
      response.writeHead(200, { 'content-length': 10 ** 9 }).write('a'.repeat(limit + 1));
    },
    'in chunks': (_, response) => {
      for (let sent = 0; sent <= limit; sent += 100) response.write('a'.repeat(100));
      response.end();
    },
    'of few characters and many bytes': (_, response) => response.end('😀'.repeat(limit / 4 + 1)),
    'that a small gzip inflates to': (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2_000_000, 'a'))),
  };

  for (const [what, answer] of Object.entries(large)) {
    it(`refuses a body ${what}, as a value`, async () => {
      await withServer(answer, async (url) => {
        expect(await exchange(overHttpClient(url, { maxResponseBytes: limit }), get('/p'))).to.deep.equal(tooLarge);
      });
    });
  }

  it('ends a body that never would', async () => {
    let closed: Promise<unknown> | undefined;
    await withServer(
      (_, response) => {
        const timer = setInterval(() => response.write('a'.repeat(500)), 1);
        closed = new Promise((resolve) => response.once('close', resolve)).finally(() => {
          clearInterval(timer);
        });
      },
      async (url) => {
        expect(await exchange(overHttpClient(url, { maxResponseBytes: limit }), get('/p'))).to.deep.equal(tooLarge);
        await closed;
      },
    );
  });

  it('takes a body of exactly that size', async () => {
    await withServer(
      (_, response) => response.end('a'.repeat(limit)),
      async (url) => {
        const { body } = rightOf(await exchange(overHttpClient(url, { maxResponseBytes: limit }), get('/p')));
        expect(body).to.have.lengthOf(limit);
      },
    );
  });

  it('measures a body of which no progress was reported', async () => {
    const transport = (body: string) => overBackend(() => of(new HttpResponse({ body })), { maxResponseBytes: limit });
    expect(await exchange(transport('é'.repeat(limit / 2 + 1)), get('/p'))).to.deep.equal(tooLarge);
    expect(rightOf(await exchange(transport('é'.repeat(limit / 2)), get('/p'))).body).to.have.lengthOf(limit / 2);
  });

  it('cuts an error, whose status counts all the same', async () => {
    await withServer(
      (_, response) => response.writeHead(500).end('a'.repeat(limit + 1)),
      async (url) => {
        const response = rightOf(await exchange(overHttpClient(url, { maxResponseBytes: limit }), get('/p')));
        expect(response).to.include({ status: 500, body: 'a'.repeat(limit) });
      },
    );
  });

  it('law 22: cuts an error of which no progress was reported', async () => {
    const error = new HttpErrorResponse({ status: 503, error: 'a'.repeat(maxErrorBytes + 1) });
    const response = rightOf(
      await exchange(
        overBackend(() => throwError(() => error)),
        get('/p'),
      ),
    );
    expect(response).to.include({ status: 503, body: 'a'.repeat(maxErrorBytes) });
  });

  it('must be a limit', () => {
    expect(() => overHttpClient('', { timeout: -1 })).to.throw(/limit/);
    expect(() => overHttpClient('', { maxResponseBytes: NaN })).to.throw(/limit/);
  });
});

import '@angular/compiler';
import { HttpErrorResponse, HttpEventType, HttpResponse } from '@angular/common/http';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { concat, finalize, NEVER, of, throwError } from 'rxjs';
import { maxErrorBytes } from '../../../src/model/http';
import { marbles } from '../../support/marbles';
import { rightOf } from '../../support/sides';
import { exchange, get } from '../../transport/support/exchange';
import { overBackend } from '../support/scriptedBackend';

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
});

describe('the size limit of httpClientTransport', () => {
  const limit = 1_000;
  const tooLarge = E.left({ _tag: 'ResponseTooLarge', limit });

  it('measures a body of which no progress was reported', async () => {
    const transport = (body: string) => overBackend(() => of(new HttpResponse({ body })), { maxResponseBytes: limit });
    expect(await exchange(transport('é'.repeat(limit / 2 + 1)), get('/p'))).to.deep.equal(tooLarge);
    expect(rightOf(await exchange(transport('é'.repeat(limit / 2)), get('/p'))).body).to.have.lengthOf(limit / 2);
  });

  it('law 31: is 100 MiB unless it is told, and ends the transfer', () => {
    let isLeft = false;
    const loaded = 100 * 1024 * 1024;
    const progress = (more: number) => ({ type: HttpEventType.DownloadProgress as const, loaded: loaded + more });
    const seen: Array<unknown> = [];
    overBackend(() => concat([progress(0), progress(1)], NEVER).pipe(finalize(() => (isLeft = true))))(
      get('/p'),
    ).subscribe((result) => seen.push(result));
    expect(seen).to.deep.equal([E.left({ _tag: 'ResponseTooLarge', limit: loaded })]);
    expect(isLeft).to.equal(true);
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
});

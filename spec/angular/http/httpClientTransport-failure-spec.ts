import '@angular/compiler';
import {
  HttpErrorResponse,
  type HttpInterceptorFn,
  type HttpRequest,
  HttpResponse,
  provideHttpClient,
} from '@angular/common/http';
import { Injector, runInInjectionContext } from '@angular/core';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { EMPTY, map, of, throwError } from 'rxjs';
import { httpClientTransport } from '../../../src/angular/http/httpClientTransport';
import { providePagewalk } from '../../../src/angular/providePagewalk';
import { leftOf, rightOf } from '../../support/sides';
import { withServer } from '../../support/withServer';
import { exchange, get } from '../../transport/support/exchange';
import { application } from '../support/angular';
import { overBackend } from '../support/scriptedBackend';
import { overHttpClient } from '../support/transports';

const request = get('/p?pageSize=5&pageToken=s3cr3t');
const url = `https://objects.example.com${request.url}`;

describe('an interceptor of HttpClient', () => {
  const cases: ReadonlyArray<readonly [what: string, interceptor: HttpInterceptorFn, result: unknown]> = [
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      E.left({ _tag: 'NetworkFailure', reason: 'Error: boom' }),
    ],
    [
      'repeats the address in what it throws',
      ({ urlWithParams }) => throwError(() => new Error(`no way to ${urlWithParams}, sorry`)),
      E.left({ _tag: 'NetworkFailure', reason: 'Error: no way to https://objects.example.com/p?… sorry' }),
    ],
    ['says nothing', () => EMPTY, E.left({ _tag: 'NetworkFailure', reason: 'no response came' })],
    [
      'answers with an error',
      () => throwError(() => new HttpErrorResponse({ status: 418, error: 'teapot' })),
      E.right({ status: 418, headers: {}, body: 'teapot', url }),
    ],
    [
      'reads the body',
      (sent, next) =>
        next(sent).pipe(map((event) => (event instanceof HttpResponse ? event.clone({ body: { data: [] } }) : event))),
      E.right({ status: 200, headers: {}, body: '{"data":[]}', url }),
    ],
  ];

  for (const [what, interceptor, result] of cases) {
    it(`that ${what}`, async () => {
      const transport = overBackend(() => of(new HttpResponse({ body: 'unread' })), {}, interceptor);
      expect(await exchange(transport, request)).to.deep.equal(result);
    });
  }

  it('that changes the request: the service sees it', async () => {
    const seen: Array<HttpRequest<unknown>> = [];
    const transport = overBackend(
      (sent) => {
        seen.push(sent);
        return of(new HttpResponse());
      },
      {},
      (sent, next) => next(sent.clone({ setHeaders: { 'x-tenant': 'one' } })),
    );
    rightOf(await exchange(transport, request));
    expect(seen.map(({ headers }) => headers.get('x-tenant'))).to.deep.equal(['one']);
  });
});

describe('what httpClientTransport says of a failure', () => {
  it('law 14: never holds a query string, whatever the platform says', async () => {
    const failures = [
      leftOf(await exchange(overHttpClient('relative'), request)),
      leftOf(await exchange(overHttpClient('/relative'), request)),
      leftOf(await exchange(overHttpClient('http://127.0.0.1:1'), request)),
    ];
    for (const failure of failures) {
      expect(failure).to.have.property('_tag', 'NetworkFailure');
      expect(failure).to.have.property('reason').that.is.not.empty;
      expect(JSON.stringify(failure)).to.not.include('s3cr3t');
    }
  });

  it('tells the code of the platform', async () => {
    await withServer(
      ({ socket }) => socket.destroy(),
      async (url) => {
        const failure = leftOf(await exchange(overHttpClient(url), request));
        expect(failure)
          .to.have.property('code')
          .that.matches(/^(UND_ERR_SOCKET|ECONNRESET)$/);
      },
    );
  });

  it('is a failure too where there is a status, but an error in place of the body', async () => {
    const unread = new HttpErrorResponse({ status: 200, error: new SyntaxError('no text') });
    expect(
      await exchange(
        overBackend(() => throwError(() => unread)),
        request,
      ),
    ).to.deep.equal(E.left({ _tag: 'NetworkFailure', reason: 'no text' }));
  });

  it('is not empty where the platform says nothing, as XMLHttpRequest does', async () => {
    const silent = new HttpErrorResponse({ status: 0, error: new Event('error'), url: request.url });
    expect(
      await exchange(
        overBackend(() => throwError(() => silent)),
        request,
      ),
    ).to.deep.equal(E.left({ _tag: 'NetworkFailure', reason: 'no response came' }));
  });

  it('keeps pages out of the transfer cache', async () => {
    const kept: Array<unknown> = [];
    const transport = overBackend(({ transferCache }) => {
      kept.push(transferCache);
      return of(new HttpResponse());
    });
    await exchange(transport, request);
    expect(kept).to.deep.equal([false]);
  });
});

describe('making an httpClientTransport', () => {
  it('needs an injection context or an HttpClient', () => {
    expect(() => httpClientTransport({ baseURL: '' })).to.throw(/injection context/);
  });

  it('says what to do where there is no HttpClient', () => {
    const injector = Injector.create({ providers: [] });
    expect(() => runInInjectionContext(injector, () => httpClientTransport({ baseURL: '' }))).to.throw(
      /provideHttpClient\(\)/,
    );
  });

  it('needs a base address', () => {
    expect(() => application(provideHttpClient()).run(() => httpClientTransport({} as never))).to.throw(/baseURL/);
  });

  for (const baseURL of ['http://u:s3cr3t@host', 'https://host?a=b', '/objects#f', 'ftp://host', 'http://host:99999']) {
    it(`refuses the base address ${baseURL} at once, and so does providePagewalk`, () => {
      const make = () => application(provideHttpClient()).run(() => httpClientTransport({ baseURL }));
      for (const run of [make, () => providePagewalk({ baseURL })]) {
        expect(run)
          .to.throw(TypeError, /^baseURL must/)
          .with.property('message')
          .that.does.not.include('s3cr3t');
      }
    });
  }
});

import '@angular/compiler';
import {
  HttpBackend,
  HttpClient,
  HttpErrorResponse,
  type HttpEvent,
  type HttpInterceptorFn,
  type HttpRequest,
  HttpResponse,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import { Injector, PLATFORM_ID, inject, runInInjectionContext } from '@angular/core';
import { expect } from 'chai';
import { EMPTY, NEVER, map, type Observable, of, throwError } from 'rxjs';
import { httpClientTransport, providePagewalk } from '../../../src/angular';
import type { HttpClientTransportOptions } from '../../../src/angular/http/httpClientTransport';
import { maxErrorBytes } from '../../../src/model/http';
import type { Transport } from '../../../src/transport/Transport';
import { inMarbles } from '../../support/marbles';
import { leftOf, rightOf } from '../../support/sides';
import { exchange, get } from '../../transport/support/exchange';
import { application } from '../support/angular';
import * as E from 'fp-ts/Either';

/** A transport whose HttpClient is answered by a function, for what no server in Node can be made to say. */
const overBackend = (
  handle: (request: HttpRequest<unknown>) => Observable<HttpEvent<unknown>>,
  options: Partial<HttpClientTransportOptions> = {},
  ...interceptors: ReadonlyArray<HttpInterceptorFn>
): Transport =>
  application(provideHttpClient(withInterceptors([...interceptors])), {
    provide: HttpBackend,
    useValue: { handle },
  }).run(() => httpClientTransport({ baseURL: 'https://objects.example.com', ...options }));

/** What comes of a request for a page that the backend handles so. */
const answeredBy = (handle: Parameters<typeof overBackend>[0], request = get('/p')) =>
  exchange(overBackend(handle), request);

const request = get('/p?pageSize=5&pageToken=s3cr3t');
const url = `https://objects.example.com${request.url}`;

describe('an interceptor of HttpClient', () => {
  const cases: ReadonlyArray<
    readonly [what: string, interceptor: HttpInterceptorFn, result: unknown]
  > = [
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
      E.left({
        _tag: 'NetworkFailure',
        reason: 'Error: no way to https://objects.example.com/p?… sorry',
      }),
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
        next(sent).pipe(
          map((event) =>
            event instanceof HttpResponse ? event.clone({ body: { data: [] } }) : event,
          ),
        ),
      E.right({ status: 200, headers: {}, body: '{"data":[]}', url }),
    ],
  ];

  for (const [what, interceptor, result] of cases) {
    it(`that ${what}`, async () => {
      const transport = overBackend(
        () => of(new HttpResponse({ body: 'unread' })),
        {},
        interceptor,
      );
      expect(await exchange(transport, request)).to.deep.equal(result);
    });
  }
});

describe('what httpClientTransport says of a failure', () => {
  it('is a failure too where there is a status, but an error in place of the body', async () => {
    const unread = new HttpErrorResponse({ status: 200, error: new SyntaxError('no text') });
    expect(await answeredBy(() => throwError(() => unread), request)).to.deep.equal(
      E.left({ _tag: 'NetworkFailure', reason: 'no text' }),
    );
  });

  it('is not empty where the platform says nothing, as XMLHttpRequest does', async () => {
    const silent = new HttpErrorResponse({
      status: 0,
      error: new Event('error'),
      url: request.url,
    });
    expect(await answeredBy(() => throwError(() => silent), request)).to.deep.equal(
      E.left({ _tag: 'NetworkFailure', reason: 'no response came' }),
    );
  });

  it('is told at once where an interceptor has made an error that has no text, with its status where it has one', async () => {
    for (const error of [{ id: 1n }, { toJSON: () => 1n }]) {
      const unwritten = new HttpErrorResponse({ status: 404, error });
      expect(rightOf(await answeredBy(() => throwError(() => unwritten)))).to.include({
        status: 404,
        body: '',
      });
    }
    expect(await answeredBy(() => throwError(() => Object.create(null) as unknown))).to.deep.equal(
      E.left({ _tag: 'NetworkFailure', reason: 'no response came' }),
    );
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
  it('says what to do where there is no HttpClient', () => {
    const injector = Injector.create({ providers: [] });
    expect(() =>
      runInInjectionContext(injector, () => httpClientTransport({ baseURL: '' })),
    ).to.throw(/provideHttpClient\(\)/);
  });

  it('refuses a base address at once that has credentials, and so does providePagewalk', () => {
    const baseURL = 'http://u:s3cr3t@host';
    const make = () => application(provideHttpClient()).run(() => httpClientTransport({ baseURL }));
    for (const run of [make, () => providePagewalk({ baseURL })])
      expect(run).to.throw(TypeError, /^baseURL must/);
  });
});

const refused = E.left({
  _tag: 'NetworkFailure',
  reason: 'redirects are not followed',
  permanent: true,
});

describe('law 14: httpClientTransport follows no redirect', () => {
  it('and says so where a browser hides it', async () => {
    const hidden = new HttpErrorResponse({ status: 0, url: 'https://objects.example.com/p' });
    expect(await answeredBy(() => throwError(() => hidden))).to.deep.equal(refused);
  });

  it('and refuses what a backend that says so has followed', async () => {
    const response = (redirected: boolean) =>
      new HttpResponse({ url: 'https://other.example/', redirected });
    expect(await answeredBy(() => of(response(true)))).to.deep.equal(refused);
    rightOf(await answeredBy(() => of(response(false))));
  });

  it('of an error either', async () => {
    const error = new HttpErrorResponse({
      status: 404,
      error: 'none',
      url: 'https://objects.example.com/login',
    });
    expect(await answeredBy(() => throwError(() => error))).to.deep.equal(refused);
  });

  it('and asks fetch for that, but not a backend that would warn of it', async () => {
    const asked: Array<HttpRequest<unknown>> = [];
    await exchange(
      overBackend((request) => {
        asked.push(request);
        return of(new HttpResponse());
      }),
      get('/p'),
    );
    expect(asked.map(({ redirect }) => redirect)).to.deep.equal([undefined]);
  });
});

describe('law 14: httpClientTransport on a server without withFetch()', () => {
  const follower = (platform: string, http?: HttpClient): Transport =>
    application(provideHttpClient(), { provide: PLATFORM_ID, useValue: platform }).run(() =>
      httpClientTransport({ baseURL: 'http://127.0.0.1:1', http }),
    );

  for (const [what, transport] of [
    ['the one that is injected', () => follower('server')],
    [
      'one that is given',
      () =>
        follower(
          'server',
          application(provideHttpClient()).run(() => inject(HttpClient)),
        ),
    ],
  ] as const) {
    it(`sends nothing, and says what to provide: ${what}`, async () => {
      const failure = leftOf(
        await exchange(transport(), get('/p', { authorization: 'Bearer secret' })),
      );
      expect(failure).to.deep.equal({
        _tag: 'NetworkFailure',
        reason:
          'nothing was sent: on a server, HttpClient follows redirects with the credential. Provide it with provideHttpClient(withFetch())',
        permanent: true,
      });
    });
  }

  it('sends as before in a browser, whose XMLHttpRequest does not take the credential to another origin', async () => {
    const sent: Array<string> = [];
    class Xhr {
      open(_: string, url: string): void {
        sent.push(url);
        throw new Error('enough');
      }
    }
    Object.assign(globalThis, { XMLHttpRequest: Xhr });
    try {
      leftOf(await exchange(follower('browser'), get('/p')));
      expect(sent).to.deep.equal(['http://127.0.0.1:1/p']);
    } finally {
      Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
    }
  });
});

describe('the address that a response comes from', () => {
  const cases: ReadonlyArray<readonly [baseURL: string, from: string, isTaken: boolean]> = [
    ['https://objects.example.com', 'https://objects.example.com/a%20b/p?pageToken=1', true],
    [
      'https://objects.example.com',
      'https://objects.example.com/a%20b/p?pageToken=1&added=by-an-interceptor',
      true,
    ],
    ['HTTPS://Objects.Example.com:443/', 'https://objects.example.com/a%20b/p?pageToken=1', true],
    ['https://objects.example.com', 'https://objects.example.com/login?next=p', false],
    ['https://objects.example.com', 'https://other.example/a%20b/p?pageToken=1', false],
    ['http://objects.example.com', 'https://objects.example.com/a%20b/p?pageToken=1', false],
    ['/objects', 'https://app.example/objects/a%20b/p?pageToken=1', true],
    ['/objects', 'https://put-before.example/by/an/interceptor/objects/a%20b/p?pageToken=1', true],
    ['/objects', 'https://app.example/login', false],
    ['', 'https://app.example/a%20b/p', true],
    ['objects', 'https://app.example/page/objects/a%20b/p', true],
    ['https://objects.example.com', '/a%20b/p', true],
  ];

  for (const [baseURL, url, isTaken] of cases) {
    it(`${url} is ${isTaken ? 'taken' : 'refused'} where the base is ${baseURL}`, async () => {
      const transport = overBackend(() => of(new HttpResponse({ url, body: '{}' })), { baseURL });
      const result = await exchange(transport, get('/a%20b/p?pageToken=1'));
      if (isTaken) expect(rightOf(result).body).to.equal('{}');
      else expect(result).to.deep.equal(refused);
    });
  }
});

const timedOut = (after: number) => ({ x: E.left({ _tag: 'TimedOut' as const, after }) });

describe('the timeout of httpClientTransport', () => {
  it('counts what interceptors take', () =>
    inMarbles(({ expectObservable }) => {
      const transport = overBackend(
        () => of(new HttpResponse()),
        { timeout: 10 },
        () => NEVER,
      );
      expectObservable(transport(get('/p'))).toBe('10ms (x|)', timedOut(10));
    }));
});

describe('the size limit of httpClientTransport', () => {
  const limit = 1_000;
  const tooLarge = E.left({ _tag: 'ResponseTooLarge', limit });

  it('measures a body of which no progress was reported', async () => {
    const transport = (body: string) =>
      overBackend(() => of(new HttpResponse({ body })), { maxResponseBytes: limit });
    expect(await exchange(transport('é'.repeat(limit / 2 + 1)), get('/p'))).to.deep.equal(tooLarge);
    expect(
      rightOf(await exchange(transport('é'.repeat(limit / 2)), get('/p'))).body,
    ).to.have.lengthOf(limit / 2);
  });

  it('law 22: cuts an error of which no progress was reported', async () => {
    const error = new HttpErrorResponse({ status: 503, error: 'a'.repeat(maxErrorBytes + 1) });
    const response = rightOf(await answeredBy(() => throwError(() => error)));
    expect(response).to.include({ status: 503, body: 'a'.repeat(maxErrorBytes) });
  });
});

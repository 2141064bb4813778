import '@angular/compiler';
import { HttpClient, HttpErrorResponse, type HttpRequest, HttpResponse, provideHttpClient } from '@angular/common/http';
import { inject, PLATFORM_ID } from '@angular/core';
import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import { of, throwError } from 'rxjs';
import { httpClientTransport } from '../../../src/angular/http/httpClientTransport';
import type { Transport } from '../../../src/transport/Transport';
import { application } from '../support/angular';
import { leftOf, rightOf } from '../../support/sides';
import { exchange, get } from '../../transport/support/exchange';
import { overBackend } from '../support/scriptedBackend';

const refused = E.left({ _tag: 'NetworkFailure', reason: 'redirects are not followed', permanent: true });

describe('law 14: httpClientTransport follows no redirect', () => {
  it('and says so where a browser hides it', async () => {
    const hidden = new HttpErrorResponse({ status: 0, url: 'https://objects.example.com/p' });
    expect(
      await exchange(
        overBackend(() => throwError(() => hidden)),
        get('/p'),
      ),
    ).to.deep.equal(refused);
  });

  it('and refuses what a backend that says so has followed', async () => {
    const response = (redirected: boolean) => new HttpResponse({ url: 'https://other.example/', redirected });
    expect(
      await exchange(
        overBackend(() => of(response(true))),
        get('/p'),
      ),
    ).to.deep.equal(refused);
    rightOf(
      await exchange(
        overBackend(() => of(response(false))),
        get('/p'),
      ),
    );
  });

  it('of an error either', async () => {
    const error = new HttpErrorResponse({ status: 404, error: 'none', url: 'https://objects.example.com/login' });
    expect(
      await exchange(
        overBackend(() => throwError(() => error)),
        get('/p'),
      ),
    ).to.deep.equal(refused);
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
      const failure = leftOf(await exchange(transport(), get('/p', { authorization: 'Bearer secret' })));
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
    ['https://objects.example.com', 'https://objects.example.com/a%20b/p?pageToken=1&added=by-an-interceptor', true],
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

import '@angular/compiler';
import {
  HttpContext,
  HttpContextToken,
  type HttpInterceptorFn,
  type HttpRequest,
  HttpResponse,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import { ErrorHandler } from '@angular/core';
import { expect } from 'chai';
import { NEVER, of, throwError } from 'rxjs';
import { inspect } from 'node:util';
import { injectPagewalk } from '../../src/angular/injectPagewalk';
import { type PagewalkConfig, providePagewalk } from '../../src/angular/providePagewalk';
import { bearer } from '../../src/client/bearer';
import { explain } from '../../src/model/errors/explain';
import { collect } from '../support/collect';
import { leftOf } from '../support/sides';
import { application } from './support/angular';
import * as E from 'fp-ts/Either';

const params = { ontologyRid: 'o', objectType: 't' };

const requestOf = async (options: Partial<PagewalkConfig>): Promise<HttpRequest<unknown> | undefined> => {
  const seen: Array<HttpRequest<unknown>> = [];
  const answering: HttpInterceptorFn = (request) => {
    seen.push(request);
    return of(new HttpResponse({ status: 200, body: '{"data":[]}' }));
  };
  const app = application(
    provideHttpClient(withInterceptors([answering])),
    providePagewalk({ baseURL: '/objects', ...options } as PagewalkConfig),
  );
  await collect(app.run(injectPagewalk).list(params));
  return seen[0];
};

describe('the options of HttpClient in providePagewalk', () => {
  it('withCredentials lets the browser send its cookies, which it does not by default', async () => {
    expect((await requestOf({ withCredentials: true }))?.withCredentials).to.equal(true);
    expect((await requestOf({}))?.withCredentials).to.equal(false);
  });

  it('context reaches interceptors: one for all requests, or one for each', async () => {
    const purpose = new HttpContextToken(() => 'none');
    const context = new HttpContext().set(purpose, 'list');
    expect((await requestOf({ context }))?.context.get(purpose)).to.equal('list');
    let made = 0;
    const each = () => new HttpContext().set(purpose, `request ${(made += 1)}`);
    expect((await requestOf({ context: each }))?.context.get(purpose)).to.equal('request 1');
    expect((await requestOf({}))?.context.get(purpose)).to.equal('none');
  });
});

describe('a credential source that fails in Angular', () => {
  const boom = new Error('the identity provider said: secret-1');
  const sources = {
    'a function that throws': bearer(() => {
      throw boom;
    }),
    'a promise that rejects': bearer(() => Promise.reject(boom)),
    'an Observable that fails': bearer(throwError(() => boom)),
  };

  for (const [name, auth] of Object.entries(sources)) {
    it(`as ${name}, tells the ErrorHandler why, and nobody else (law 14)`, async () => {
      const handled: Array<unknown> = [];
      const handleError = (error: unknown) => handled.push(error);
      const app = application(
        { provide: ErrorHandler, useValue: { handleError } },
        providePagewalk({ transport: () => NEVER, auth }),
      );
      const client = app.run(injectPagewalk);
      const events: Array<unknown> = [];
      client.events.subscribe((event) => events.push(event));
      const results = await collect(client.list(params));
      expect(handled).to.deep.equal([boom]);
      const error = leftOf(results[0] ?? E.right(undefined));
      expect([error._tag, explain(error)]).to.deep.equal([
        'Unauthorized',
        'Unauthorized: the credential source failed',
      ]);
      for (const shown of [client, results, events, auth]) {
        expect(inspect(shown, { depth: 9 })).to.not.include('secret-1');
      }
      expect(JSON.stringify([results, events])).to.not.include('secret-1');
    });
  }
});

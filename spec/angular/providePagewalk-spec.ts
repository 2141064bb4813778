import '@angular/compiler';
import {
  HttpContext,
  HttpContextToken,
  type HttpInterceptorFn,
  type HttpRequest,
  HttpResponse,
  provideHttpClient,
  withFetch,
  withInterceptors,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { inject } from '@angular/core';
import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { NEVER, Subject, firstValueFrom, of, throwError, toArray } from 'rxjs';
import { injectPagewalk, withListCache, withTransferState } from '../../src/angular';
import { type PagewalkConfig, providePagewalk } from '../../src/angular/providePagewalk';
import { bearer, explain } from '../../src/index';
import { type Service, type ServiceOptions, startService } from '../../src/service/index';
import { collect } from '../support/collect';
import { scriptedTransport } from '../support/scriptedTransport';
import { leftOf } from '../support/sides';
import { withServer } from '../support/withServer';
import { application, handling } from './support/angular';
import { windowOver } from './support/lists';
import * as E from 'fp-ts/Either';

const objects = { employee: Array.from({ length: 30 }, (_, id) => ({ id })) };

const withService = async (
  options: ServiceOptions,
  use: (service: Service) => Promise<void>,
): Promise<void> => {
  const service = await startService({ objects, maxPageSize: 10, ...options });
  try {
    await use(service);
  } finally {
    await service.close();
  }
};

describe('providePagewalk', () => {
  it('gives a client over HttpClient, whose interceptors see every page', () =>
    withService({}, async ({ url: baseURL, ontologyRid, objectType }) => {
      let seen = 0;
      const counting: HttpInterceptorFn = (request, next) => {
        seen += 1;
        return next(request);
      };
      const app = application(
        provideHttpClient(withFetch(), withInterceptors([counting])),
        providePagewalk({ baseURL, timeout: 10_000 }),
      );
      const client = app.run(injectPagewalk);
      expect(await collect(client.list({ ontologyRid, objectType }))).to.have.lengthOf(30);
      expect(seen).to.equal(3);
    }));

  it('gives a client that HttpTestingController answers', async () => {
    const app = application(
      provideHttpClient(),
      provideHttpClientTesting(),
      providePagewalk({ baseURL: '/objects', retry: false }),
    );
    const results = collect(
      app.run(injectPagewalk).list({ ontologyRid: 'o', objectType: 't', pageSize: 5 }),
    );
    const controller = app.run(() => inject(HttpTestingController));
    controller
      .expectOne('/objects/api/v1/ontologies/o/objects/t?pageSize=5')
      .flush('{"data":[{"properties":{}}]}');
    expect(await results).to.deep.equal([E.right({ properties: {} })]);
    controller.verify();
  });

  it('law 12: injects what refreshes a credential, and asks again with it', async () => {
    class Session {
      readonly asked: Array<string | undefined> = [];
      readonly credentials: Array<string> = [];
      readonly token = (stale?: string): Promise<string> => {
        this.asked.push(stale);
        return Promise.resolve(this.credentials.shift() ?? '');
      };
    }
    await withService({}, async ({ url: baseURL, apiFamily, objectType, token }) => {
      const app = application(
        { provide: Session, useFactory: () => new Session() },
        provideHttpClient(withFetch()),
        providePagewalk(() => ({ baseURL, auth: bearer(inject(Session).token) })),
      );
      const session = app.run(() => inject(Session));
      session.credentials.push('stale', token);
      const client = app.run(injectPagewalk);
      const results = await firstValueFrom(
        client.search({ apiFamily, objectType }).pipe(toArray()),
      );
      expect(results.filter(E.isRight)).to.have.lengthOf(30);
      expect(session.asked).to.deep.equal([undefined, 'stale']);
    });
  });

  it('law 14: lets no page token out where the network fails', () =>
    withService(
      { faults: [{ type: 'reset-before', at: 2 }] },
      async ({ url: baseURL, ontologyRid, objectType }) => {
        let pageToken = '';
        const watching: HttpInterceptorFn = (request, next) => {
          pageToken = new URL(request.urlWithParams).searchParams.get('pageToken') ?? '';
          return next(request);
        };
        const app = application(
          provideHttpClient(withFetch(), withInterceptors([watching])),
          providePagewalk({ baseURL, retry: false }),
        );
        const results = await collect(app.run(injectPagewalk).list({ ontologyRid, objectType }));
        const error = leftOf(results.at(-1) ?? E.right(undefined));
        expect(error._tag).to.equal('NetworkFailure');
        expect(pageToken).to.not.equal('');
        for (const text of [explain(error), JSON.stringify(error)])
          expect(text).to.not.include(pageToken);
      },
    ));

  it('law 9: a list that is left aborts its request, and the server sees it', async () => {
    const arrived = new Subject<ServerResponse>();
    await withServer(
      ({ url = '' }, response) => {
        if (url.includes('pageToken')) arrived.next(response);
        else response.end('{"data":[{"properties":{}}],"nextPageToken":"t"}');
      },
      async (baseURL) => {
        const app = application(provideHttpClient(withFetch()), providePagewalk({ baseURL }));
        const list = app.run(() => {
          const client = injectPagewalk();
          return windowOver((pace) => client.list({ ontologyRid: 'o', objectType: 't', ...pace }));
        });
        const second = firstValueFrom(arrived);
        list.connect({ viewChange: NEVER }).subscribe();
        const response = await second;
        const closed = new Promise((resolve) => response.once('close', resolve));
        app.leave();
        await closed;
        expect(response.writableFinished).to.be.false;
        expect([list.status(), list.progress()]).to.deep.equal(['idle', { pages: 1, objects: 1 }]);
      },
    );
  });
});

describe('the features of providePagewalk', () => {
  it('have a kind, and none may be given twice', () => {
    const { transport } = scriptedTransport();
    expect(withListCache().kind).to.equal('ListCache');
    expect(withTransferState().kind).to.equal('TransferState');
    expect(() =>
      providePagewalk({ transport }, withListCache(), withTransferState()),
    ).to.not.throw();
    expect(() =>
      providePagewalk({ transport }, withListCache(), withListCache({ lists: 1 })),
    ).to.throw('providePagewalk was given withListCache twice');
  });
});

describe('injectPagewalk', () => {
  it('says what to do where no client was provided', () =>
    expect(() => application().run(injectPagewalk)).to.throw(/providePagewalk\(\{ baseURL \}\)/));
});

const params = { ontologyRid: 'o', objectType: 't' };

const requestOf = async (
  options: Partial<PagewalkConfig>,
): Promise<HttpRequest<unknown> | undefined> => {
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
    it(`as ${name}, tells the ErrorHandler all of it, and nobody else what may be a secret (law 14)`, async () => {
      const { handled, handler } = handling();
      const app = application(handler, providePagewalk({ transport: () => NEVER, auth }));
      const client = app.run(injectPagewalk);
      const events: Array<unknown> = [];
      client.events.subscribe((event) => events.push(event));
      const results = await collect(client.list(params));
      expect(handled).to.deep.equal([boom]);
      const error = leftOf(results[0] ?? E.right(undefined));
      expect([error._tag, explain(error)]).to.deep.equal([
        'Unauthorized',
        'Unauthorized: the credential source failed: the identity provider said: …',
      ]);
      for (const shown of [client, results, events, auth]) {
        expect(inspect(shown, { depth: 9 })).to.not.include('secret-1');
      }
      expect(JSON.stringify([results, events])).to.not.include('secret-1');
    });
  }
});

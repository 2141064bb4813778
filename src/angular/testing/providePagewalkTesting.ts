import { type EnvironmentProviders, makeEnvironmentProviders } from '@angular/core';
import * as E from 'fp-ts/Either';
import { filter, firstValueFrom, Observable, of, startWith, Subject, throwError, timeout } from 'rxjs';
import type { ClientConfig } from '../../client/createClient';
import { listObjects } from '../../model/endpoints/listObjects';
import { searchObjects } from '../../model/endpoints/searchObjects';
import type { HttpRequest } from '../../model/http';
import { memoryService } from '../../testing/memoryService';
import type { RouteHandler } from '../../testing/routes';
import type { Exchange, Transport, TransportFailure } from '../../transport/Transport';
import { IN_TEST, type PagewalkFeature } from '../PagewalkFeature';
import { providePagewalk } from '../providePagewalk';

/** The pages of a walk, each the properties of its objects. @since 0.1.0 */
export type TestPages = ReadonlyArray<ReadonlyArray<unknown>>;

/** Options of `providePagewalkTesting`. @since 0.1.0 */
export interface PagewalkTestingOptions extends Omit<ClientConfig, 'transport'> {
  /** The pages of every `list` and `search`, each the properties of its objects; or a function, for walks that differ. */
  readonly pages?: TestPages | ((request: HttpRequest) => TestPages) | undefined;
  /** What your own endpoints respond with, as in `memoryService`: `{ 'GET /issues': paged(issues, { size: 30 }) }`. It takes the place of `pages`. */
  readonly routes?: Readonly<Record<string, RouteHandler>> | undefined;
  /** Whether pages come by themselves. Default false: each comes when `sendPage` says so. */
  readonly atOnce?: boolean | undefined;
}

/**
 * The service of a test: says when a page comes, and when it fails. `TestBed.inject(PagewalkTesting)` gives it where
 * `providePagewalkTesting` is provided.
 *
 * @example
 * ```ts
 * import { PagewalkTesting } from 'pagewalk/angular/testing';
 *
 * const fails = (service: PagewalkTesting): void => service.fail(503);
 * ```
 *
 * @see providePagewalkTesting
 * @since 0.1.0
 */
export abstract class PagewalkTesting {
  /** Every request so far, including those that are over or were aborted. */
  abstract readonly requests: ReadonlyArray<HttpRequest>;
  /** Which pages are waited for, counted from 1, in the order of their requests. */
  abstract readonly waiting: ReadonlyArray<number>;
  /**
   * Resolves as soon as this page, counted from 1, is waited for. A list begins a moment after it was made, and one that
   * follows params with the next render. Rejects after 4,000 milliseconds, or those that are given.
   */
  abstract requested(page: number, within?: number): Promise<void>;
  /** Sends this page, counted from 1. Throws if no walk waits for it. */
  abstract sendPage(page: number): void;
  /** Lets the request that has waited longest fail: with an HTTP status, or as a transport does. Throws if none waits. */
  abstract fail(failure: number | TransportFailure): void;
  /** Refuses the page token of the request that has waited longest. Throws if none waits. */
  abstract expire(): void;
}

interface Waiting {
  readonly page: number;
  readonly answer: (result: Observable<Exchange>) => void;
  readonly send: () => void;
}

const tokenPrefix = 'page-';

/** The page that a request asks for, counted from 1; its token is in the query string, or in the body. */
const pageIn = ({ url, body = '{}' }: HttpRequest): number => {
  const { pageToken = '' } = JSON.parse(body) as { readonly pageToken?: string };
  const token = new URL(url, 'http://test').searchParams.get('pageToken') ?? pageToken;
  return token === '' ? 1 : Number(token.slice(tokenPrefix.length));
};

/** The routes of `list` and `search`. */
const routesOf = (pages: NonNullable<PagewalkTestingOptions['pages']>) => {
  const handler: RouteHandler = (request) => {
    const all = typeof pages === 'function' ? pages(request) : pages;
    const page = pageIn(request);
    const data = (all[page - 1] ?? []).map((properties) => ({ properties }));
    return of({ body: { data, ...(page < all.length && { nextPageToken: `${tokenPrefix}${page + 1}` }) } });
  };
  return Object.fromEntries([listObjects, searchObjects].map(({ method, path }) => [`${method} ${path}`, handler]));
};

const refused = (status: number, body: object): Observable<Exchange> =>
  of(E.right({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }));

/** A service in memory that responds when the test says so: pages of the reference endpoints, or routes of others. */
const scriptedService = (options: PagewalkTestingOptions): PagewalkTesting & { readonly transport: Transport } => {
  const { pages = [], routes, atOnce = false } = options;
  const memory = memoryService({ objects: { none: [] }, timeout: 0, routes: routes ?? routesOf(pages) });
  const requests: Array<HttpRequest> = [];
  const asks = new Subject<void>();
  // Pages of own endpoints are counted in the order in which they were first asked for.
  const known: Array<string> = [];
  const numberOf = (request: HttpRequest): number => {
    if (routes === undefined) return pageIn(request);
    const name = `${request.method} ${request.url} ${request.body ?? ''}`;
    if (!known.includes(name)) known.push(name);
    return known.indexOf(name) + 1;
  };
  let waiting: ReadonlyArray<Waiting> = [];

  const transport: Transport = (request) =>
    new Observable((subscriber) => {
      const answer = (result: Observable<Exchange>): void => void result.subscribe(subscriber);
      const asked: Waiting = { page: numberOf(request), answer, send: () => answer(memory.transport(request)) };
      requests.push(request);
      waiting = [...waiting, asked];
      subscriber.add(() => {
        waiting = waiting.filter((other) => other !== asked);
      });
      asks.next();
      if (atOnce) asked.send();
    });

  const notAsked = (what: string, when = ''): Error => {
    const all = waiting.length === 0 ? 'nothing' : waiting.map(({ page }) => `page ${page}`).join(', ');
    return new Error(`${what} was not asked for${when}: ${all} is waited for`);
  };
  /** The oldest request that waits, of all or for this page. */
  const oldest = (page?: number): Waiting => {
    const found = waiting.find((asked) => page === undefined || asked.page === page);
    if (found !== undefined) return found;
    throw notAsked(page === undefined ? 'a page' : `page ${page}`);
  };

  return {
    transport,
    requests,
    get waiting() {
      return waiting.map(({ page }) => page);
    },
    requested: (page, within = 4_000) =>
      firstValueFrom(
        asks.pipe(
          startWith(undefined),
          filter(() => waiting.some((asked) => asked.page === page)),
          timeout({ first: within, with: () => throwError(() => notAsked(`page ${page}`, ` within ${within} ms`)) }),
        ),
      ),
    sendPage: (page) => oldest(page).send(),
    fail: (failure) => oldest().answer(typeof failure === 'number' ? refused(failure, {}) : of(E.left(failure))),
    expire: () => oldest().answer(refused(400, { errorName: 'InvalidPageToken' })),
  };
};

/**
 * Provides the client of a test, with its own service: there is no HTTP, and no page arrives before the test sends it.
 *
 * Everything but the transport is real. By default the client does not repeat what fails: a failure that a test sends is
 * the one that its list shows. Features are those of `providePagewalk`.
 *
 * @example
 * ```ts
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext } from '@angular/core';
 * import { injectPagewalk } from 'pagewalk/angular';
 * import { PagewalkTesting, providePagewalkTesting } from 'pagewalk/angular/testing';
 * import { paged } from 'pagewalk/testing';
 * import { issues, site } from './api.js';
 *
 * const parent = Injector.create({ providers: [] }) as EnvironmentInjector;
 * const found = [1, 2].map((id) => ({ id, title: `Issue ${id}`, updated_at: '' }));
 * const routes = { 'GET /repos/{owner}/{repo}/issues': paged(found, { size: 1, body: ({ items }) => items }) };
 * const injector = createEnvironmentInjector([providePagewalkTesting({ routes })], parent);
 * const client = runInInjectionContext(injector, injectPagewalk);
 * client.objects(issues, site).subscribe((result) => console.log(result._tag));
 * const service = injector.get(PagewalkTesting);
 * service.sendPage(1);
 * await service.requested(2);
 * service.fail(503);
 * // Logs:
 * // Right
 * // Left
 * ```
 *
 * @see PagewalkTesting
 * @since 0.1.0
 */
export const providePagewalkTesting = (
  { pages, routes, atOnce, ...config }: PagewalkTestingOptions,
  ...features: ReadonlyArray<PagewalkFeature>
): EnvironmentProviders => {
  const service = scriptedService({ pages, routes, atOnce });
  return makeEnvironmentProviders([
    { provide: PagewalkTesting, useValue: service },
    { provide: IN_TEST, useValue: true },
    providePagewalk({ retry: false, ...config, transport: service.transport }, ...features),
  ]);
};

import * as E from 'fp-ts/Either';
import { filter, firstValueFrom, Observable, of, startWith, Subject, throwError, timeout } from 'rxjs';
import { listObjects } from '../../model/endpoints/listObjects';
import { searchObjects } from '../../model/endpoints/searchObjects';
import type { HttpRequest } from '../../model/http';
import { memoryService } from '../../testing/memoryService';
import type { RouteHandler } from '../../testing/routes';
import type { Exchange, Transport, TransportFailure } from '../../transport/Transport';

/**
 * The pages of a walk, each the properties of its objects.
 *
 * @since 0.1.0
 */
export type TestPages = ReadonlyArray<ReadonlyArray<unknown>>;

/**
 * The service of a test: says when a page comes, and when it fails. `TestBed.inject(PagewalkTesting)` gives it where
 * `providePagewalkTesting` is provided.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { PagewalkTesting } from 'pagewalk/angular/testing';
 *
 * const fails = async (service: PagewalkTesting): Promise<void> => {
 *   await service.requested(1);
 *   service.sendPage(1);
 *   service.fail(503);
 * };
 * ```
 *
 * @see providePagewalkTesting
 * @since 0.1.0
 */
export abstract class PagewalkTesting {
  /** Every request so far, including those that were answered or aborted. */
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

/** The routes of a test, as those of `memoryService`. @inline */
export type Routes = Readonly<Record<string, RouteHandler>>;

interface Waiting {
  readonly page: number;
  readonly answer: (result: Exchange) => void;
  /** Answers as the service does. */
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
const routesOf = (pages: TestPages | ((request: HttpRequest) => TestPages)): Routes => {
  const handler: RouteHandler = (request) => {
    const all = typeof pages === 'function' ? pages(request) : pages;
    const page = pageIn(request);
    const data = (all[page - 1] ?? []).map((properties) => ({ properties }));
    return of({ body: { data, ...(page < all.length && { nextPageToken: `${tokenPrefix}${page + 1}` }) } });
  };
  return Object.fromEntries([listObjects, searchObjects].map(({ method, path }) => [`${method} ${path}`, handler]));
};

const refused = (status: number, body: object): Exchange =>
  E.right({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** A service in memory that answers when the test says so: pages of the reference endpoints, or routes of others. */
export const scriptedService = (
  pages: TestPages | ((request: HttpRequest) => TestPages),
  routes: Routes | undefined,
  isAtOnce: boolean,
): PagewalkTesting & { readonly transport: Transport } => {
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
      const asked: Waiting = {
        page: numberOf(request),
        answer: (result) => of(result).subscribe(subscriber),
        send: () => memory.transport(request).subscribe(subscriber),
      };
      requests.push(request);
      waiting = [...waiting, asked];
      subscriber.add(() => {
        waiting = waiting.filter((other) => other !== asked);
      });
      asks.next();
      if (isAtOnce) asked.send();
    });

  const notAsked = (what: string, when = ''): Error => {
    const known = waiting.length === 0 ? 'nothing' : waiting.map(({ page }) => `page ${page}`).join(', ');
    return new Error(`${what} was not asked for${when}: ${known} is waited for`);
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
    fail: (failure) => oldest().answer(typeof failure === 'number' ? refused(failure, {}) : E.left(failure)),
    expire: () => oldest().answer(refused(400, { errorName: 'InvalidPageToken' })),
  };
};

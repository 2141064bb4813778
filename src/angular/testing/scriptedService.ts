import * as E from 'fp-ts/Either';
import { filter, firstValueFrom, Observable, startWith, Subject, type Subscriber, throwError, timeout } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../../model/http';
import { memoryService } from '../../testing/memoryService';
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

interface Waiting {
  readonly page: number;
  readonly request: HttpRequest;
  readonly subscriber: Subscriber<Exchange>;
}

const tokenPrefix = 'page-';

/** What a test answers requests with: pages of the service's own endpoints, or routes of other ones. */
export type TestAnswers =
  { readonly pages: TestPages | ((request: HttpRequest) => TestPages) } | { readonly routes: Routes };

/** The routes of a test, as those of `memoryService`. @inline */
export type Routes = NonNullable<NonNullable<Parameters<typeof memoryService>[0]>['routes']>;

/** The page that a request asks for, counted from 1; its token is in the query string, or in the body. */
const pageIn = ({ url, body }: HttpRequest): number => {
  const { pageToken = '' } = body === undefined ? {} : (JSON.parse(body) as { readonly pageToken?: string });
  const token = new URL(url, 'http://test').searchParams.get('pageToken') ?? pageToken;
  return token === '' ? 1 : Number(token.slice(tokenPrefix.length));
};

const response = (status: number, body: unknown): E.Either<never, HttpResponse> =>
  E.right({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** A transport that answers when the test says so. */
export const scriptedService = (
  answers: TestAnswers,
  isAtOnce: boolean,
): PagewalkTesting & { readonly transport: Transport } => {
  const requests: Array<HttpRequest> = [];
  const asks = new Subject<void>();
  const own = 'routes' in answers ? memoryService({ objects: { none: [] }, timeout: 0, ...answers }) : undefined;
  // Pages of own endpoints are counted in the order in which they were first asked for.
  const known: Array<string> = [];
  const numberOf = (request: HttpRequest): number => {
    if (own === undefined) return pageIn(request);
    const name = `${request.method} ${request.url} ${request.body ?? ''}`;
    if (!known.includes(name)) known.push(name);
    return known.indexOf(name) + 1;
  };
  let waiting: ReadonlyArray<Waiting> = [];

  const answer = ({ subscriber }: Waiting, result: Exchange): void => {
    subscriber.next(result);
    subscriber.complete();
  };

  const send = (asked: Waiting): void => {
    if (!('pages' in answers)) {
      asked.subscriber.add(own?.transport(asked.request).subscribe((result) => answer(asked, result)));
      return;
    }
    const { pages } = answers;
    const all = typeof pages === 'function' ? pages(asked.request) : pages;
    const data = (all[asked.page - 1] ?? []).map((properties) => ({ properties }));
    const next = asked.page < all.length && { nextPageToken: `${tokenPrefix}${asked.page + 1}` };
    answer(asked, response(200, { data, ...next }));
  };

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

  const transport: Transport = (request) =>
    new Observable((subscriber) => {
      const asked: Waiting = { page: numberOf(request), request, subscriber };
      requests.push(request);
      waiting = [...waiting, asked];
      subscriber.add(() => {
        waiting = waiting.filter((other) => other !== asked);
      });
      asks.next();
      if (isAtOnce) send(asked);
    });

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
    sendPage: (page) => send(oldest(page)),
    fail: (failure) => answer(oldest(), typeof failure === 'number' ? response(failure, {}) : E.left(failure)),
    expire: () => answer(oldest(), response(400, { errorName: 'InvalidPageToken' })),
  };
};

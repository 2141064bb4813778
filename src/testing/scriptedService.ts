import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  filter,
  firstValueFrom,
  Observable,
  of,
  startWith,
  Subject,
  throwError,
  timeout,
} from 'rxjs';
import { listObjects } from '../model/endpoints/listObjects';
import { searchObjects } from '../model/endpoints/searchObjects';
import type { HttpRequest } from '../model/http';
import type { Exchange, Transport, TransportFailure } from '../transport/Transport';
import { memoryService } from './memoryService';
import { pageNumbers, readRoutes, type RouteHandler } from './routes';

/** The pages of a walk, each the properties of its objects. @since 0.1.0 */
export type TestPages = ReadonlyArray<ReadonlyArray<unknown>>;

/** What a service of a test responds with, and when: see `PagewalkTestingOptions`. */
interface ScriptedOptions {
  readonly pages?: TestPages | ((request: HttpRequest) => TestPages) | undefined;
  readonly routes?: Readonly<Record<string, RouteHandler>> | undefined;
  readonly atOnce?: boolean | undefined;
}

/** A request that waits: that for this page, counted from 1, or one whose address has this in it. @inline */
export type WaitingFor = { readonly page: number } | { readonly url: string | RegExp };

interface Waiting {
  readonly page: number | undefined;
  readonly request: HttpRequest;
  readonly answer: (result: Observable<Exchange>) => void;
  readonly send: () => void;
}

const isFor =
  (which: WaitingFor) =>
  ({ page, request: { url } }: Waiting): boolean => {
    if ('page' in which) return page === which.page;
    return typeof which.url === 'string' ? url.includes(which.url) : which.url.test(url);
  };

const nameOf = (
  which: Partial<{ readonly page: number | undefined; readonly url: string | RegExp }>,
): string => (which.page === undefined ? String(which.url) : `page ${which.page}`);

const tokenPrefix = 'page-';

/** The page that a request asks for, counted from 1; its token is in the query string, or in the body. */
const pageIn = ({ url, body = '{}' }: HttpRequest): number => {
  const { pageToken = '' } = JSON.parse(body) as { readonly pageToken?: string };
  const token = new URL(url, 'http://test').searchParams.get('pageToken') ?? pageToken;
  return token === '' ? 1 : Number(token.slice(tokenPrefix.length));
};

const routesOf = (pages: NonNullable<ScriptedOptions['pages']>) => {
  const handler: RouteHandler = (request) => {
    const all = typeof pages === 'function' ? pages(request) : pages;
    const page = pageIn(request);
    const data = (all[page - 1] ?? []).map((properties) => ({ properties }));
    return of({
      body: { data, ...(page < all.length && { nextPageToken: `${tokenPrefix}${page + 1}` }) },
    });
  };
  pageNumbers.set(handler, pageIn);
  return Object.fromEntries(
    [listObjects, searchObjects].map(({ method, path }) => [`${method} ${path}`, handler]),
  );
};

const refuseWith = (status: number, body: object): Observable<Exchange> =>
  of(
    E.right({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

/** A service in memory that responds when the test says so: pages of the reference endpoints, or routes of others. */
export const scriptedService = (options: ScriptedOptions) => {
  const { pages = [], routes = routesOf(pages), atOnce = false } = options;
  const memory = memoryService({ objects: { none: [] }, timeout: 0, routes });
  const findRoute = readRoutes(routes);
  const requests: Array<HttpRequest> = [];
  const asks = new Subject<void>();
  let waiting: ReadonlyArray<Waiting> = [];

  const transport: Transport = (request) =>
    new Observable((subscriber) => {
      const answer = (result: Observable<Exchange>): void => void result.subscribe(subscriber);
      const page = O.toUndefined(findRoute(request))?.page;
      const asked: Waiting = {
        page,
        request,
        answer,
        send: () => answer(memory.transport(request)),
      };
      requests.push(request);
      waiting = [...waiting, asked];
      subscriber.add(() => {
        waiting = waiting.filter((other) => other !== asked);
      });
      asks.next();
      if (atOnce) asked.send();
    });

  const notAsked = (what: string, when = ''): Error => {
    const all = waiting.map(({ page, request: { url } }) => nameOf({ page, url })).join(', ');
    return new Error(`${what} was not asked for${when}: ${all || 'nothing'} is waited for`);
  };
  /** The oldest request that waits, of all or of those that are meant. */
  const oldest = (which?: WaitingFor): Waiting => {
    const found = which === undefined ? waiting[0] : waiting.find(isFor(which));
    if (found !== undefined) return found;
    throw notAsked(which === undefined ? 'a page' : nameOf(which));
  };

  return {
    transport,
    requests: requests as ReadonlyArray<HttpRequest>,
    get waiting(): ReadonlyArray<HttpRequest> {
      return waiting.map(({ request }) => request);
    },
    requested: (which: WaitingFor, within = 4_000): Promise<void> =>
      firstValueFrom(
        asks.pipe(
          startWith(undefined),
          filter(() => waiting.some(isFor(which))),
          timeout({
            first: within,
            with: () => throwError(() => notAsked(nameOf(which), ` within ${within} ms`)),
          }),
        ),
      ),
    send: (which?: WaitingFor): void => oldest(which).send(),
    fail: (failure: number | TransportFailure, which?: WaitingFor): void =>
      oldest(which).answer(
        typeof failure === 'number' ? refuseWith(failure, {}) : of(E.left(failure)),
      ),
    expire: (which?: WaitingFor): void =>
      oldest(which).answer(refuseWith(400, { errorName: 'InvalidPageToken' })),
  };
};

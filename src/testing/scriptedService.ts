import * as E from 'fp-ts/Either';
import { filter, firstValueFrom, Observable, of, startWith, Subject, throwError, timeout } from 'rxjs';
import { listObjects } from '../model/endpoints/listObjects';
import { searchObjects } from '../model/endpoints/searchObjects';
import type { HttpRequest } from '../model/http';
import type { Exchange, Transport, TransportFailure } from '../transport/Transport';
import { memoryService } from './memoryService';
import type { RouteHandler } from './routes';

/** The pages of a walk, each the properties of its objects. @since 0.1.0 */
export type TestPages = ReadonlyArray<ReadonlyArray<unknown>>;

/** What a service of a test responds with, and when: see `PagewalkTestingOptions`. */
interface ScriptedOptions {
  readonly pages?: TestPages | ((request: HttpRequest) => TestPages) | undefined;
  readonly routes?: Readonly<Record<string, RouteHandler>> | undefined;
  readonly atOnce?: boolean | undefined;
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
const routesOf = (pages: NonNullable<ScriptedOptions['pages']>) => {
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
export const scriptedService = (options: ScriptedOptions) => {
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
    requests: requests as ReadonlyArray<HttpRequest>,
    get waiting(): ReadonlyArray<number> {
      return waiting.map(({ page }) => page);
    },
    requested: (page: number, within = 4_000): Promise<void> =>
      firstValueFrom(
        asks.pipe(
          startWith(undefined),
          filter(() => waiting.some((asked) => asked.page === page)),
          timeout({ first: within, with: () => throwError(() => notAsked(`page ${page}`, ` within ${within} ms`)) }),
        ),
      ),
    sendPage: (page: number): void => oldest(page).send(),
    fail: (failure: number | TransportFailure): void =>
      oldest().answer(typeof failure === 'number' ? refused(failure, {}) : of(E.left(failure))),
    expire: (): void => oldest().answer(refused(400, { errorName: 'InvalidPageToken' })),
  };
};

import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { defer, EMPTY, ignoreElements, map, Observable, of, Subject, using } from 'rxjs';
import { type Classify, classify } from '../model/classify';
import type { Endpoint } from '../model/endpoint';
import { listObjects } from '../model/listObjects';
import { readObject, type ReadObject, pageOf, type WalkedEnvelope } from '../model/Page';
import { prepareWalk } from '../model/prepareWalk';
import { noRetry, type RetryOptions, type RetryPolicy, retryPolicy } from '../model/retryPolicy';
import { searchObjects } from '../model/searchObjects';
import type { Problem, WalkError } from '../model/WalkError';
import type { Transport } from '../transport/Transport';
import { walkPages } from '../walk/walkPages';
import type { Auth } from './Auth';
import type { Client, ObjectStream, PageStream } from './Client';
import type { PropertiesOption } from './EndpointParams';
import { fetchPage } from './fetchPage';
import { headers } from './headers';
import { sendRequest } from './sendRequest';
import { tellOfEnd } from './tellOfEnd';
import type { Tell, WalkEvent } from './WalkEvent';
import type { WalkOptions } from './WalkOptions';

/**
 * What a client is made of.
 *
 * @since 0.1.0
 */
export interface ClientConfig {
  /** How requests reach the service: `axiosTransport(…)` or one of your own. */
  readonly transport: Transport;
  /** What authenticates every request: `bearer(…)` or `headers(…)`. Default: nothing. */
  readonly auth?: Auth | undefined;
  /** How often and how fast a request that failed is sent again, or your own policy; false: never. Default: `retryPolicy()`. */
  readonly retry?: RetryOptions | RetryPolicy | false | undefined;
  /** How error responses are read. Default: `classify`. */
  readonly classify?: Classify | undefined;
}

/** What a client brings to every walk. */
interface Wiring {
  readonly transport: Transport;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly classify: Classify;
  /** How a new walk tells of its events. */
  readonly newTell: (endpoint: Endpoint, params: WalkOptions) => Tell;
}

const policyOf = (retry: ClientConfig['retry']): RetryPolicy =>
  retry === false ? noRetry : typeof retry === 'function' ? retry : retryPolicy(retry);

const refused = (problems: ReadonlyArray<Problem>): WalkError => ({
  _tag: 'InvalidRequest',
  problems,
  progress: { pages: 0, objects: 0, attempts: 0 },
});

/** The pages of a walk as they come; their records are read where somebody wants them. */
type Walk = Observable<E.Either<WalkError, WalkedEnvelope>>;

const walkOf = (wiring: Wiring, endpoint: Endpoint, params: WalkOptions): Walk => {
  const prepared = prepareWalk(endpoint, params);
  if (E.isLeft(prepared)) return of(E.left(refused(prepared.left)));
  const send = sendRequest(wiring.transport, wiring.classify, endpoint, prepared.right);
  return defer(() => {
    const tell = wiring.newTell(endpoint, params);
    const onHold = (page: number, ms: number): void => {
      tell(() => ({ type: 'hold', page, ms }));
    };
    const { place, valve, readAhead, tokenLifetime } = params;
    const options = { ...prepared.right, valve, readAhead, tokenLifetime, onHold };
    const fetch = fetchPage(send, wiring.auth, wiring.retry, tell);
    const walk = place?.isLast ? EMPTY : walkPages(fetch, options);
    // A source that pushes credentials must not be lost sight of between two pages.
    return using(
      () => wiring.auth.pushes.subscribe(),
      () => tellOfEnd(tell, walk),
    );
  });
};

const pagesOf = <A>(read: ReadObject<A>, walk: Walk): PageStream<A> =>
  walk.pipe(map((result, page) => (E.isLeft(result) ? result : E.right(pageOf(read, result.right, page)))));

/**
 * Each object is read when it is its turn, and nothing is kept of it: those of a page that nobody waits for any more are
 * not read at all. It is `concatMap`, without the two subscribers that each object would pass on its way.
 */
const objectsOf = <A>(read: ReadObject<A>, walk: Walk): ObjectStream<A> =>
  new Observable((subscriber) => {
    const emit = (result: E.Either<WalkError, WalkedEnvelope>, page: number): void => {
      if (E.isLeft(result)) {
        subscriber.next(result);
        return;
      }
      const { data } = result.right;
      for (let index = 0; index < data.length && !subscriber.closed; index += 1) {
        subscriber.next(read(data[index], page, index));
      }
    };
    // `map` and not `tap`, because it counts the pages.
    walk.pipe(map(emit), ignoreElements()).subscribe(subscriber);
  });

const readerOf = <A>({ properties }: PropertiesOption<A>): ReadObject<A> =>
  readObject((properties ?? t.UnknownRecord) as t.Type<A, unknown>);

/**
 * Makes a client: walks over the endpoints of one service, with one transport and one way to authenticate.
 *
 * @example
 * ```ts
 * import { axiosTransport, bearer, createClient, rights } from 'pagewalk';
 * import * as t from 'io-ts';
 * import { take } from 'rxjs';
 *
 * const client = createClient({
 *   transport: axiosTransport({ baseURL: 'https://objects.example.com', timeout: 10_000 }),
 *   auth: bearer('secret'),
 * });
 *
 * const Employee = t.type({ id: t.number, name: t.string });
 *
 * client
 *   .list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', properties: Employee })
 *   .pipe(rights(), take(2))
 *   .subscribe((employee) => console.log(employee.properties.id, employee.properties.name));
 * ```
 *
 * @since 0.1.0
 */
export const createClient = (config: ClientConfig): Client => {
  if (typeof config.transport !== 'function') {
    throw new TypeError('a client needs a transport');
  }
  const events = new Subject<WalkEvent>();
  let walks = 0;
  const wiring: Wiring = {
    transport: config.transport,
    auth: config.auth ?? headers({}),
    retry: policyOf(config.retry),
    classify: config.classify ?? classify,
    newTell: ({ name }, { label }) => {
      const origin = { walk: ++walks, endpoint: name, ...(label !== undefined && { label }) };
      return (happening) => {
        if (events.observed) events.next({ ...origin, ...happening() });
      };
    },
  };
  const client: Client = {
    events: events.asObservable(),
    pages: (endpoint, params) => pagesOf(readerOf({ ...params }), walkOf(wiring, endpoint, { ...params })),
    objects: (endpoint, params) => objectsOf(readerOf({ ...params }), walkOf(wiring, endpoint, { ...params })),
    list: (params) => client.objects(listObjects, params),
    search: (params) => {
      const { query = { type: 'empty' }, ...rest } = { ...params };
      return client.objects(searchObjects, { query, ...rest });
    },
  };
  return client;
};

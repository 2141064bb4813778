import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as t from 'io-ts';
import { defer, ignoreElements, map, Observable, of, Subject, tap, using } from 'rxjs';
import { type Classify, classify } from '../model/classify';
import type { Endpoint } from '../model/endpoint';
import { listObjects } from '../model/listObjects';
import { decodePage, type Page } from '../model/Page';
import { type PreparedWalk, prepareWalk } from '../model/prepareWalk';
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
  readonly newTell: (endpoint: Endpoint) => Tell;
}

const policyOf = (retry: ClientConfig['retry']): RetryPolicy =>
  retry === false ? noRetry : typeof retry === 'function' ? retry : retryPolicy(retry);

const refused = (problems: ReadonlyArray<Problem>): WalkError => ({
  _tag: 'InvalidRequest',
  problems,
  progress: { pages: 0, objects: 0, attempts: 0 },
});

const walkOf = <A>(
  wiring: Wiring,
  endpoint: Endpoint,
  params: WalkOptions & PropertiesOption<A>,
  prepared: PreparedWalk,
): PageStream<A> => {
  const decode = decodePage((params.properties ?? t.UnknownRecord) as t.Type<A, unknown>);
  const send = sendRequest(wiring.transport, wiring.classify, endpoint, prepared);
  return defer(() => {
    const tell = wiring.newTell(endpoint);
    const walk = walkPages(fetchPage(send, wiring.auth, wiring.retry, tell), {
      ...prepared,
      demand: params.valve,
      readAhead: params.readAhead,
      tokenLifetime: params.tokenLifetime,
      onHold: (page, ms) => {
        tell(() => ({ type: 'hold', page, ms }));
      },
    });
    // A source that pushes credentials must not be lost sight of between two pages.
    return using(
      () => wiring.auth.pushes.subscribe(),
      () => tellOfEnd(tell, walk),
    ).pipe(map((result, index) => (E.isLeft(result) ? result : E.right(decode(result.right, index)))));
  });
};

const pagesOf = <A>(wiring: Wiring, endpoint: Endpoint, params: WalkOptions & PropertiesOption<A>): PageStream<A> =>
  pipe(
    prepareWalk(endpoint, params),
    E.match(
      (problems): PageStream<A> => of(E.left(refused(problems))),
      (prepared) => walkOf(wiring, endpoint, params, prepared),
    ),
  );

/** `concatMap` to the page's objects, without the two subscribers that each of them would pass on its way. */
const objectsOf = <A>(pages: PageStream<A>): ObjectStream<A> =>
  new Observable((subscriber) => {
    const emit = (result: E.Either<WalkError, Page<A>>): void => {
      for (const object of E.isLeft(result) ? [result] : result.right.data) {
        if (subscriber.closed) return;
        subscriber.next(object);
      }
    };
    pages.pipe(tap(emit), ignoreElements()).subscribe(subscriber);
  });

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
    newTell: ({ name }) => {
      const walk = ++walks;
      return (happening) => {
        if (events.observed) events.next({ walk, endpoint: name, ...happening() });
      };
    },
  };
  const client: Client = {
    events: events.asObservable(),
    pages: (endpoint, params) => pagesOf(wiring, endpoint, { ...params }),
    objects: (endpoint, params) => objectsOf(client.pages(endpoint, params)),
    list: (params) => client.objects(listObjects, params),
    search: (params) => {
      const { query = { type: 'empty' }, ...rest } = { ...params };
      return client.objects(searchObjects, { query, ...rest });
    },
  };
  return client;
};

import { type Either, isLeft, isRight } from 'fp-ts/Either';
import {
  defer,
  identity,
  isObservable,
  mergeMap,
  type Observable,
  type ObservedValueOf,
  of,
  tap,
} from 'rxjs';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { Page } from '../model/endpoints/Page';
import type { Doubt } from '../model/paging/doubts';
import { type InvalidObject, invalidRequest, type WalkError } from '../model/errors/WalkError';
import { checkKnown } from '../model/optionChecks';
import { isPlace } from '../model/place/placeInternals';
import {
  type Build,
  type Disposal,
  type PullOptions,
  toAsyncIterable,
} from '../walk/streams/toAsyncIterable';
import type { Valve } from '../walk/valve/Valve';
import { orThrow } from '../walk/values/orThrow';
import { skipInvalid } from '../walk/values/skipInvalid';
import type { Client } from './Client';
import type { WalkOptions } from './walks/WalkOptions';
import type { EndpointParams, ItemOf, ObjectOf } from './EndpointParams';

const ownValve =
  'cannot be given: iterate asks for a page when the loop has taken the objects before it';

/** @inline */
type Loop<V> = AsyncIterableIterator<V> & Disposal;

/** An alias, unlike an interface, needs no name in the declarations of others. @inline */
type PagesOptions = PullOptions & {
  /** Called at the end of a walk that may have missed something: what its `end` event leaves in doubt. */
  readonly onDoubt?: ((doubt: Doubt) => void) | undefined;
};

/** @inline */
type ObjectsOptions = PagesOptions & {
  /** Called with each object that cannot be read, which is skipped. Without it, the first one is thrown. */
  readonly onInvalid?: ((error: InvalidObject) => void) | undefined;
};

/** The objects of a page; what is not a page, such as a place that `durable` kept, stays what it is. @inline */
type ObjectIn<P> = P extends { readonly data: ReadonlyArray<Either<unknown, infer A>> } ? A : P;

/** What the function of a user makes of a valve. @inline */
type Stream = (valve: Valve) => Observable<Either<unknown, unknown>>;

/** @inline */
type RightOf<F extends Stream> =
  ObservedValueOf<ReturnType<F>> extends Either<unknown, infer P> ? P : never;

type Method = 'objects' | 'pages';

const howToPace =
  'Write iterate((valve) => walkCalls({ …, valve })), and the same with walkEach and client.pages; for durable, iterate((valve) => durable({ …, valve }))';

const isEither = (value: unknown): boolean =>
  ['Left', 'Right'].includes((Object(value) as Partial<Either<unknown, unknown>>)._tag ?? '');

/** Whether a value is a page. An object of a service may have a field `data`, too. */
const isPage = (value: unknown): value is Page<unknown> => {
  const { data, place } = Object(value) as Partial<Page<unknown>>;
  return Array.isArray(data) && (data.length > 0 ? data.every(isEither) : isPlace(place));
};

const objectsOf = (result: Either<unknown, unknown>): ReadonlyArray<Either<unknown, unknown>> =>
  isRight(result) && isPage(result.right) ? result.right.data : [result];

/** What ends a stream comes also where nothing was asked for. */
const isEnd = (result: Either<unknown, unknown>): boolean =>
  isLeft(result) && (Object(result.left) as Partial<WalkError>)._tag !== 'InvalidObject';

/** The walk of a client. */
const walking =
  (
    method: Method,
    client: Client,
    endpoint: Endpoint,
    { valve: own, ...params }: WalkOptions = {},
  ): Stream =>
  (valve) =>
    own === undefined
      ? client[method](endpoint, { ...params, valve })
      : of(invalidRequest([{ at: 'valve', message: ownValve }]));

/** The stream that a user makes with a valve. Where nothing waits for that, the service would be read as fast as it answers. */
const streaming =
  (method: Method, build: Stream): Stream =>
  (valve) => {
    let isAsked = false;
    const { ready } = valve;
    const asking = defer(() => {
      isAsked = true;
      return ready;
    });
    const results = defer(() => build(Object.assign(valve, { ready: asking }))).pipe(
      tap((result) => {
        if (isAsked || isEnd(result)) return;
        throw new TypeError(
          `iterate: a value came before anything waited for the valve, so nothing holds the stream back. ${howToPace}`,
        );
      }),
    );
    return method === 'objects' ? results.pipe(mergeMap(objectsOf)) : results;
  };

const loopsOver =
  (method: Method) =>
  (walked: Client | Stream, ...rest: ReadonlyArray<unknown>): Loop<unknown> => {
    if (isObservable(walked))
      throw new TypeError(`iterate: a stream has a pace of its own. ${howToPace}`);
    const isBuilt = typeof walked === 'function';
    const { onInvalid, onDoubt, ...options } = Object(rest[isBuilt ? 0 : 2]) as ObjectsOptions;
    checkKnown('iterate', options, ['highWaterMark', 'signal']);
    const stream = isBuilt
      ? streaming(method, walked)
      : walking(method, walked, ...(rest as [Endpoint, WalkOptions]));
    return toAsyncIterable(
      (valve) =>
        stream(Object.assign(valve, { onDoubt })).pipe(
          onInvalid ? (skipInvalid(onInvalid) as typeof identity) : identity,
          orThrow(),
        ),
      options,
    );
  };

/**
 * Reads the objects of an endpoint with `for await`, one by one, at the pace of the loop; `iterate.pages` reads its pages.
 *
 * Nothing is sent before the first `next()`, and the next page is requested when the objects of the page before are taken.
 * `break` aborts the request in flight. What ends the walk early is thrown as a `WalkFailure`, after the objects before it,
 * and so is an invalid object, unless you give `onInvalid`: then it is skipped.
 *
 * Both take a function in place of client, endpoint and params. It gets a valve and returns a stream of pages that is given this valve:
 * of `client.pages`, `walkCalls`, `walkEach` or `durable`, whose values are the places that it kept. A stream that sends a value before it
 * has waited for the valve could not be slowed down: it is a `TypeError`.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, iterate, listObjects } from 'pagewalk';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * for await (const employee of iterate(client, listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee' })) {
 *   console.log(employee.properties.name);
 *   break;
 * }
 * for await (const page of iterate.pages(client, listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'team' })) {
 *   console.log(page.data.length, page.place.isLast);
 * }
 * ```
 *
 * @example
 * ```ts
 * import { iterate, walkCalls } from 'pagewalk';
 * import { of } from 'rxjs';
 *
 * const numbers = iterate((valve) =>
 *   walkCalls({
 *     valve,
 *     name: 'numbers',
 *     call: (cursor: number = 0) => of(cursor),
 *     items: (page: number) => [page],
 *     next: (page) => (page < 2 ? page + 1 : undefined),
 *   }),
 * );
 * for await (const number of numbers) console.log(number);
 * // Logs:
 * // 0
 * // 1
 * // 2
 * ```
 *
 * @see toAsyncIterable
 * @since 1.0.0
 */
export const iterate: {
  <F extends Stream>(stream: Build<F>, options?: ObjectsOptions): Loop<ObjectIn<RightOf<F>>>;
  <E extends Endpoint, A = ItemOf<E>>(
    client: Pick<Client, 'objects'>,
    endpoint: E,
    params: Omit<EndpointParams<E, A>, 'valve'>,
    options?: ObjectsOptions,
  ): Loop<ObjectOf<E, A>>;
  readonly pages: {
    <F extends Stream>(stream: Build<F>, options?: PagesOptions): Loop<RightOf<F>>;
    <E extends Endpoint, A = ItemOf<E>>(
      client: Pick<Client, 'pages'>,
      endpoint: E,
      params: Omit<EndpointParams<E, A>, 'valve'>,
      options?: PagesOptions,
    ): Loop<Page<ObjectOf<E, A>>>;
  };
} = Object.assign(loopsOver('objects'), { pages: loopsOver('pages') }) as never;

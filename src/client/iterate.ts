import { type Either, isLeft } from 'fp-ts/Either';
import { identity, isObservable, mergeMap, type Observable, of } from 'rxjs';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { Page } from '../model/endpoints/Page';
import type { Doubt } from '../model/paging/doubts';
import { type InvalidObject, invalidRequest } from '../model/errors/WalkError';
import { checkKnown } from '../model/optionChecks';
import type { Demand } from '../walk/Demand';
import { paced } from '../walk/paced';
import { type Disposal, type PullOptions, toAsyncIterable } from '../walk/streams/toAsyncIterable';
import { orThrow } from '../walk/values/orThrow';
import { skipInvalid } from '../walk/values/skipInvalid';
import type { Client } from './Client';
import type { WalkOptions } from './WalkOptions';
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

const objectsOf = (result: Either<unknown, unknown>): ReadonlyArray<Either<unknown, unknown>> =>
  isLeft(result) ? [result] : ((result.right as Partial<Page<unknown>>).data ?? [result]);

const loopsOver =
  (method: 'objects' | 'pages') =>
  (
    walked: Client | Observable<Either<unknown, unknown>>,
    ...rest: ReadonlyArray<unknown>
  ): Loop<unknown> => {
    const given = Object(rest[isObservable(walked) ? 0 : 2]) as ObjectsOptions;
    const { onInvalid, onDoubt, ...options } = given;
    checkKnown('iterate', options, ['highWaterMark', 'signal']);

    const stream = (demand: Demand): Observable<Either<unknown, unknown>> => {
      if (isObservable(walked)) {
        const walk = paced.of(walked)?.(demand) ?? walked;
        return method === 'objects' ? walk.pipe(mergeMap(objectsOf)) : walk;
      }
      const [endpoint, { valve, ...params }] = rest as [Endpoint, WalkOptions];
      if (valve !== undefined) return of(invalidRequest([{ at: 'valve', message: ownValve }]));
      return walked[method](endpoint, { ...params, valve: demand });
    };
    return toAsyncIterable(
      ({ ready }) =>
        stream({ ready, onDoubt }).pipe(
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
 * Both take a stream in place of client, endpoint and params. What `walkCalls` and `walkEach` return is asked for at the pace of
 * the loop, unless it has a valve. Any other stream of pages has its own pace, and its pages wait for the loop; those of `durable`
 * are the places that it kept.
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
 * @see toAsyncIterable
 * @since 1.0.0
 */
export const iterate: {
  <P>(walk: Observable<Either<unknown, P>>, options?: ObjectsOptions): Loop<ObjectIn<P>>;
  <E extends Endpoint, A = ItemOf<E>>(
    client: Pick<Client, 'objects'>,
    endpoint: E,
    params: Omit<EndpointParams<E, A>, 'valve'>,
    options?: ObjectsOptions,
  ): Loop<ObjectOf<E, A>>;
  readonly pages: {
    <P>(walk: Observable<Either<unknown, P>>, options?: PagesOptions): Loop<P>;
    <E extends Endpoint, A = ItemOf<E>>(
      client: Pick<Client, 'pages'>,
      endpoint: E,
      params: Omit<EndpointParams<E, A>, 'valve'>,
      options?: PagesOptions,
    ): Loop<Page<ObjectOf<E, A>>>;
  };
} = Object.assign(loopsOver('objects'), { pages: loopsOver('pages') }) as never;

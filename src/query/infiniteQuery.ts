import { type Either, isLeft, isRight, mapLeft, right } from 'fp-ts/Either';
import {
  defer,
  lastValueFrom,
  map,
  NEVER,
  Observable,
  of,
  Subject,
  takeUntil,
  takeWhile,
  tap,
  throwIfEmpty,
} from 'rxjs';
import type { Client } from '../client/Client';
import type { EndpointParams, ItemOf, ObjectOf } from '../client/EndpointParams';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { Page } from '../model/endpoints/Page';
import { walkedTo } from '../model/errors/Progress';
import { type InvalidObject, invalidRequest, type WalkError } from '../model/errors/WalkError';
import { checkKnown } from '../model/optionChecks';
import { Place } from '../model/place/Place';
import { withDigits } from '../model/records/Numbers';
import type { DurableStart } from '../walk/durable/durable';
import { orThrow } from '../walk/values/orThrow';
import { WalkFailure } from '../walk/values/WalkFailure';

/** A page as a query library keeps it: plain data, unless a codec or `exactNumbers` makes something else. @since 1.0.0 */
export interface QueryPage<A> {
  readonly objects: ReadonlyArray<A>;
  /** Where the next page begins, as `Place.encode` writes it. It contains the page token. */
  readonly place: string;
  /** How many objects there are, as the page says. */
  readonly total?: number;
}

/** What `useInfiniteQuery`, `createInfiniteQuery` and `fetchInfiniteQuery` take. @since 1.0.0 */
export interface InfiniteQuery<A> {
  readonly queryKey: ReadonlyArray<unknown>;
  readonly queryFn: (context: {
    readonly pageParam: string | null | undefined;
    /** Aborts the request. */
    readonly signal?: AbortSignal | undefined;
  }) => Promise<QueryPage<A>>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (last: Pick<QueryPage<A>, 'place'>) => string | undefined;
  /** The client repeats failed requests already. */
  readonly retry: false;
  /** Never set. The library takes the type of its `error` from it, which is `WalkFailure` unless you write another one out. */
  readonly throwOnError?: ((error: Error) => boolean) & ((error: WalkFailure) => boolean);
}

/** @inline */
interface QueryOptions {
  /** Called with each object that cannot be read, which is left out. Without it, the first one is thrown. */
  readonly onInvalid?: ((error: InvalidObject) => void) | undefined;
  /** In place of `['pagewalk', endpoint.name, params]`. */
  readonly queryKey?: ReadonlyArray<unknown> | undefined;
}

type Pages<A> = Observable<Either<WalkError, Page<A>>>;

/** What a query of one page decides itself. */
const own = ['place', 'valve', 'pageToken', 'readAhead', 'maxPages', 'tokenLifetime'] as const;

/** @inline */
type Own = (typeof own)[number];

/** Where a page begins. JSON makes null of undefined. */
const placeOf = (pageParam: string | null | undefined): Either<WalkError, Place | undefined> => {
  if (pageParam === undefined || pageParam === null) return right(undefined);
  const place = Place.decode(pageParam);
  if (isRight(place) && !place.right.isLast) return place;
  return invalidRequest([
    { at: 'pageParam', message: 'must be what getNextPageParam of this query gave' },
  ]);
};

/** An error of a page, counted from the first page of the query. */
const countedFrom = (error: WalkError, place: Place | undefined): WalkError => {
  if (place === undefined) return error;
  if (error._tag === 'InvalidObject') return { ...error, page: error.page + place.pages };
  const { progress } = error;
  const [pages, objects] = [progress.pages + place.pages, progress.objects + place.objects];
  const all = { ...progress, pages, objects };
  const carried = walkedTo.of(progress);
  return { ...error, progress: carried ? walkedTo.carry(all, carried) : all };
};

const aborted = (signal: AbortSignal | undefined): Observable<never> =>
  new Observable((subscriber) => {
    const abort = (): void => subscriber.error(signal?.reason);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    return () => signal?.removeEventListener('abort', abort);
  });

/** The first page of a walk. A rule that it breaks is a Left behind it: it is good when the walk asks for the next one, or ends. */
const firstPage = async <A>(
  walk: (start: DurableStart) => Pages<A>,
  place: Place | undefined,
  signal: AbortSignal | undefined,
): Promise<Page<A>> => {
  const isGood = new Subject<void>();
  let isAsked = false;
  let isHere = false;
  const ready = defer(() => {
    isAsked = true;
    if (!isHere) return of(undefined);
    isGood.next();
    return NEVER;
  });
  const check = (isSpread: boolean): void => {
    isHere = true;
    if (!isSpread)
      throw new TypeError('infiniteQuery: spread the argument of the function into its walk');
  };
  const page = await lastValueFrom(
    defer(() => walk({ valve: { ready }, ...(place && { place }) })).pipe(
      takeUntil(isGood),
      orThrow(),
      // Several children of `walkEach` may be under way: what else comes is asked for again, from the place of this page.
      takeWhile((_, index) => index === 0),
      tap(() => check(isAsked)),
      throwIfEmpty(() => new TypeError('infiniteQuery: the walk gave no page')),
      takeUntil(aborted(signal)),
    ),
  );
  check(page.place.pages > (place?.pages ?? 0));
  return page;
};

const queryOf = <A>(
  walk: (start: DurableStart) => Pages<A>,
  queryKey: ReadonlyArray<unknown>,
  onInvalid: QueryOptions['onInvalid'],
): InfiniteQuery<A> => ({
  queryKey,
  queryFn: async ({ pageParam, signal }) => {
    const from = placeOf(pageParam);
    if (isLeft(from)) throw new WalkFailure(from.left);
    const start = from.right;
    const counted = map(mapLeft((error: WalkError) => countedFrom(error, start)));
    const { data, place, total } = await firstPage(
      (given) => walk(given).pipe(counted),
      start,
      signal,
    );
    const objects = data.flatMap((object) => {
      if (isRight(object)) return [object.right];
      const invalid = countedFrom(object.left, start) as InvalidObject;
      if (!onInvalid) throw new WalkFailure(invalid);
      onInvalid(invalid);
      return [];
    });
    return { objects, place: Place.encode(place), ...(total !== undefined && { total }) };
  },
  initialPageParam: undefined,
  getNextPageParam: ({ place }) => {
    const read = Place.decode(place);
    return isRight(read) && read.right.isLast ? undefined : place;
  },
  retry: false,
});

const walkFor =
  (client: Pick<Client, 'pages'>, endpoint: Endpoint, params: object) =>
  (start: DurableStart): Pages<unknown> => {
    const refused = own.filter(
      (name) => (params as Readonly<Record<Own, unknown>>)[name] !== undefined,
    );
    return refused.length > 0
      ? of(
          invalidRequest(
            refused.map((at) => ({ at, message: 'cannot be given: a query asks for one page' })),
          ),
        )
      : client.pages(endpoint, { ...params, ...start });
  };

/**
 * A list that loads more, for TanStack Query 5 in React, Vue, Svelte, Solid and Angular: what `useInfiniteQuery` takes.
 *
 * Each page is one request of `client.pages`, which the library aborts when nobody needs it. What ends a walk is thrown as a
 * `WalkFailure`, and so is an invalid object, unless you give `onInvalid`. The cache and refetching are those of the library.
 *
 * In place of client, endpoint and params it takes a function of a `start`, to spread into `walkCalls` or `walkEach`, and a `queryKey`.
 *
 * @example
 * ```ts
 * import { createClient, fetchTransport, listObjects } from 'pagewalk';
 * import { infiniteQuery } from 'pagewalk/query';
 *
 * const client = createClient({ transport: fetchTransport({ baseURL: 'https://objects.example.com' }) });
 * const employees = infiniteQuery(client, listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee' });
 * // useInfiniteQuery(employees)
 * console.log(...employees.queryKey);
 * // Logs:
 * // pagewalk listObjects { ontologyRid: 'ri.ontology.main', objectType: 'employee' }
 * ```
 *
 * @since 1.0.0
 */
export const infiniteQuery: {
  <A>(
    walk: (start: DurableStart) => Observable<Either<WalkError, Page<A>>>,
    options: QueryOptions & Required<Pick<QueryOptions, 'queryKey'>>,
  ): InfiniteQuery<A>;
  <E extends Endpoint, A = ItemOf<E>>(
    client: Pick<Client, 'pages'>,
    endpoint: E,
    params: Omit<EndpointParams<E, A>, Own>,
    options?: QueryOptions,
  ): InfiniteQuery<ObjectOf<E, A>>;
} = ((
  from: Client | ((start: DurableStart) => Pages<unknown>),
  ...rest: [Endpoint, object, QueryOptions?] | [QueryOptions]
): InfiniteQuery<unknown> => {
  const isWalk = typeof from === 'function';
  const [endpoint, params] = rest as [Endpoint, object];
  const { onInvalid, queryKey, ...others } =
    ((isWalk ? rest[0] : rest[2]) as QueryOptions | undefined) ?? {};
  checkKnown('infiniteQuery', others);
  if (queryKey === undefined ? isWalk : !Array.isArray(queryKey)) {
    throw new TypeError('infiniteQuery: queryKey must be an array; a function of a walk needs one');
  }
  if (isWalk) return queryOf(from, queryKey ?? [], onInvalid);
  const isData = ([name]: [string, unknown]): boolean =>
    ![...own, 'codec', 'properties'].includes(name);
  // Bigints become texts, and functions are left out.
  const data = withDigits(Object.fromEntries(Object.entries(params).filter(isData)));
  return queryOf(
    walkFor(from, endpoint, params),
    queryKey ?? ['pagewalk', endpoint.name, data],
    onInvalid,
  );
}) as never;

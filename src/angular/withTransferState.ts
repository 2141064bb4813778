import {
  ApplicationRef,
  DestroyRef,
  ErrorHandler,
  inject,
  Injector,
  makeStateKey,
  TransferState,
} from '@angular/core';
import type * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer, type Observable } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import type { WalkOptions } from '../client/walks/WalkOptions';
import type { WalkError } from '../model/errors/WalkError';
import type { Endpoint } from '../model/endpoints/endpoint';
import { type Codecs, type PageInfo, parsedRecords, readObject } from '../model/endpoints/Page';
import { requestsOf, type WalkRequests } from '../model/endpoints/requestsOf';
import { firstToken } from '../model/endpoints/walkStart';
import type { Scheme } from '../model/paging/scheme';
import { isOverlong } from '../model/json/parseExact';
import { writeExact } from '../model/json/writeExact';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import { type GivenNumbers, isExact, parsePage, withDigits } from '../model/records/Numbers';
import { sipHashOf } from '../model/records/sipHash';
import { type Demand, untilReady } from '../walk/Demand';
import { totalOf } from '../list/WalkSource';
import {
  isOnServer,
  type PagewalkFeature,
  SESSION,
  TRANSFER,
  type Transfer,
} from './PagewalkFeature';

/** Options of `withTransferState`. @inline */
export interface TransferStateOptions {
  /** Tells the pages of this client from those of another client of the same application. Default: an empty name. */
  readonly name?: string | undefined;
  /** The longest page that travels, in characters of its records as JSON. A longer one is asked for again. Default 1,048,576. */
  readonly maxLength?: number | undefined;
  /**
   * What of a record goes into the HTML, for the endpoint of this name, and what the codec of a list reads there. Default: all of it.
   * If it throws, or returns what JSON cannot hold, the page stays, and the exception goes to the `ErrorHandler`.
   */
  readonly pick?: ((record: unknown, endpoint: string) => unknown) | undefined;
}

/** A first page: its records as they came, and whether another one follows. The token of that one stays on the server. */
interface FirstPage {
  readonly data: ReadonlyArray<unknown>;
  readonly isLast: boolean;
  readonly total?: number;
}

/** The first pages of an application, by their requests, and for whom they came. One that holds bigints is a text. */
interface FirstPages {
  readonly user: number | undefined;
  readonly pages: ReadonlyArray<
    readonly [request: string, pages: ReadonlyArray<FirstPage | string>]
  >;
}

/** The params of a list's walk. */
type ListWalkParams = WalkOptions & Codecs & { readonly valve: Demand };

const isOfList = (params: WalkOptions): params is ListWalkParams =>
  typeof params.valve === 'object' && 'isOfList' in params.valve;

/** The requests of a walk whose first page may travel: page 1, or any that has a number. Other page tokens stay where they are. */
const requestsToTransfer = (endpoint: Endpoint, params: WalkOptions): WalkRequests | undefined => {
  const { requests, problems } = requestsOf(endpoint, params);
  const mayTravel = O.isNone(firstToken(params)) || requests.scheme.numbered !== undefined;
  // Where params are wrong, no page comes and none is taken.
  return problems.length === 0 && mayTravel ? requests : undefined;
};

/** The objects of a page that came with the HTML. When more are wanted, the walk follows: from the next page, if that has a number. */
const afterTransfer = <A>(
  endpoint: Endpoint,
  packed: FirstPage | string,
  numbers: GivenNumbers,
  params: ListWalkParams,
  { numbered }: Scheme,
  walk: (start: Pick<WalkOptions, 'pageToken'>) => Observable<E.Either<WalkError, A>>,
): Observable<E.Either<WalkError, A>> => {
  const { onPage, valve } = params;
  const read = readObject<A>(endpoint, params, numbers);
  const { value, hasLarge = false } =
    typeof packed === 'string' ? parsePage(packed, numbers) : { value: packed };
  const { data, ...rest } = value as FirstPage;
  const next = rest.isLast ? O.none : (numbered?.follow(firstToken(params), data.length) ?? O.none);
  const travelled = defer(() => {
    const records = hasLarge && !isExact(numbers) ? (withDigits(data) as typeof data) : data;
    const isTransferred = { ...(O.isNone(next) && { isTransferred: true }) };
    onPage?.({ ...rest, index: 0, records, nextPageToken: next, fields: {}, ...isTransferred });
    return data.map((record, index) => read(record, 0, index, { hasLarge }));
  });
  const others = defer(() => walk(O.isSome(next) ? { pageToken: next.value } : {}));
  return rest.isLast ? travelled : concat(travelled, untilReady(valve), others);
};

/**
 * Transfers what lists have loaded on the server with the HTML: the browser shows it without another request.
 *
 * ```text
 * server    request  page 1 ─┐              rows, as the service sent them
 * browser                    └ rows 1 … 50            loadMore()  page 2, or with page tokens page 1 and page 2
 * ```
 *
 * Page tokens and credentials are never transferred. When somebody wants more, a list whose pages have numbers continues with the
 * next one. Any other list requests its first page once more: with a `key` the rows stay and are not repeated, without one they are
 * replaced. Rows are transferred as the service sent them, with properties that the codec drops. A walk without a list is not
 * transferred. Once the application is stable, pages that no list has taken are dropped.
 *
 * @example
 * ```ts
 * import { provideClientHydration } from '@angular/platform-browser';
 * import { providePagewalk, withTransferState } from 'pagewalk/angular';
 *
 * const baseURL = 'https://objects.example.com';
 * const providers = [provideClientHydration(), providePagewalk({ baseURL }, withTransferState())];
 * ```
 *
 * @see providePagewalk
 * @since 0.1.0
 */
export const withTransferState = (options: TransferStateOptions = {}): PagewalkFeature => {
  const { name = '', maxLength = 2 ** 20, pick = (record: unknown) => record, ...others } = options;
  checkKnown('withTransferState', others);
  checkAtLeast0('maxLength', maxLength);
  const useFactory = (): Transfer => {
    const [state, isServer] = [inject(TransferState), isOnServer(inject(Injector))];
    const handler = inject(ErrorHandler, { optional: true });
    const key = makeStateKey<FirstPages>(`pagewalk ${name}`);
    const session = inject(SESSION, { optional: true });
    /** A digest, because the user could be a token; undefined for nobody, and for what is neither a string nor a number. */
    const userNow = (): number | undefined => {
      const now = session === null ? '' : session.user();
      return ['string', 'number', 'bigint'].includes(typeof now)
        ? sipHashOf(`${typeof now} ${String(now)}`)
        : undefined;
    };
    const { user, pages: given } = state.get<FirstPages>(key, { user: undefined, pages: [] });
    const pages = new Map(isServer ? [] : given);
    /** One client of each depth: of two, the requests may look the same and mean two services. */
    const depths = new Set<number>();

    /** A page as it travels, if it can. A record may be anything: what a pick does not expect must not end the list. */
    const packed = (page: PageInfo, endpoint: string): FirstPage | string | undefined => {
      try {
        const data = (parsedRecords.of(page) ?? page).records.map((record) =>
          pick(record, endpoint),
        );
        const types = new Set<string>();
        const read = (_: string, value: unknown): unknown => {
          const isLarge = typeof value === 'symbol' && !isOverlong(value.description ?? '');
          const field = isLarge ? BigInt(value.description ?? '') : value;
          types.add(typeof field);
          return field;
        };
        const written = writeExact(data, read);
        // An integer that is too long to be read is left a symbol: the browser asks for such a page itself.
        if (types.has('symbol') || (written?.length ?? 0) > maxLength) return undefined;
        const total = totalOf(page);
        const first = { data, isLast: page.isLast, ...(total !== undefined && { total }) };
        return types.has('bigint') ? writeExact(first, read) : first;
      } catch (thrown) {
        handler?.handleError(thrown);
        return undefined;
      }
    };

    const keep = (request: string, endpoint: string, page: PageInfo): void => {
      // A page whose token breaks a rule ends its walk: the browser has to see that for itself.
      const isUsable = page.index === 0 && (page.isLast || O.isSome(page.nextPageToken));
      const first = isUsable && userNow() !== undefined ? packed(page, endpoint) : undefined;
      if (first === undefined) return;
      // Two lists may ask the same.
      pages.set(request, [...(pages.get(request) ?? []), first]);
      state.set(key, { user: userNow(), pages: [...pages] });
    };

    if (!isServer) {
      state.remove(key);
      const changes = session?.changes.subscribe(() => {
        if (user !== userNow()) pages.clear();
      });
      inject(DestroyRef).onDestroy(() => changes?.unsubscribe());
      // Rows that somebody asks for after the hydration must be those that there are then.
      void inject(ApplicationRef, { optional: true })
        ?.whenStable()
        .then(() => pages.clear());
    }

    return (client, numbers, depth) => {
      if (depths.has(depth)) return client;
      depths.add(depth);
      const objects: Client['objects'] = (endpoint, params) =>
        defer(() => {
          const requests = isOfList(params) ? requestsToTransfer(endpoint, params) : undefined;
          if (!isOfList(params) || requests === undefined) return client.objects(endpoint, params);
          const { method, url, body = '' } = requests.requestFor(firstToken(params));
          const request = `${depth} ${method} ${url} ${body}`;
          const onPage = (page: PageInfo): void => {
            keep(request, endpoint.name, page);
            params.onPage?.(page);
          };
          if (isServer) return client.objects(endpoint, { ...params, onPage });
          // Another user may have signed in since, or have gone back to a page that the browser has kept.
          const [page, ...left] = user === userNow() ? (pages.get(request) ?? []) : [];
          pages.set(request, left);
          const walk = (start: object) => client.objects(endpoint, { ...params, ...start });
          return page === undefined
            ? walk({})
            : afterTransfer(endpoint, page, numbers, params, requests.scheme, walk);
        });
      return clientOver({ ...client, objects });
    };
  };
  return { kind: 'TransferState', providers: [{ provide: TRANSFER, useFactory }] };
};

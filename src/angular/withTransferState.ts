import { ApplicationRef, DestroyRef, ErrorHandler, inject, Injector, makeStateKey, TransferState } from '@angular/core';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { concat, defer } from 'rxjs';
import { type Client, clientOver, type ObjectStream } from '../client/Client';
import type { PropertiesOption } from '../client/EndpointParams';
import type { WalkOptions } from '../client/WalkOptions';
import type { Endpoint } from '../model/endpoints/endpoint';
import { parseJson } from '../model/json/parseExact';
import { writeExact } from '../model/json/writeExact';
import { type PageInfo, readObject } from '../model/endpoints/Page';
import { prepareWalk } from '../model/endpoints/prepareWalk';
import type { GivenNumbers } from '../model/records/Numbers';
import { type Demand, untilReady } from '../walk/Demand';
import { type ListedPage, type ObjectQueryFeature, SESSION, TRANSFER, type Transfer } from './ObjectQueryFeature';
import { isOnServer } from './platform';

/** Options of `withTransferState`. @inline */
export interface TransferStateOptions {
  /** Tells the pages of this client from those of another client of the same application. Default: an empty name. */
  readonly name?: string | undefined;
  /** The longest page that travels, in characters of its records as JSON. A longer one is asked for again. Default 1,048,576. */
  readonly maxLength?: number | undefined;
  /**
   * What of a record goes into the HTML, for the endpoint of this name. By default all of it, as it came. The codec of a list
   * reads it again in the browser, so leave what it needs. If it throws, or returns what JSON cannot hold, the page is not
   * transferred, and the exception goes to the `ErrorHandler`.
   */
  readonly pick?: ((record: unknown, endpoint: string) => unknown) | undefined;
}

/** A first page: its records as they came, and whether another one follows. The token of that one stays on the server. */
interface FirstPage {
  readonly data: ReadonlyArray<unknown>;
  readonly isLast: boolean;
  readonly totalCount?: unknown;
}

/** The first pages of an application, by their requests. One that holds bigints, which the state cannot, is a text. */
interface FirstPages {
  /** For whom they were rendered; 0 where the application has no session. */
  readonly user: number | undefined;
  readonly pages: ReadonlyArray<readonly [request: string, pages: ReadonlyArray<FirstPage | string>]>;
}

/** The params of a list's walk. */
type ListParams = WalkOptions & { readonly valve: Demand };

const isOfList = (params: WalkOptions): params is ListParams =>
  typeof params.valve === 'object' && 'isOfList' in params.valve && params.pageToken === undefined;

/** The request for the first page of a walk; undefined where its params are wrong. */
const firstRequest = (endpoint: Endpoint, params: WalkOptions): string | undefined => {
  const walk = prepareWalk(endpoint, params);
  if (E.isLeft(walk)) return undefined;
  const { method, url, body = '' } = walk.right.requestFor(O.none);
  return `${method} ${url} ${body}`;
};

/** A page as it travels. */
const packed = (page: FirstPage): FirstPage | string => {
  try {
    JSON.stringify(page);
    return page;
  } catch {
    return writeExact(page) ?? page;
  }
};

/** The objects of a page that came with the HTML. When more are wanted, the walk follows, from its first page. */
const afterTransfer = <A>(
  endpoint: Endpoint,
  packedPage: FirstPage | string,
  numbers: GivenNumbers,
  { onPage, valve, properties }: ListParams & PropertiesOption<A>,
  walk: ObjectStream<A>,
): ObjectStream<A> => {
  const read = readObject(endpoint, properties, numbers);
  const { value, hasLarge } = typeof packedPage === 'string' ? parseJson(packedPage) : { value: packedPage };
  const { data, isLast, totalCount } = value as FirstPage;
  const travelled = defer(() => {
    const page: ListedPage = {
      index: 0,
      records: data,
      nextPageToken: O.none,
      isLast,
      fields: { totalCount },
      isTransferred: true,
    };
    onPage?.(page);
    return data.map((record, index) => read(record, 0, index, { hasLarge: hasLarge === true }));
  });
  return isLast ? travelled : concat(travelled, untilReady(valve), walk);
};

/**
 * Lets the first page of every list travel with the HTML that the server has rendered, so that the browser shows it
 * without another request.
 *
 * ```text
 * server    request  page 1 ─┐              rows, as the service sent them
 * browser                    └ rows 1 … 50            loadMore()  page 1  page 2
 * ```
 *
 * The rows travel; page tokens and credentials never do. So what follows the first page has to be found again: when more
 * is wanted, and not before, the list asks for its first page once more. With a `key` the rows stay and are not repeated;
 * without one they make room for those that come then. Rows travel as they came, with properties that the codec drops;
 * the codec reads them again in the browser. A walk on its own, in an async pipe for example, does not travel. Pages are
 * for the hydration: once the application is stable, those that no list has taken are gone.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { provideClientHydration, withEventReplay } from '@angular/platform-browser';
 * import { provideObjectQuery, withTransferState } from 'pagewalk/angular';
 *
 * const providers = [
 *   provideClientHydration(withEventReplay()),
 *   provideHttpClient(withFetch()),
 *   provideObjectQuery({ baseURL: 'https://objects.example.com' }, withTransferState()),
 * ];
 * ```
 *
 * @see provideObjectQuery
 * @since 0.1.0
 */
export const withTransferState = ({
  name = '',
  maxLength = 2 ** 20,
  pick = (record) => record,
}: TransferStateOptions = {}): ObjectQueryFeature => {
  if (!(maxLength >= 0)) throw new TypeError('maxLength must be 0 or more');
  const useFactory = (): Transfer => {
    const state = inject(TransferState);
    const isServer = isOnServer(inject(Injector));
    const handler = inject(ErrorHandler, { optional: true });
    const key = makeStateKey<FirstPages>(`pagewalk ${name}`);
    const session = inject(SESSION, { optional: true });
    const userNow = (): number | undefined => (session === null ? 0 : session.digest());
    const { user, pages: given } = state.get<FirstPages>(key, { user: undefined, pages: [] });
    const pages = new Map(isServer ? [] : given);
    /** One client of each depth: of two, the requests may look the same and mean two services. */
    const clients = new Map<number, Client>();

    /** A record may be anything: what a pick does not expect must not end the list. */
    const pickedOf = ({ records }: PageInfo, endpoint: string): ReadonlyArray<unknown> | undefined => {
      try {
        const picked = records.map((record) => pick(record, endpoint));
        // An integer that was not read is a symbol, which JSON would leave out: the browser asks for such a page itself.
        let symbols = 0;
        const written = writeExact(picked, (_, value) => {
          if (typeof value === 'symbol') symbols += 1;
          return value;
        });
        return symbols === 0 && (written?.length ?? 0) <= maxLength ? picked : undefined;
      } catch (thrown) {
        handler?.handleError(thrown);
        return undefined;
      }
    };

    const keep = (request: string, endpoint: string, page: PageInfo): void => {
      // A page whose token breaks a rule ends its walk: the browser has to see that for itself.
      const isUsable = page.index === 0 && (page.isLast || O.isSome(page.nextPageToken));
      if (!isUsable || userNow() === undefined) return;
      const data = pickedOf(page, endpoint);
      if (data === undefined) return;
      const first = packed({ data, isLast: page.isLast, totalCount: page.fields.totalCount });
      // Two lists may ask the same.
      pages.set(request, [...(pages.get(request) ?? []), first]);
      state.set(key, { user: userNow(), pages: [...pages] });
    };

    const takePage = (request: string): FirstPage | string | undefined => {
      // Another user may have signed in since, or have gone back to a page that the browser has kept.
      const [page, ...others] = user === userNow() ? (pages.get(request) ?? []) : [];
      pages.set(request, others);
      return page;
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
      if (clients.has(depth)) return client;
      clients.set(depth, client);
      const objects: Client['objects'] = (endpoint, params) =>
        defer(() => {
          const asked = isOfList(params) ? firstRequest(endpoint, params) : undefined;
          if (asked === undefined || !isOfList(params)) return client.objects(endpoint, params);
          const request = `${depth} ${asked}`;
          const onPage = (page: PageInfo): void => {
            keep(request, endpoint.name, page);
            params.onPage?.(page);
          };
          if (isServer) return client.objects(endpoint, { ...params, onPage });
          const page = takePage(request);
          const walk = client.objects(endpoint, params);
          return page === undefined ? walk : afterTransfer(endpoint, page, numbers, params, walk);
        });
      return clientOver({ ...client, objects });
    };
  };
  return { kind: 'TransferState', providers: [{ provide: TRANSFER, useFactory }] };
};

import { ApplicationRef, DestroyRef, ErrorHandler, inject, Injector, makeStateKey, TransferState } from '@angular/core';
import * as O from 'fp-ts/Option';
import { defer } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import { writeExact } from '../model/json/writeExact';
import { type PageInfo, parsedRecords } from '../model/endpoints/Page';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import { type PagewalkFeature, SESSION, totalOf, TRANSFER, type Transfer } from './PagewalkFeature';
import { isOnServer } from './platform';
import { afterTransfer, type FirstPage, firstRequest, isOfList, packed } from './server/firstPage';

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

/** The first pages of an application, by their requests. One that holds bigints, which the state cannot, is a text. */
interface FirstPages {
  /** For whom they were rendered; 0 where the application has no session. */
  readonly user: number | undefined;
  readonly pages: ReadonlyArray<readonly [request: string, pages: ReadonlyArray<FirstPage | string>]>;
}

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
 * import { providePagewalk, withTransferState } from 'pagewalk/angular';
 *
 * const providers = [
 *   provideClientHydration(withEventReplay()),
 *   provideHttpClient(withFetch()),
 *   providePagewalk({ baseURL: 'https://objects.example.com' }, withTransferState()),
 * ];
 * ```
 *
 * @see providePagewalk
 * @since 0.1.0
 */
export const withTransferState = ({
  name = '',
  maxLength = 2 ** 20,
  pick = (record) => record,
  ...others
}: TransferStateOptions = {}): PagewalkFeature => {
  checkKnown('withTransferState', others);
  checkAtLeast0('maxLength', maxLength);
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
    const pickedOf = (page: PageInfo, endpoint: string): ReadonlyArray<unknown> | undefined => {
      try {
        const picked = (parsedRecords.of(page) ?? page).records.map((record) => pick(record, endpoint));
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
      const [data, total] = [pickedOf(page, endpoint), totalOf(page)];
      if (data === undefined) return;
      const first = packed({ data, isLast: page.isLast, ...(total !== undefined && { total }) });
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

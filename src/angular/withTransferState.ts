import { inject, Injector, makeStateKey, TransferState } from '@angular/core';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { defer, of, tap } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import { createClient } from '../client/createClient';
import type { WalkOptions } from '../client/WalkOptions';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { HttpRequest, HttpResponse } from '../model/http';
import { prepareWalk } from '../model/paging/prepareWalk';
import { readPage } from '../model/paging/readPage';
import type { Transport } from '../transport/Transport';
import { isOnServer } from './server/isOnServer';
import type { ObjectQueryFeature } from './ObjectQueryFeature';
import { demandAfterTransfer, demandOfLists, transfer, type Transfer } from './server/transfer';

/**
 * Options of `withTransferState`.
 *
 * @since 0.1.0
 */
export interface TransferStateOptions {
  /** Tells the pages of this client from those of another client of the same application. Default: an empty name. */
  readonly name?: string | undefined;
  /** The longest page that travels, in characters of the response. A longer one is asked for again. Default 1,048,576. */
  readonly maxLength?: number | undefined;
}

/** A first page: its records as they came, and whether another one follows. The token of that one stays on the server. */
interface FirstPage {
  readonly data: ReadonlyArray<unknown>;
  readonly isLast: boolean;
}

/** What stands for the token that did not travel. It is never sent. */
const placeholder = 'stays on the server';

const nameOf = ({ method, url, body = '' }: HttpRequest): string => `${method} ${url} ${body}`;

/** The request for the first page of a list; undefined where a walk is of another kind. */
const firstRequest = (endpoint: Endpoint, params: WalkOptions): string | undefined => {
  if (params.valve === undefined || !demandOfLists.has(params.valve) || params.pageToken !== undefined)
    return undefined;
  const walk = prepareWalk(endpoint, params);
  return E.isLeft(walk) ? undefined : nameOf(walk.right.requestFor(O.none));
};

/** Answers with the page that has travelled. Whoever wants the next one hears that its token is no longer accepted. */
const answering = ({ data, isLast }: FirstPage): Transport => {
  const page = { data, ...(!isLast && { nextPageToken: placeholder }) };
  let isAsked = false;
  return () => {
    const [status, said] = isAsked ? [400, { errorName: 'InvalidPageToken' }] : [200, page];
    isAsked = true;
    return of(E.right({ status, headers: {}, body: JSON.stringify(said) }));
  };
};

const firstPageIn = (endpoint: Endpoint, response: HttpResponse): O.Option<FirstPage> => {
  const page = response.status === 200 ? readPage(endpoint)(response) : E.left(undefined);
  return E.isRight(page) && E.isRight(page.right.next)
    ? O.some({ data: page.right.data, isLast: O.isNone(page.right.next.right) })
    : O.none;
};

/**
 * Lets the first page of every list travel with the HTML that the server has rendered, so that the browser shows it
 * without a request of its own.
 *
 * ```text
 * server    request  page 1 ─┐              rows, as the service sent them
 * browser                    └ rows 1 … 50            loadMore()  page 1  page 2
 * ```
 *
 * The rows travel; page tokens and credentials never do. So what follows the first page has to be found again: when more
 * is wanted, and not before, the list asks for its first page once more. With a `key` the rows stay and are not repeated;
 * without one they make room for those that come then. Rows travel as they came, with properties that the codec drops;
 * the codec reads them again in the browser. A walk on its own, in an async pipe for example, does not travel.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { provideHttpClient, withFetch } from '@angular/common/http';
 * import { type ApplicationConfig } from '@angular/core';
 * import { provideClientHydration, withEventReplay } from '@angular/platform-browser';
 * import { provideObjectQuery, withTransferState } from 'pagewalk/angular';
 *
 * const appConfig: ApplicationConfig = {
 *   providers: [
 *     provideClientHydration(withEventReplay()),
 *     provideHttpClient(withFetch()),
 *     provideObjectQuery({ baseURL: 'https://objects.example.com' }, withTransferState()),
 *   ],
 * };
 * ```
 *
 * @see provideObjectQuery
 * @since 0.1.0
 */
export const withTransferState = ({
  name = '',
  maxLength = 2 ** 20,
}: TransferStateOptions = {}): ObjectQueryFeature => {
  if (!(maxLength >= 0)) throw new TypeError('maxLength must be 0 or more');
  const useFactory = (): Transfer => {
    const state = inject(TransferState);
    const isServer = isOnServer(inject(Injector));
    const asked = new Map<string, Endpoint>();
    const keyOf = (request: string) => makeStateKey<ReadonlyArray<FirstPage>>(`pagewalk ${name} ${request}`);

    const keep = (request: string, endpoint: Endpoint, response: HttpResponse): void => {
      if (response.body.length > maxLength) return;
      const page = firstPageIn(endpoint, response);
      // Two lists may ask the same.
      if (O.isSome(page)) state.set(keyOf(request), [...state.get(keyOf(request), []), page.value]);
    };

    const keeping =
      (transport: Transport): Transport =>
      (request) =>
        transport(request).pipe(
          tap((result) => {
            const endpoint = asked.get(nameOf(request));
            if (endpoint !== undefined && E.isRight(result)) keep(nameOf(request), endpoint, result.right);
          }),
        );

    const takePage = (request: string): FirstPage | undefined => {
      const [page, ...others] = state.get(keyOf(request), []);
      state.set(keyOf(request), others);
      return page;
    };

    const ofClient = (client: Client): Client => {
      const objects: Client['objects'] = (endpoint, params) =>
        defer(() => {
          const request = firstRequest(endpoint, params);
          if (request === undefined) return client.objects(endpoint, params);
          if (isServer) asked.set(request, endpoint);
          const page = isServer ? undefined : takePage(request);
          if (page === undefined) return client.objects(endpoint, params);
          if (params.valve !== undefined) demandAfterTransfer.add(params.valve);
          return createClient({ transport: answering(page) }).objects(endpoint, params);
        });
      return clientOver({ ...client, objects });
    };

    return {
      ofConfig: (config) => (isServer ? { ...config, transport: keeping(config.transport) } : config),
      ofClient,
    };
  };
  return { providers: [{ provide: transfer, useFactory }] };
};

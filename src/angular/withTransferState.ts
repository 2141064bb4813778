import { ErrorHandler, inject, Injector } from '@angular/core';
import * as O from 'fp-ts/Option';
import { defer } from 'rxjs';
import { type Client, clientOver } from '../client/Client';
import type { WalkOptions } from '../client/walks/WalkOptions';
import type { Endpoint } from '../model/endpoints/endpoint';
import type { PageInfo } from '../model/endpoints/Page';
import { requestsOf, type WalkRequests } from '../model/endpoints/requestsOf';
import { firstToken } from '../model/endpoints/walkStart';
import { checkAtLeast0, checkKnown } from '../model/optionChecks';
import { isOnServer, type PagewalkFeature, TRANSFER, type Transfer } from './PagewalkFeature';
import { firstPages } from './server/firstPages';
import {
  afterTransfer,
  type ListWalkParams,
  packPage,
  type TransferredPage,
} from './server/transferredPage';

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

const isOfList = (params: WalkOptions): params is ListWalkParams =>
  typeof params.valve === 'object' && 'isOfList' in params.valve;

/** The requests of a walk whose first page may travel: page 1, or any that has a number. Other page tokens stay where they are. */
const requestsToTransfer = (endpoint: Endpoint, params: WalkOptions): WalkRequests | undefined => {
  const { requests, problems } = requestsOf(endpoint, params);
  const mayTravel = O.isNone(firstToken(params)) || requests.scheme.numbered !== undefined;
  // Where params are wrong, no page comes and none is taken.
  return problems.length === 0 && mayTravel ? requests : undefined;
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
    const isServer = isOnServer(inject(Injector));
    const handler = inject(ErrorHandler, { optional: true });
    const pages = firstPages(name);
    /** One client of each depth: of two, the requests may look the same and mean two services. */
    const depths = new Set<number>();

    /** A record may be anything: what a pick does not expect must not end the list. */
    const packed = (page: PageInfo, endpoint: string): TransferredPage | undefined => {
      try {
        return packPage(page, maxLength, (record) => pick(record, endpoint));
      } catch (thrown) {
        handler?.handleError(thrown);
        return undefined;
      }
    };

    return (client, numbers, depth) => {
      if (depths.has(depth)) return client;
      depths.add(depth);
      const objects: Client['objects'] = (endpoint, params) =>
        defer(() => {
          const requests = isOfList(params) ? requestsToTransfer(endpoint, params) : undefined;
          if (!isOfList(params) || requests === undefined) return client.objects(endpoint, params);
          const { method, url, body = '' } = requests.requestFor(firstToken(params));
          const request = `${depth} ${method} ${url} ${body}`;
          const walk = (start: object) => client.objects(endpoint, { ...params, ...start });
          if (isServer) {
            const keep = pages.keeping(request);
            const onPage = (page: PageInfo): void => {
              keep(() => packed(page, endpoint.name));
              params.onPage?.(page);
            };
            return walk({ onPage });
          }
          const page = pages.take(request);
          return page === undefined
            ? walk({})
            : afterTransfer(endpoint, page, numbers, params, requests.scheme, walk);
        });
      return clientOver({ ...client, objects });
    };
  };
  return { kind: 'TransferState', providers: [{ provide: TRANSFER, useFactory }] };
};

import {
  FetchBackend,
  HttpBackend,
  HttpClient,
  type HttpContext,
  type HttpDownloadProgressEvent,
  type HttpEvent,
  HttpEventType,
  type HttpHeaderResponse,
  HttpResponse,
} from '@angular/common/http';
import { left } from 'fp-ts/Either';
import { assertInInjectionContext, inject, Injector } from '@angular/core';
import {
  catchError,
  concatMap,
  defaultIfEmpty,
  defer,
  EMPTY,
  type Observable,
  of,
  take,
} from 'rxjs';
import { isOnServer } from '../PagewalkFeature';
import { maxErrorBytes } from '../../model/http';
import { absolute, join } from '../../transport/address';
import { checkBaseURL } from '../../transport/checkBaseURL';
import { networkFailure } from '../../transport/networkFailure';
import { tooLargeResponse } from '../../transport/takeBody';
import type { Exchange, Transport, TransportFailure } from '../../transport/Transport';
import { limited, limitsOf, type TransportLimits } from '../../transport/TransportLimits';
import { withinTime } from '../../transport/withinTime';
import { answered, type AddressedRequest, exchangeOfError } from './Exchange';

/** Options of `httpClientTransport`. @since 0.1.0 */
export interface HttpClientTransportOptions extends TransportLimits {
  /** What the paths of endpoints are appended to: http, https or relative, without credentials, query string and fragment. */
  readonly baseURL: string;
  /** Milliseconds for the whole exchange, up to the last byte, interceptors included. Default 60,000; 0 for no limit. */
  readonly timeout?: number | undefined;
  /** Whether the browser sends its cookies along to another origin. Default false. */
  readonly withCredentials?: boolean | undefined;
  /** The `HttpContext` that interceptors see; a function is called for each request. By default there is none. */
  readonly context?: HttpContext | (() => HttpContext) | undefined;
  /** The HttpClient to use. Default: the one that is injected. */
  readonly http?: HttpClient | undefined;
}

const injected = () => {
  assertInInjectionContext(httpClientTransport);
  const http = inject(HttpClient, { optional: true });
  if (http === null)
    throw new Error(
      'httpClientTransport needs an HttpClient: add provideHttpClient() to the providers of the application',
    );
  // Only fetch can switch redirects off; with XMLHttpRequest, Angular would log a warning at every page.
  const isFetch = inject(HttpBackend, { optional: true }) instanceof FetchBackend;
  return { http, isFetch, isServer: isOnServer(inject(Injector)) };
};

/** The handlers of an HttpClient, one in the other, down to its backend. */
interface Handler {
  readonly handler?: Handler;
  readonly backend?: Handler;
  readonly xhrFactory?: unknown;
}

/** Whether XMLHttpRequest will send. What stands in for it on a server takes the credential wherever a redirect leads. */
const isXhr = ({ handler, backend, xhrFactory }: Handler): boolean => {
  const inner = handler ?? backend;
  return inner ? isXhr(inner) : xhrFactory !== undefined;
};

const unsafe: TransportFailure = {
  _tag: 'NetworkFailure',
  reason:
    'nothing was sent: on a server, HttpClient follows redirects with the credential. Provide it with provideHttpClient(withFetch())',
  permanent: true,
};

/** Reads the events of HttpClient for one request; an error is cut, and its transfer ended, as soon as enough of it has come. */
const reading = (asked: AddressedRequest, limit: number, isExact: boolean) => {
  let head: HttpHeaderResponse | undefined;
  let came: HttpDownloadProgressEvent | undefined;
  return (event: HttpEvent<string>): Observable<Exchange> => {
    if (event instanceof HttpResponse)
      return of(answered(event, event.body, asked, limit, isExact ? came : undefined));
    if (event.type === HttpEventType.ResponseHeader) head = event;
    if (event.type !== HttpEventType.DownloadProgress) return EMPTY;
    came = event;
    if (head?.ok === false)
      return came.loaded > maxErrorBytes
        ? of(answered(head, came.partialText, asked, limit))
        : EMPTY;
    return came.loaded > limit ? of(tooLargeResponse(limit)) : EMPTY;
  };
};

/**
 * The transport for Angular: `HttpClient`, with the interceptors of the application.
 *
 * Call it in an injection context, or pass an `HttpClient`. Pages are kept out of the transfer cache of server-side
 * rendering. Redirects are not followed with `withFetch()` (Angular 20.1 and later); everywhere else the browser follows
 * them, and the response that comes from another address is refused. On a server, nothing is sent without `withFetch()`.
 *
 * @example
 * ```ts
 * import { polite } from 'pagewalk';
 * import { httpClientTransport, providePagewalk } from 'pagewalk/angular';
 *
 * const baseURL = 'https://objects.example.com';
 * const provider = providePagewalk(() => ({ transport: polite({ concurrent: 8 })(httpClientTransport({ baseURL })) }));
 * ```
 *
 * @see providePagewalk
 * @since 0.1.0
 */
export const httpClientTransport = (options: HttpClientTransportOptions): Transport => {
  const { baseURL, http: given, withCredentials = false, context, ...limits } = options;
  checkBaseURL(baseURL, true);
  const { timeout, limit } = limitsOf('httpClientTransport', limits);
  const { http, isFetch, isServer } =
    given === undefined
      ? injected()
      : { http: given, isFetch: true, isServer: !('XMLHttpRequest' in globalThis) };

  return limited(limit, (request) => {
    // Angular's build sets the constant, and leaves out of the bundle for the browser what is for the server only.
    if ((typeof ngServerMode === 'undefined' || ngServerMode) && isServer && isXhr(http as object))
      return of(left(unsafe));
    const { method, url, headers, body = null } = request;
    const asked: AddressedRequest = {
      request,
      address: join(baseURL, url),
      absolute: absolute(baseURL, url),
    };

    const exchange = defer(() =>
      http
        .request(method, asked.address, {
          body,
          headers: { ...headers },
          observe: 'events',
          responseType: 'text',
          // There is no other way to know how much of an error has come.
          reportProgress: true,
          transferCache: false,
          withCredentials,
          ...(context && { context: typeof context === 'function' ? context() : context }),
          ...(isFetch && { redirect: 'manual' }),
        })
        .pipe(concatMap(reading(asked, limit, isFetch && given === undefined))),
    ).pipe(
      take(1),
      defaultIfEmpty<Exchange, Exchange>(networkFailure(undefined)),
      catchError((error: unknown) => of(exchangeOfError(error, asked, limit))),
    );
    return withinTime(timeout, (emit) => {
      const sent = exchange.subscribe(emit);
      return () => sent.unsubscribe();
    });
  });
};

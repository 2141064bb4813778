import type * as undici from 'undici';
import { type HttpRequest, readHeaders } from '../model/http';
import { join } from '../transport/address';
import { checkBaseURL } from '../transport/checkBaseURL';
import { networkFailure } from '../transport/networkFailure';
import type { Exchange, Transport } from '../transport/Transport';
import { limited, limitsOf, type TransportLimits } from '../transport/TransportLimits';
import { withinTime } from '../transport/withinTime';
import { acceptedCodings, receiveBody } from './receiveBody';

type Undici = typeof undici;
type Dispatcher = undici.Dispatcher;

/** A dispatcher of undici 7: an Agent, a Pool, a ProxyAgent, an EnvHttpProxyAgent. @inline */
export interface DispatcherLike {
  dispatch(options: never, handler: never): boolean;
}

/** Options of `undiciTransport`. @inline */
export interface UndiciTransportOptions extends TransportLimits {
  /** What the paths of the endpoints are appended to: http or https, without credentials, query string and fragment. */
  readonly baseURL: string;
  /** What sends the requests. It is never closed. Default: the global dispatcher of undici. */
  readonly dispatcher?: DispatcherLike;
}

/** It exists in CommonJS, but not in an ES module. */
declare const require: (name: string) => unknown;

/** Without a cause: what was not found says less than this. Any other reason is as it came. */
const causeOf = (error: unknown): Error =>
  String((error as NodeJS.ErrnoException).code).includes('MODULE_NOT_FOUND')
    ? new TypeError('undiciTransport needs the package undici, version 7: npm install undici@7')
    : (error as Error);

/** Loads the optional peer. An ES module that a bundler has made has no `require`: there it gives a promise. */
const load = (): Undici | Promise<Undici> => {
  try {
    return require('undici') as Undici;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') throw causeOf(error);
    return import('undici').catch((reason: unknown) => {
      throw causeOf(reason);
    });
  }
};

/** One for all transports, so that they share its connections. */
let agent: Dispatcher | undefined;

/** The global dispatcher. One that Node's own fetch has put there may be of an undici that is too old to be of use here. */
const globalOf =
  ({ Agent, Dispatcher: Known, getGlobalDispatcher }: Undici): (() => Dispatcher) =>
  () => {
    const dispatcher = getGlobalDispatcher();
    return dispatcher instanceof Known ? dispatcher : (agent ??= new Agent());
  };

const globalDispatcher = (): (() => Dispatcher | Promise<Dispatcher>) => {
  const found = load();
  if (!(found instanceof Promise)) return globalOf(found);
  const loaded = found.then(globalOf);
  // Only a request reports it.
  loaded.catch(() => undefined);
  return () => loaded.then((dispatcher) => dispatcher());
};

/** What undici refuses to send, it would refuse again. */
const failedRequest = (error: unknown, request: HttpRequest): Exchange =>
  networkFailure(
    error,
    request,
    (Object(error) as { readonly code?: unknown }).code === 'UND_ERR_INVALID_ARG',
  );

/** Turns the callbacks of undici into an exchange. A request that waits for its connection is aborted when it has one. */
const receiving = (
  url: string,
  request: HttpRequest,
  limit: number,
  emit: (result: Exchange) => void,
) => {
  let controller: undici.Dispatcher.DispatchController | undefined;
  let body: ReturnType<typeof receiveBody> | undefined;
  let isAborted = false;

  const abort = (): void => {
    isAborted = true;
    body?.leave();
    controller?.abort(new Error('aborted'));
  };

  const handler: undici.Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      if (isAborted) abort();
    },
    onResponseStart: (started, status, fields) => {
      body = receiveBody(
        { status, headers: readHeaders(fields), url },
        limit,
        started,
        abort,
        emit,
      );
    },
    onResponseData: (_, chunk) => body?.push(chunk),
    onResponseEnd: () => body?.end(),
    onResponseError: (_, error) => {
      body?.leave();
      // undici reports an abort at once.
      if (!isAborted) emit(failedRequest(error, request));
    },
  };
  return { handler, abort };
};

/**
 * The fastest transport in Node. It needs undici beside this package: `npm install undici@7`.
 *
 * It sends requests through the given dispatcher, with its connections, proxies and interceptors. Redirects are not
 * followed, whatever the dispatcher says.
 *
 * @example
 * ```ts
 * import { createClient } from 'pagewalk';
 * import { undiciTransport } from 'pagewalk/node';
 * import { Agent } from 'undici';
 *
 * const dispatcher = new Agent({ connections: 8, connect: { timeout: 5_000 } });
 * const client = createClient({ transport: undiciTransport({ baseURL: 'https://objects.example.com', dispatcher }) });
 * ```
 *
 * @see axiosTransport
 * @since 0.1.0
 */
export const undiciTransport = ({
  baseURL,
  dispatcher,
  ...limits
}: UndiciTransportOptions): Transport => {
  checkBaseURL(baseURL, false);
  const { timeout, limit } = limitsOf('undiciTransport', limits);
  const dispatcherNow =
    dispatcher === undefined ? globalDispatcher() : () => dispatcher as Dispatcher;
  const { origin, pathname } = new URL(baseURL);

  return limited(limit, (request) =>
    withinTime(timeout, (emit) => {
      const { method, url, headers, body = null } = request;
      const { handler, abort } = receiving(join(baseURL, url), request, limit, emit);
      const send = (by: Dispatcher): void => {
        try {
          by.dispatch(
            {
              origin,
              path: join(pathname, url),
              method,
              headers: { 'accept-encoding': acceptedCodings, ...headers },
              body,
              // The timeout of the transport is the only one. The redirect interceptor of undici knows `maxRedirections`.
              headersTimeout: 0,
              bodyTimeout: 0,
              ...{ maxRedirections: 0 },
            },
            handler,
          );
        } catch (error) {
          emit(failedRequest(error, request));
        }
      };
      const found = dispatcherNow();
      if (found instanceof Promise)
        found.then(send, (error: unknown) => emit(networkFailure(error, request, true)));
      else send(found);
      return abort;
    }),
  );
};

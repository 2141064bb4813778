import { isLeft, right } from 'fp-ts/Either';
import type { HttpRequest } from '../model/http';
import { checkBaseURL } from './checkBaseURL';
import { join } from './join';
import { networkFailure, tellable, type Thrown } from './networkFailure';
import { type BodyStream, readBody } from './readBody';
import type { Exchange, Transport } from './Transport';
import { limitsOf, type TransportLimits } from './TransportLimits';
import { withinTime } from './withinTime';

/**
 * What `fetchTransport` needs of a `fetch`: the platform's own has it, and those of undici and node-fetch.
 *
 * @since 0.1.0
 */
export type FetchLike = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: string | null;
    readonly redirect: 'manual';
    readonly credentials?: 'omit';
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly redirected: boolean;
  readonly headers: { forEach(tell: (value: string, name: string) => void): void };
  readonly body: unknown;
}>;

/**
 * Options of `fetchTransport`.
 *
 * @since 0.1.0
 */
export interface FetchTransportOptions extends TransportLimits {
  /**
   * The address that the paths of the endpoints are appended to: http or https, without credentials, query string and
   * fragment. Where there is a page, it may be relative to it.
   */
  readonly baseURL: string;
  /** The `fetch` to use. By default the platform's own, as it is when a request is sent. */
  readonly fetch?: FetchLike;
}

/** What went wrong, in the words of the platform; Node says more in the cause. */
const failed = (error: unknown, request: HttpRequest): Exchange => {
  const { message, cause = error } = Object(error) as Thrown & { readonly cause?: unknown };
  const { message: why, code } = Object(cause) as Thrown;
  return networkFailure({ message: tellable(String(why || message || error), request), code });
};

/** Not every platform has cookies, and one of those that have none refuses to be asked for none. */
const withoutCookies = (): { readonly credentials?: 'omit' } =>
  'credentials' in Request.prototype ? { credentials: 'omit' } : {};

const exchange = async (
  send: FetchLike,
  url: string,
  request: HttpRequest,
  limit: number,
  signal: AbortSignal,
): Promise<Exchange> => {
  const { method, headers, body = null } = request;
  const response = await send(url, {
    method,
    headers: { ...headers },
    body,
    redirect: 'manual',
    ...withoutCookies(),
    signal,
  });
  const { status } = response;
  // A browser that is told not to follow a redirect hides what it says; not every `fetch` does as it is told.
  if (status === 0 || response.redirected) {
    return networkFailure('redirects are not followed', true);
  }
  const text = response.body === null ? right('') : await readBody(response.body as BodyStream, status, limit, signal);
  if (isLeft(text)) return text;
  const received: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    received[name] = value;
  });
  return right({ status, headers: received, body: text.right });
};

/**
 * A transport that needs nothing but `fetch`: in browsers, Node, Deno and workers.
 *
 * It follows no redirects and sends no cookies. A browser hides what a redirect says, so that there it is a
 * `NetworkFailure`; elsewhere it is a response with its status.
 *
 * @example
 * ```ts
 * import { createClient, fetchTransport } from 'pagewalk';
 *
 * const client = createClient({ transport: fetchTransport({ baseURL: 'https://objects.example.com', timeout: 10_000 }) });
 * ```
 *
 * @see axiosTransport
 * @since 0.1.0
 */
export const fetchTransport = (options: FetchTransportOptions): Transport => {
  const { baseURL, fetch: given } = options;
  checkBaseURL(baseURL, 'location' in globalThis);
  const { timeout, limit } = limitsOf(options);

  return (request) =>
    withinTime(timeout, (emit) => {
      const abort = new AbortController();
      void exchange(given ?? fetch, join(baseURL, request.url), request, limit, abort.signal)
        .catch((error: unknown) => failed(error, request))
        .then(emit);
      return () => {
        abort.abort();
      };
    });
};

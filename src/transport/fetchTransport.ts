import { type Either, isLeft, right } from 'fp-ts/Either';
import type { HttpRequest } from '../model/http';
import { absolute, join } from './address';
import { checkBaseURL } from './checkBaseURL';
import { notFollowed } from './networkFailure';
import { dropBody, isBodyStream, readBody } from './readBody';
import type { Exchange, Transport, TransportFailure } from './Transport';
import { limited, limitsOf, type TransportLimits } from './TransportLimits';
import { promisedWithinTime } from './withinTime';

/**
 * What `fetchTransport` needs of a `fetch`: the platform's own has it, and those of undici and node-fetch.
 *
 * @inline
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
  /** A stream of the platform or of Node. Where there is none, as in React Native, the text is read, or the bytes. */
  readonly body?: unknown;
  text?(): Promise<string>;
  arrayBuffer?(): Promise<ArrayBuffer>;
}>;

/** Options of `fetchTransport`. @since 0.1.0 */
export interface FetchTransportOptions extends TransportLimits {
  /**
   * The address that the paths of the endpoints are appended to: http or https, without credentials, query string and
   * fragment. Where there is a page, it may be relative to it.
   */
  readonly baseURL: string;
  /** The `fetch` to use. By default the platform's own, as it is when a request is sent. */
  readonly fetch?: FetchLike;
}

type FetchedResponse = Awaited<ReturnType<FetchLike>>;

/** Not every platform has cookies, and one that has none refuses the option. */
const withoutCookies = (): { readonly credentials?: 'omit' } =>
  typeof Request === 'undefined' || 'credentials' in Request.prototype
    ? { credentials: 'omit' }
    : {};

const readText = async (
  response: FetchedResponse,
  limit: number,
  signal: AbortSignal,
): Promise<Either<TransportFailure, string>> => {
  const { body, status } = response;
  const data = body === null || isBodyStream(body) ? body : ((await response.text?.()) ?? response);
  return (await readBody(data, status, limit, signal)) ?? right('');
};

const exchange = async (
  send: FetchLike,
  baseURL: string,
  { method, url, headers, body }: HttpRequest,
  limit: number,
  signal: AbortSignal,
): Promise<Exchange> => {
  const response = await send(join(baseURL, url), {
    method,
    headers: { ...headers },
    body: body ?? null,
    redirect: 'manual',
    ...withoutCookies(),
    signal,
  });
  const { status } = response;
  // A browser that does not follow a redirect hides it; not every `fetch` respects `redirect: 'manual'`.
  if (status === 0 || response.redirected) {
    dropBody(response.body);
    return notFollowed;
  }
  const text = await readText(response, limit, signal);
  if (isLeft(text)) return text;
  const received: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    received[name] = value;
  });
  const asked = absolute(baseURL, url);
  return right({
    status,
    headers: received,
    body: text.right,
    ...(asked !== undefined && { url: asked }),
  });
};

/**
 * A transport that needs nothing but `fetch`: in browsers, Node, Deno and workers.
 *
 * It follows no redirects and sends no cookies. A browser hides the status of a redirect, so there it is a `NetworkFailure`;
 * elsewhere it is a response with its status.
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
export const fetchTransport = ({
  baseURL,
  fetch: given,
  ...limits
}: FetchTransportOptions): Transport => {
  checkBaseURL(baseURL);
  const { timeout, limit } = limitsOf('fetchTransport', limits);

  return limited(limit, (request) =>
    promisedWithinTime(timeout, request, (signal) =>
      exchange(given ?? fetch, baseURL, request, limit, signal),
    ),
  );
};

import axios, { type AxiosError, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { isLeft, left, right } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { readHeaders } from '../model/http';
import { absolute } from './address';
import { axiosAdapter } from './axiosAdapter';
import { checkBaseURL } from './checkBaseURL';
import { type KnownFailure, networkFailure, notFollowed } from './networkFailure';
import { readBody } from './readBody';
import type { Exchange, Transport } from './Transport';
import { limited, limitsOf, type TransportLimits } from './TransportLimits';
import { promisedWithinTime } from './withinTime';

/** Options of a transport that makes its own axios instance. @inline */
export interface AxiosTransportOptions extends TransportLimits {
  /**
   * The address that the paths of the endpoints are appended to: http or https, without credentials, query string and
   * fragment. Where there is a page, it may be relative to it.
   */
  readonly baseURL: string;
}

/** What the transport needs of an axios instance: of any version 1, and of either module format. @inline */
export interface AxiosLike {
  (config: never): unknown;
  readonly defaults: {
    readonly baseURL?: string | undefined;
    readonly timeout?: number | undefined;
    readonly adapter?: unknown;
  };
  request(config: object): Promise<unknown>;
}

/** An interceptor may return anything: for a body bytes, or what holds some. */
const readResponse = async (
  response: unknown,
  url: string | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<Exchange> => {
  const { status = NaN, headers, data } = Object(response) as Partial<AxiosResponse<unknown>>;
  if (status === 0) return notFollowed;
  if (!(status > 0) || data === undefined) return networkFailure(undefined, undefined, true);
  const body =
    typeof data === 'string'
      ? right(data)
      : ((await readBody(data, status, limit, signal)) ?? right(JSON.stringify(data)));
  if (isLeft(body)) return body;
  return right({
    status,
    headers: readHeaders(Object(headers) as Record<string, string>),
    body: body.right,
    ...(url !== undefined && { url }),
  });
};

/** What is known of a failure, or what the response that came with it says. */
const failedExchange = (
  error: unknown,
  answer: (response: unknown) => Promise<Exchange>,
): Exchange | Promise<Exchange> => {
  const { failure, response, cause } = Object(error) as AxiosError & Partial<KnownFailure>;
  // What Node's request fails with, axios wraps.
  const known = failure ?? (Object(cause) as Partial<KnownFailure>).failure;
  if (known) return left(known);
  // A response that broke off half-way hangs on its error too, but without data.
  if (response?.data === undefined) throw error;
  return answer(response);
};

const isInstance = (target: AxiosLike | AxiosTransportOptions): target is AxiosLike =>
  typeof target === 'function';

/**
 * A transport over axios, in Node and in browsers.
 *
 * It takes an address, or an axios instance with its interceptors, agents and default headers. Whatever the instance says,
 * redirects are not followed, and the timeout ends the whole exchange, a body that trickles included.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient } from 'pagewalk';
 * import axios from 'axios';
 *
 * const instance = axios.create({ baseURL: 'https://objects.example.com' });
 *
 * createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com', timeout: 10_000 }) });
 * createClient({ transport: axiosTransport(instance, { maxResponseBytes: 8_000_000 }) });
 * ```
 *
 * @since 0.1.0
 */
export function axiosTransport(options: AxiosTransportOptions): Transport;
export function axiosTransport(instance: AxiosLike, limits?: TransportLimits): Transport;
export function axiosTransport(
  target: AxiosLike | AxiosTransportOptions,
  limits?: TransportLimits,
): Transport {
  const instance: AxiosLike = isInstance(target)
    ? target
    : axios.create({ baseURL: target.baseURL });
  const { defaults } = instance;
  const { baseURL, timeout: ownTimeout = 0 } = defaults;
  // An interceptor may give an instance its address.
  if (!isInstance(target) || baseURL !== undefined) checkBaseURL(baseURL);
  // An instance whose timeout was left at axios's default of 0 gets this transport's default instead.
  const { timeout, limit } = limitsOf('axiosTransport', {
    ...(ownTimeout > 0 && { timeout: ownTimeout }),
    ...(isInstance(target) ? limits : { ...target, baseURL: undefined }),
  });
  const adapt = axiosAdapter(() => defaults.adapter, baseURL, limit);

  return limited(limit, (request) =>
    promisedWithinTime(timeout, request, (signal) => {
      const { method, url, headers, body } = request;
      let asked: string | undefined;
      // One literal, because axios reads all keys, and those of an object that was spread are slow to read. The body stays a string.
      const config: AxiosRequestConfig = {
        method,
        url,
        headers: { ...headers },
        data: body,
        signal,
        adapter: (given) => {
          // As it is sent: an interceptor may have changed it.
          asked = absolute(given.baseURL ?? '', given.url ?? '');
          return adapt(given, signal);
        },
        transformRequest: identity,
        transformResponse: identity,
      };
      const answer = (response: unknown): Promise<Exchange> =>
        readResponse(response, asked, limit, signal);
      return instance
        .request(config)
        .then(answer, (error: unknown) => failedExchange(error, answer));
    }),
  );
}

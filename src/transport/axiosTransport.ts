import axios, { type AxiosInstance, type AxiosRequestConfig, type AxiosResponse, isAxiosError } from 'axios';
import * as E from 'fp-ts/Either';
import { asyncScheduler, Observable } from 'rxjs';
import type { HttpResponse } from '../model/http';
import { longestTimer } from '../model/longestTimer';
import type { Transport, TransportFailure } from './Transport';

/**
 * What the axios transport grants one exchange.
 *
 * @since 0.1.0
 */
export interface TransportLimits {
  /** Milliseconds for the whole exchange, from the request to the last byte of the body. Default 60,000; 0 for no end. */
  readonly timeout?: number;
  /** The largest body that is taken, in bytes after decompression. Default 100 MiB. */
  readonly maxResponseBytes?: number;
}

/**
 * Options of a transport that makes its own axios instance.
 *
 * @since 0.1.0
 */
export interface AxiosTransportOptions extends TransportLimits {
  /** The address that the paths of the endpoints are appended to. */
  readonly baseURL: string;
}

type Exchange = E.Either<TransportFailure, HttpResponse>;

const readHeaders = (headers: AxiosResponse['headers']): Readonly<Record<string, string>> => {
  const read: Record<string, string> = {};
  for (const name of Object.keys(headers)) read[name.toLowerCase()] = String(headers[name]);
  return read;
};

const readResponse = ({ status, headers, data }: AxiosResponse<unknown>): HttpResponse => ({
  status,
  headers: readHeaders(headers),
  body: typeof data === 'string' ? data : JSON.stringify(data ?? ''),
});

/** A browser that is told not to follow a redirect hides what it says: the status is 0. An interceptor may return anything. */
const answered = (response: AxiosResponse<unknown> | null | undefined): Exchange =>
  response && response.status > 0
    ? E.right(readResponse(response))
    : E.left({
        _tag: 'NetworkFailure',
        reason: response?.status === 0 ? 'redirects are not followed' : 'no response came',
      });

const failed = (error: unknown, limit: number): Exchange => {
  if (!isAxiosError(error)) return E.left({ _tag: 'NetworkFailure', reason: String(error) });
  if (error.message.startsWith('maxContentLength')) return E.left({ _tag: 'ResponseTooLarge', limit });
  // A response that broke off half-way hangs on its error too, but without data.
  if (error.response?.data !== undefined) return answered(error.response);
  return E.left({
    _tag: 'NetworkFailure',
    // Node has no message where every address of a host refused.
    reason: error.message === '' ? String(error.code) : error.message,
    ...(error.code !== undefined && { code: error.code }),
  });
};

const asItIs = (data: unknown): unknown => data;

/** The `xhr` adapter is left out because it follows redirects whatever it is told. A test may set one of its own at any time. */
const adapterOf = ({ defaults }: AxiosInstance): NonNullable<AxiosRequestConfig['adapter']> =>
  typeof defaults.adapter === 'function' ? defaults.adapter : ['http', 'fetch'];

const isInstance = (target: AxiosInstance | AxiosTransportOptions): target is AxiosInstance =>
  typeof target === 'function';

/**
 * The transport that ships: axios, in Node and in browsers.
 *
 * It takes an address, or an axios instance with its interceptors, agents and default headers. Whatever the instance
 * says, redirects are not followed, and the timeout ends the whole exchange, a body that trickles included.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient } from 'pagewalk';
 * import axios from 'axios';
 *
 * const simple = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com', timeout: 10_000 }) });
 *
 * const instance = axios.create({ baseURL: 'https://objects.example.com' });
 * instance.interceptors.request.use((config) => config);
 * const own = createClient({ transport: axiosTransport(instance, { maxResponseBytes: 8_000_000 }) });
 * ```
 *
 * @since 0.1.0
 */
export function axiosTransport(options: AxiosTransportOptions): Transport;
export function axiosTransport(instance: AxiosInstance, limits?: TransportLimits): Transport;
export function axiosTransport(target: AxiosInstance | AxiosTransportOptions, limits?: TransportLimits): Transport {
  const instance = isInstance(target) ? target : axios.create({ baseURL: target.baseURL });
  const { timeout: ownTimeout = 0 } = instance.defaults;
  // An instance whose timeout was left at axios's default of 0 gets this transport's default instead.
  const { timeout = ownTimeout > 0 ? ownTimeout : 60_000, maxResponseBytes: limit = 100 * 1024 * 1024 } =
    (isInstance(target) ? limits : target) ?? {};
  if (!(timeout >= 0 && limit >= 0)) throw new TypeError('a limit must be 0 or more');

  return ({ method, url, headers, body }) =>
    new Observable<Exchange>((subscriber) => {
      const abort = new AbortController();
      // One literal: the keys of an object that was spread together are slow to read, and axios reads them all. What follows
      // the limit is nobody's to set: texts stay texts, nothing is followed, nothing is parsed.
      const request: AxiosRequestConfig = {
        method,
        url,
        headers: { ...headers },
        data: body,
        signal: abort.signal,
        adapter: adapterOf(instance),
        maxContentLength: limit,
        maxRedirects: 0,
        timeout: 0,
        responseType: 'text',
        transformRequest: asItIs,
        transformResponse: asItIs,
        allowAbsoluteUrls: false,
      };
      let isOver = false;
      const emit = (result: Exchange): void => {
        subscriber.next(result);
        subscriber.complete();
      };
      // An abort makes an exception with its stack: nothing to spend on every request that came to its end.
      subscriber.add(() => {
        if (!isOver) abort.abort();
      });
      if (timeout > 0 && timeout <= longestTimer) {
        const end = (): void => {
          abort.abort();
          emit(E.left({ _tag: 'TimedOut', after: timeout }));
        };
        subscriber.add(asyncScheduler.schedule(end, timeout));
      }
      void instance
        .request<unknown>(request)
        .then(answered)
        .catch((error: unknown) => failed(error, limit))
        .then((result) => {
          isOver = true;
          emit(result);
        });
    });
}

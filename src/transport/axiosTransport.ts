import axios, { type AxiosAdapter, type AxiosError, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { isLeft, left, right } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import type { HttpResponse } from '../model/http';
import { checkBaseURL } from './checkBaseURL';
import { isBodyStream, readBody } from './readBody';
import type { Exchange, Transport, TransportFailure } from './Transport';
import type { TransportLimits } from './TransportLimits';
import { withinTime } from './withinTime';

/**
 * Options of a transport that makes its own axios instance.
 *
 * @since 0.1.0
 */
export interface AxiosTransportOptions extends TransportLimits {
  /**
   * The address that the paths of the endpoints are appended to: http or https, without credentials, query string and
   * fragment. Where there is a page, it may be relative to it.
   */
  readonly baseURL: string;
}

/**
 * An axios instance of any version 1, whatever module format its types are of: what the transport needs of one.
 *
 * @since 0.1.0
 */
export interface AxiosLike {
  (config: never): unknown;
  readonly defaults: {
    readonly baseURL?: string | undefined;
    readonly timeout?: number | undefined;
    readonly adapter?: unknown;
  };
  request(config: object): Promise<unknown>;
}

const readHeaders = (headers: AxiosResponse['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

const readResponse = ({ status, headers, data }: AxiosResponse<unknown>): HttpResponse => ({
  status,
  headers: readHeaders(headers),
  body: typeof data === 'string' ? data : JSON.stringify(data ?? ''),
});

/** An interceptor may return anything. */
type Answer = AxiosResponse<unknown> | null | undefined;

/** A browser that is told not to follow a redirect hides what it says: the status is 0. */
const answered = (response: Answer): Exchange =>
  response && response.status > 0
    ? right(readResponse(response))
    : left({
        _tag: 'NetworkFailure',
        reason: response?.status === 0 ? 'redirects are not followed' : 'no response came',
        permanent: true,
      });

const failed = (error: unknown): Exchange => {
  const { failure, response, code, message } = Object(error) as AxiosError & { readonly failure?: TransportFailure };
  if (failure) return left(failure);
  // A response that broke off half-way hangs on its error too, but without data.
  if (response?.data !== undefined) return answered(response);
  return left({
    _tag: 'NetworkFailure',
    // Node has no message where every address of a host refused.
    reason: String(message || (code ?? error)),
    ...(code !== undefined && { code }),
  });
};

/**
 * The adapter of axios, or that of the instance, which a test may set at any time. The body is read here, no more of it
 * than is taken, and interceptors get it as text. The `xhr` adapter is left out because it follows redirects whatever it is
 * told, and hands out nothing before it has everything.
 */
const reading =
  ({ defaults }: AxiosLike, limit: number, signal: AbortSignal): AxiosAdapter =>
  async (config) => {
    const own = typeof defaults.adapter === 'function' ? (defaults.adapter as AxiosAdapter) : ['http', 'fetch'];
    let refused: AxiosError | undefined;
    // Set here, where nobody changes it any more, and where axios has merged its defaults: that takes time for each key.
    Object.assign(config, {
      responseType: 'stream',
      maxContentLength: -1,
      maxRedirects: 0,
      // What fetch calls it; before axios 1.20 it looked at nothing else.
      fetchOptions: { redirect: 'manual' },
      timeout: 0,
      allowAbsoluteUrls: false,
    });
    const response = await axios
      .getAdapter(
        own,
        config,
      )(config)
      .catch((error: unknown) => {
        refused = error as AxiosError;
        if (refused.response) return refused.response;
        throw refused;
      });
    config.responseType = 'text';
    const { data, status } = response as AxiosResponse<unknown>;
    const body = isBodyStream(data) ? await readBody(data, status, limit, signal) : right(data ?? '');
    if (isLeft(body)) throw Object.assign(new Error(body.left._tag), { failure: body.left });
    response.data = body.right;
    // An axios of another version cannot read the headers of this one.
    if (response.headers.constructor !== config.headers.constructor) {
      response.headers = Object.assign({}, response.headers);
    }
    if (refused) throw refused;
    return response;
  };

const isInstance = (target: AxiosLike | AxiosTransportOptions): target is AxiosLike => typeof target === 'function';

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
export function axiosTransport(instance: AxiosLike, limits?: TransportLimits): Transport;
export function axiosTransport(target: AxiosLike | AxiosTransportOptions, limits?: TransportLimits): Transport {
  const instance: AxiosLike = isInstance(target) ? target : axios.create({ baseURL: target.baseURL });
  const { baseURL, timeout: ownTimeout = 0 } = instance.defaults;
  // An interceptor may give an instance its address.
  if (!isInstance(target) || baseURL !== undefined) checkBaseURL(baseURL, 'location' in globalThis);
  // An instance whose timeout was left at axios's default of 0 gets this transport's default instead.
  const { timeout = ownTimeout > 0 ? ownTimeout : 60_000, maxResponseBytes: limit = 100 * 1024 * 1024 } =
    (isInstance(target) ? limits : target) ?? {};
  if (!(timeout >= 0 && limit >= 0)) throw new TypeError('a limit must be 0 or more');

  return ({ method, url, headers, body }) =>
    withinTime(timeout, (emit) => {
      const abort = new AbortController();
      // One literal: the keys of an object that was spread together are slow to read, and axios reads them all. Strings stay
      // strings: nothing is parsed.
      const request: AxiosRequestConfig = {
        method,
        url,
        headers: { ...headers },
        data: body,
        signal: abort.signal,
        adapter: reading(instance, limit, abort.signal),
        transformRequest: identity,
        transformResponse: identity,
      };
      void (instance.request(request) as Promise<Answer>).then(answered).catch(failed).then(emit);
      return () => {
        abort.abort();
      };
    });
}

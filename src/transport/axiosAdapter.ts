import axios, { type AxiosAdapter, type AxiosError, type AxiosResponse } from 'axios';
import { isLeft, right } from 'fp-ts/Either';
import { checkBaseURL } from './checkBaseURL';
import { failing, networkFailure } from './networkFailure';
import { readBody } from './readBody';

/** The adapters that may be used. `xhr` always follows redirects, and returns nothing before it has everything. */
const usable = (own: unknown): Array<AxiosAdapter> => {
  const given = [own ?? ['http', 'fetch']].flat() as Array<unknown>;
  const allowed = given.filter((adapter) => adapter !== 'xhr') as Array<AxiosAdapter>;
  if (allowed.length > 0) return allowed;
  throw failing(
    networkFailure("axios's adapter xhr follows redirects: use fetch instead", undefined, true),
  );
};

/** A response as a custom adapter may return it. */
interface Adapted {
  readonly status: number;
  readonly headers?: object;
  readonly data?: unknown;
}

/**
 * An adapter around the one of axios, or of the instance, that keeps to the rules of a transport, whatever the instance says.
 * The body is read here, no more of it than is taken, and interceptors get it as text. `own` is the adapter that the instance
 * has now: a test may set one at any time. `baseURL` was checked already.
 */
export const axiosAdapter =
  (own: () => unknown, baseURL: string | undefined, limit: number) =>
  /** The signal is that of the exchange: an interceptor may have taken the one of the config away. */
  (config: Parameters<AxiosAdapter>[0], signal: AbortSignal): Promise<AxiosResponse> => {
    const read = async (response: AxiosResponse): Promise<AxiosResponse> => {
      config.responseType = 'text';
      const { data, status, headers } = response as Adapted;
      const body = (await readBody(data, status, limit, signal)) ?? right(data ?? '');
      if (isLeft(body)) throw failing(body);
      response.data = body.right;
      // An axios of another version cannot read the headers of this one.
      if (headers?.constructor !== config.headers.constructor)
        response.headers = Object.assign({}, headers);
      return response;
    };
    // An interceptor may set its own address.
    if (config.baseURL !== undefined && config.baseURL !== baseURL) checkBaseURL(config.baseURL);
    // Set here, because nothing changes it any more. Before axios merges its defaults, each key would take time.
    Object.assign(config, {
      responseType: 'stream',
      maxContentLength: -1,
      maxRedirects: 0,
      // What fetch calls it; before axios 1.20 it looked at nothing else.
      fetchOptions: { ...config.fetchOptions, redirect: 'manual' },
      timeout: 0,
      allowAbsoluteUrls: false,
    });
    // What is rejected because of its status has a response all the same.
    return axios
      .getAdapter(
        usable(own()),
        config,
      )(config)
      .then(read, async (error: unknown) => {
        const { response } = Object(error) as AxiosError;
        if (response) await read(response);
        throw error;
      });
  };

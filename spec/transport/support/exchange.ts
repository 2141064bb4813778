import axios from 'axios';
import { expect } from 'chai';
import type { Either } from 'fp-ts/Either';
import type { RequestListener } from 'node:http';
import { axiosTransport } from '../../../src/index';
import type { HttpRequest, HttpResponse, Transport, TransportFailure } from '../../../src/index';
import type { TransportLimits } from '../../../src/transport/TransportLimits';
import { collect } from '../../support/collect';
import { withServer } from '../../support/withServer';

export const get = (url: string, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers,
});

export const post = (url: string, body: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body,
});

/** What came of a request: exactly one value, then completion. */
export const exchange = async (
  transport: Transport,
  request: HttpRequest,
): Promise<Either<TransportFailure, HttpResponse>> => {
  const [result, ...more] = await collect(transport(request));
  if (result === undefined) throw new Error('the transport emitted nothing');
  expect(more).to.deep.equal([]);
  return result;
};

type ToServer = (baseURL: string, limits?: TransportLimits) => Transport;

/** What a transport makes of a server that answers like this. */
export const answeredBy = (
  to: ToServer,
  answer: RequestListener,
  limits?: TransportLimits,
  request = get('/p'),
): Promise<Either<TransportFailure, HttpResponse>> =>
  withServer(answer, (url) => exchange(to(url, limits), request));

/** The two ways in which axios reaches a server: Node's own, and fetch, which is the way of browsers. */
export const adapters = {
  http: (baseURL, limits) => axiosTransport({ baseURL, ...limits }),
  fetch: (baseURL, limits) =>
    axiosTransport(axios.create({ baseURL, adapter: axios.getAdapter('fetch') }), limits),
} satisfies Readonly<Record<string, ToServer>>;

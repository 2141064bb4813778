import { Agent, type IncomingMessage, request as sendPlain } from 'node:http';
import { Agent as SecureAgent, request as sendSecure } from 'node:https';
import type { Transport } from '../../index';
import { acceptedCodings, receiveBody } from '../../node/receiveBody';
import { join } from '../../transport/address';
import { checkBaseURL } from '../../transport/checkBaseURL';
import { type HttpRequest, readHeaders } from '../../model/http';
import { networkFailure } from '../../transport/networkFailure';
import type { Exchange } from '../../transport/Transport';
import { limitsOf, type TransportLimits } from '../../transport/TransportLimits';
import { withinTime } from '../../transport/withinTime';

/** The status 101: what follows is not HTTP. */
const switchedProtocols = networkFailure(
  'the service responded with an upgrade of the connection (101), which was not requested',
  undefined,
  true,
);

const receive = (
  url: string,
  response: IncomingMessage,
  limit: number,
  emit: (result: Exchange) => void,
): void => {
  const { statusCode: status = 0 } = response;
  // Without a header that names the protocol, this status is an ordinary response in Node.
  if (status === 101) {
    response.destroy();
    emit(switchedProtocols);
    return;
  }
  const { push, end, leave } = receiveBody(
    { status, headers: readHeaders(response.headers), url },
    limit,
    response,
    () => response.destroy(),
    emit,
  );
  response
    .on('data', push)
    .on('end', end)
    .on('error', (error) => {
      leave();
      emit(networkFailure(error));
    });
};

/** What OpenSSL says of a port at which nobody speaks TLS. The rest of its text is for those who develop it. */
const noTls = /wrong version number|packet length too long|http request/i;

const sslText = /:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/;

/** What went wrong with an exchange. What is no TLS at all stays so, however often it is tried. */
const failureOf = (error: Error, request: HttpRequest): Exchange => {
  const [, words] = sslText.exec(error.message) ?? [];
  if (words === undefined) return networkFailure(error, request);
  const isPlain = noTls.test(words);
  const message = isPlain
    ? 'the service does not speak TLS at this port: is its address http: and not https:?'
    : `the TLS handshake failed: ${words}`;
  return networkFailure(Object.assign(error, { message }), request, isPlain);
};

/** A transport on Node's own http and https. It takes half the time of axios for a small page, and knows no proxy. */
export const nodeTransport = (baseURL: string, limits: TransportLimits): Transport => {
  checkBaseURL(baseURL, false);
  const { timeout, limit } = limitsOf('nodeTransport', limits);
  const isSecure = new URL(baseURL).protocol === 'https:';
  const send = isSecure ? sendSecure : sendPlain;
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true });

  return (request) =>
    withinTime(timeout, (emit) => {
      const { method, headers, body } = request;
      const url = join(baseURL, request.url);
      try {
        const sent = { 'accept-encoding': acceptedCodings, ...headers };
        const exchange = send(url, { method, headers: sent, agent }, (response) =>
          receive(url, response, limit, emit),
        );
        exchange
          .on('error', (error) => emit(failureOf(error, request)))
          // Node reports nowhere else that it closes the connection.
          .on('upgrade', (_, socket) => {
            socket.destroy();
            emit(switchedProtocols);
          });
        exchange.end(body);
        return () => exchange.destroy();
      } catch (error) {
        // Node refuses headers that no request can carry.
        emit(networkFailure(error, request, true));
        return () => undefined;
      }
    });
};

import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { readingsAt } from './million.mjs';

/** Only what the reference service reads. */
const passedOn = ['accept', 'content-type', 'content-length'];

const sendError = (response, status, errorName) => {
  const body = JSON.stringify({ errorName, parameters: {} });
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
};

/**
 * Stands before the reference service as a gateway does before a real one: it hands out short-lived tokens, and lets
 * requests pass that carry one. The service itself has one token for ever, which a client could not renew.
 */
export const gatewayTo = (service, faults) => {
  const tokens = new Set();
  const log = { tokens: 0, refused: 0, offsets: [] };

  const isAllowed = ({ headers: { authorization = '' } }) => tokens.has(authorization.replace(/^Bearer /, ''));

  const pass = (request, response) => {
    const headers = Object.fromEntries(
      passedOn.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    );
    const upstream = httpRequest(service.url, {
      method: request.method,
      path: request.url,
      headers: { ...headers, authorization: `Bearer ${service.token}` },
    });
    const end = () => {
      upstream.destroy();
      response.destroy();
    };
    const fail = () => {
      if (response.destroyed) return;
      faults.struck('reset');
      if (response.headersSent) end();
      else sendError(response, 502, 'BadGateway');
    };
    upstream.on('error', fail);
    upstream.on('response', (answer) => {
      if (answer.statusCode >= 400 && answer.statusCode < 500) faults.struck('expire');
      answer.on('error', fail);
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    // A browser that leaves before the response is whole has cancelled its request, and the gateway cancels its own.
    response.on('close', () => {
      if (!response.writableFinished) end();
    });
    request.pipe(upstream);
  };

  return {
    log,
    issue: () => {
      const token = randomBytes(18).toString('base64url');
      tokens.add(token);
      log.tokens += 1;
      return token;
    },
    /** From now on every token that was handed out is refused. */
    revoke: () => {
      tokens.clear();
    },
    handle: (request, response) => {
      const readings = readingsAt(request.url);
      if (isAllowed(request) && readings === undefined) return pass(request, response);
      if (isAllowed(request)) {
        log.offsets.push(readings.offset);
        response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        return response.end(JSON.stringify(readings.page));
      }
      log.refused += 1;
      sendError(response, 401, 'InvalidCredentials');
    },
  };
};

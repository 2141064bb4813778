import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorResponse, serviceError } from '../answers/ServiceError';
import { answerOf } from '../core/beginExchange';
import { targetOf } from '../core/route';
import type { World } from '../core/World';
import { drainable } from './drainable';
import { type Clock, send, serveRequest, whenOver } from './serveRequest';

const host = '127.0.0.1';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; choose another one, or 0 for one that is free',
  EACCES: 'may not be used by this user; choose one above 1023, or 0 for one that is free',
};

const explain = (port: number, error: NodeJS.ErrnoException): Error => {
  const reason = reasons[error.code ?? ''] ?? `cannot be listened on: ${error.message}`;
  return Object.assign(new Error(`port ${port} ${reason}`, { cause: error }), { code: error.code });
};

/** Begins to listen on the loopback interface, and tells the address. */
const listen = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(explain(port, error));
    });
    server.listen(port, host, () => {
      resolve(`http://${host}:${(server.address() as AddressInfo).port}`);
    });
  });

/** How requests are served; a rejection means that something unexpected happened. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers 500 where serving fails, and lets the process live. A client that has gone is not a failure. */
export const guarded =
  (serve: Serve, errorInstanceId: () => string): RequestListener =>
  (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.destroyed) return undefined;
      const id = errorInstanceId();
      process.emitWarning(error instanceof Error ? error : String(error), { detail: `errorInstanceId ${id}` });
      if (!response.headersSent) return send(response, answerOf(errorResponse(serviceError(500, 'Internal'), id)));
      response.destroy();
      return undefined;
    });
  };

/** Longer than a slow consumer takes for a page, so that its connection is still there for the next one. */
const keepAliveTimeout = 60_000;

const tellWhenOver = ({ settings }: World, request: IncomingMessage, response: ServerResponse): void => {
  whenOver(request, response, () => {
    settings.onRequest({
      method: request.method ?? '',
      path: targetOf(request.url ?? '/').path,
      status: response.headersSent ? response.statusCode : undefined,
      aborted: !response.writableFinished,
    });
  });
};

export const openServer = async (
  world: World,
  clock?: Clock,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const server = createServer({ keepAliveTimeout });
  const close = drainable(server, world.settings.closeGrace);
  const serve: Serve = (request, response) => serveRequest(world, request, response, clock);
  server.on('request', (request, response) => {
    tellWhenOver(world, request, response);
  });
  server.on('request', guarded(serve, world.errorInstanceId));
  return { url: await listen(server, world.settings.port), close };
};

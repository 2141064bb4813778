import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorResponse, serviceError } from '../answers/ServiceError';
import { answerOf } from '../core/beginExchange';
import type { World } from '../core/World';
import { type Clock, sendResponse, serveRequest } from './serveRequest';

const whenClosed = (closeable: Server | Socket): Promise<void> =>
  new Promise((resolve) => closeable.once('close', resolve));

/**
 * Gives a server that does not listen yet a close that cuts no response short within `grace` milliseconds, and waits for no
 * connection without one. Node's own close does both: to it a response is done when it is written, although it may not be
 * sent yet, and it waits for every connection that has begun to send a request, or whose client does not read.
 */
const drainable = (server: Server, grace: number): (() => Promise<void>) => {
  const connections = new Map<Socket, Set<ServerResponse>>();
  let closed: Promise<void> | undefined;

  server.on('connection', (socket) => {
    const responses = new Set<ServerResponse>();
    connections.set(socket, responses);
    socket.once('close', () => {
      connections.delete(socket);
      // Node says so only to the response that is being sent, and to none that waits behind it.
      for (const response of responses) response.emit('close');
    });
  });
  server.prependListener('request', ({ socket }, response) => {
    const responses = connections.get(socket);
    responses?.add(response);
    response.shouldKeepAlive &&= closed === undefined;
    response.once('close', () => {
      responses?.delete(response);
      // The last bytes may still be on their way to the operating system.
      if (responses?.size === 0 && closed !== undefined) socket.destroySoon();
    });
  });
  server.closeIdleConnections = () => {
    for (const [socket, responses] of connections) {
      for (const response of responses) response.shouldKeepAlive = false;
      // A request that has not come whole has no response to lose.
      const isWaiting = [...responses].some(({ req, headersSent }) => req.complete || headersSent);
      if (!isWaiting) socket.destroy();
    }
  };

  const close = async (): Promise<void> => {
    const closing = [...connections.keys(), server].map(whenClosed);
    server.close();
    const impatience = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, grace);
    await Promise.all(closing);
    clearTimeout(impatience);
  };
  return () => (closed ??= close());
};

const host = '127.0.0.1';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; choose another one, or 0 for one that is free',
  EACCES: 'may not be used by this user; choose one above 1023, or 0 for one that is free',
};

const explainListen = (port: number, error: NodeJS.ErrnoException): Error => {
  const reason = reasons[error.code ?? ''] ?? `cannot be listened on: ${error.message}`;
  return Object.assign(new Error(`port ${port} ${reason}`, { cause: error }), { code: error.code });
};

const listenOn = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListen(port, error)));
    server.listen(port, host, () =>
      resolve(`http://${host}:${(server.address() as AddressInfo).port}`),
    );
  });

/** A rejection means that something unexpected happened. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Sends a 500 where serving fails, and lets the process live. A client that has gone is not a failure. */
export const guarded =
  (serve: Serve, errorInstanceId: () => string): RequestListener =>
  (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.destroyed) return undefined;
      const id = errorInstanceId();
      process.emitWarning(error instanceof Error ? error : String(error), {
        detail: `errorInstanceId ${id}`,
      });
      if (!response.headersSent)
        return sendResponse(response, answerOf(errorResponse(serviceError(500, 'Internal'), id)));
      response.destroy();
      return undefined;
    });
  };

/** Longer than a slow consumer takes for a page, so that its connection is still there for the next one. */
const keepAliveTimeout = 60_000;

export const openServer = async (
  world: World,
  clock?: Clock,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const server = createServer({ keepAliveTimeout });
  const close = drainable(server, world.settings.closeGrace);
  const serve: Serve = (request, response) => serveRequest(world, request, response, clock);
  server.on('request', guarded(serve, world.errorInstanceId));
  return { url: await listenOn(server, world.settings.port), close };
};

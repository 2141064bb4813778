import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const whenClosed = (closeable: Server | Socket): Promise<void> =>
  new Promise((resolve) => {
    closeable.once('close', resolve);
  });

/**
 * Gives a server a close that cuts no response short for some milliseconds, and waits for no connection without one. To be
 * called before the server listens.
 *
 * Node's own close does both: it takes a response for done when it is written, although it may not be sent yet, and it
 * waits for every connection that has begun to send a request. It also waits forever where a client does not read.
 */
export const drainable = (server: Server, grace: number): (() => Promise<void>) => {
  /** The connections, each with the responses that are under way on it. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  let closed: Promise<void> | undefined;

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
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

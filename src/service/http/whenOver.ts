import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const pending = new WeakMap<Socket, Set<() => void>>();

const pendingOn = (socket: Socket): Set<() => void> => {
  const known = pending.get(socket);
  if (known !== undefined) return known;
  const added = new Set<() => void>();
  pending.set(socket, added);
  socket.once('close', () => {
    for (const over of added) over();
  });
  return added;
};

/**
 * Calls back once, when the response has been sent or its connection is gone. A response that waits behind another one on
 * its connection does not hear of the connection's end by itself.
 */
export const whenOver = ({ socket }: IncomingMessage, response: ServerResponse, callback: () => void): void => {
  const others = pendingOn(socket);
  const over = (): void => {
    if (others.delete(over)) callback();
  };
  others.add(over);
  response.once('close', over);
};

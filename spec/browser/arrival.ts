import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Example } from './Example';

const channel = 'http.server.request.start';

/** Resolves once the reference service has the next request: what is aborted before, it never hears of. */
export const arrival = ({ service }: Example): Promise<void> =>
  new Promise((resolve) => {
    const port = Number(new URL(service.url).port);
    const look = (message: unknown): void => {
      const { socket } = message as { readonly socket: Socket };
      if (socket.localPort !== port) return;
      unsubscribe(channel, look);
      resolve();
    };
    subscribe(channel, look);
  });

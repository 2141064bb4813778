import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { targetOf } from '../core/route';
import type { World } from '../core/World';
import { drainable } from './drainable';
import { guarded } from './guarded';
import { listen } from './listen';
import { type Clock, serveRequest } from './serveRequest';
import { whenOver } from './whenOver';

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

/** Lets requests come to a world over HTTP. */
export const openServer = async (
  world: World,
  clock?: Clock,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const server = createServer({ keepAliveTimeout });
  const close = drainable(server, world.settings.closeGrace);
  server.on('request', (request, response) => {
    tellWhenOver(world, request, response);
  });
  server.on(
    'request',
    guarded((request, response) => serveRequest(world, request, response, clock), world.errorInstanceId),
  );
  return { url: await listen(server, world.settings.port), close };
};

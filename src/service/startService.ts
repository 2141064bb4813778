import * as E from 'fp-ts/Either';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFaults } from './faults/readFaults';
import { drainable } from './http/drainable';
import { guarded } from './http/guarded';
import { listen } from './http/listen';
import { targetOf } from './http/targetOf';
import { whenOver } from './http/whenOver';
import { readOptions } from './readOptions';
import { serveRequest } from './serveRequest';
import type { Service } from './Service';
import type { ServiceOptions } from './ServiceOptions';
import { createWorld, type World } from './World';

/** Longer than a slow consumer takes for a page, so that its connection is still there for the next one. */
const keepAliveTimeout = 60_000;

/** One bad file of objects can have thousands of problems; this many make the point. */
const maxProblems = 10;

const orThrow = <A>(name: string, checked: E.Either<ReadonlyArray<string>, A>): A => {
  if (E.isRight(checked)) return checked.right;
  const told = checked.left.slice(0, maxProblems);
  const untold = checked.left.length - told.length;
  throw new TypeError(`${name}: ${[...told, ...(untold > 0 ? [`and ${untold} more`] : [])].join('; ')}`);
};

const tellWhenOver = ({ settings }: World, request: IncomingMessage, response: ServerResponse): void => {
  whenOver(request, response, () => {
    settings.onRequest({
      method: request.method ?? '',
      path: targetOf(request).path,
      status: response.headersSent ? response.statusCode : undefined,
      aborted: !response.writableFinished,
    });
  });
};

/**
 * Starts the reference service on the loopback interface: both revisions of the paging conventions over real HTTP, with
 * data to read and faults on demand.
 *
 * Options that cannot be right reject with a `TypeError` that names every problem. A port that is not available rejects
 * with an `Error` that has the platform's `code`.
 *
 * @example
 * ```ts
 * import { startService } from 'pagewalk/service';
 * import { axiosTransport, createClient, rights } from 'pagewalk';
 * import { count, lastValueFrom } from 'rxjs';
 *
 * const { url, ontologyRid, objectType, close } = await startService();
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: url }) });
 * const employees = await lastValueFrom(client.list({ ontologyRid, objectType }).pipe(rights(), count()));
 * console.log(objectType, employees);
 * // Logs:
 * // employee 2500
 *
 * await close();
 * ```
 *
 * @since 0.1.0
 */
export const startService = async (options: ServiceOptions = {}): Promise<Service> => {
  const settings = orThrow('startService', readOptions(options));
  const world = createWorld(settings);
  const server = createServer({ keepAliveTimeout });
  const close = drainable(server, settings.closeGrace);
  server.on('request', (request, response) => {
    tellWhenOver(world, request, response);
  });
  server.on(
    'request',
    guarded((request, response) => serveRequest(world, request, response), world.errorInstanceId),
  );
  const url = await listen(server, settings.port);
  const { ontologyRid, apiFamily, token } = settings;
  return {
    url,
    ontologyRid,
    objectType: world.store.objectTypes[0] ?? '',
    apiFamily,
    token,
    store: world.store,
    setFaults: (faults) => {
      world.setFaults(orThrow('setFaults', readFaults(faults)));
    },
    close,
  };
};

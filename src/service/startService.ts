import type { ServiceOptions } from './core/ServiceOptions';
import type { Service } from './core/Service';
import { createWorld } from './core/World';
import { openServer } from './http/openServer';

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
  const world = createWorld('startService', options);
  const { url, close } = await openServer(world);
  return { url, ...world.handles, close };
};

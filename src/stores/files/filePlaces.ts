import { placesOf } from '../port/placesOf';
import type { StorePlaces } from '../port/StorePlaces';
import { fileStore } from './fileStore';

/** The places that `filePlaces` makes. @since 0.1.0 */
export type FilePlaces = StorePlaces<void>;

/**
 * Keeps the places of walks as files of a directory: for `durable` on one machine.
 *
 * The work of a page comes first, then its place, synced: after a crash in between, the page is worked on again. Only the
 * user can read the files (mode 0600), because they contain page tokens. A second process that claims a walk supersedes the
 * first, which notices it before and after its work. A file that is damaged, belongs to another user or can be read by others
 * is rejected, with its name. `finish` runs after the place of the last part is kept. If a process ends before it has
 * completed, or two parts end at once, it runs again. The directory is created if it does not exist. It must be on a disk of
 * this machine, not on one that machines share.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects } from 'pagewalk';
 * import { filePlaces } from 'pagewalk/node';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 *
 * durable({
 *   id: 'employee',
 *   places: filePlaces('places'),
 *   pages: (start) => client.pages(listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee', ...start }),
 *   work: async (page) => page.data.length,
 * }).subscribe();
 * ```
 *
 * @since 0.1.0
 */
export const filePlaces = (directory: string): FilePlaces => placesOf(fileStore(directory));

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { concat, defer, from, ignoreElements, type Observable, of, switchMap } from 'rxjs';
import type { Place } from '../../model/place/Place';
import type { Superseded } from '../../model/errors/Superseded';
import { checkId, type Claim, type Places } from '../../walk/durable/Places';
import { type WalkFiles, walkFiles } from './walkFiles';

/**
 * The places that `filePlaces` makes.
 *
 * @since 0.1.0
 */
export interface FilePlaces extends Places<void> {
  /** Lets the walk begin again: its place is dropped, and whoever walks it is superseded. */
  forget(id: string): Promise<void>;
}

type Kept = E.Either<Superseded, void>;

/**
 * Keeps the places of walks as files of a directory: for `durable` on one machine.
 *
 * The work of a page comes first, then its place: after a crash in between, the page is worked on again. A place is written
 * and synced before it gets its name, and only the user can read it (mode 0600), for it holds a page token. A second process
 * that claims a walk supersedes the first, which is told before and after its work. A file that is damaged, belongs to
 * somebody else or is open to others is refused by name.
 *
 * The directory is created if it does not exist. It must be on a disk of this machine, not on one that machines share.
 *
 * @example
 * ```ts
 * import { axiosTransport, createClient, durable, listObjects, orThrow } from 'pagewalk';
 * import { filePlaces } from 'pagewalk/node';
 * import { mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 *
 * const client = createClient({ transport: axiosTransport({ baseURL: 'https://objects.example.com' }) });
 * const places = filePlaces(mkdtempSync(join(tmpdir(), 'places-')));
 *
 * durable({
 *   id: 'employee',
 *   places,
 *   pages: (start) => client.pages(listObjects, { ontologyRid: 'ri.ontology.main', objectType: 'employee', ...start }),
 *   work: async (page) => page.data.length,
 * })
 *   .pipe(orThrow())
 *   .subscribe({ complete: () => void places.forget('employee') });
 * ```
 *
 * @see durable
 * @since 0.1.0
 */
export const filePlaces = (directory: string): FilePlaces => {
  const path = resolve(directory);

  /** A successor removes what is left of the claims before it, also while that is being written: then it fails, and is past. */
  const unlessSuperseded = async (files: WalkFiles, epoch: number, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      if (await files.isCurrent(epoch)) throw error;
    }
  };

  /** Claims a walk and takes over a place: the one that is kept, or none. */
  const take = async (id: string, placeOf: (epoch: number) => Promise<O.Option<Place>>): Promise<Claim> => {
    const files = walkFiles(path, id);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const epoch = await files.claim();
    const place = await placeOf(epoch);
    await unlessSuperseded(files, epoch, async () => {
      await files.keep(epoch, place);
      await files.clean(epoch);
    });
    return { id, epoch, place };
  };

  const superseded = (id: string): Kept => E.left({ _tag: 'Superseded', id });

  const save = async ({ id, epoch }: Claim, place: Place): Promise<Kept> => {
    const files = walkFiles(path, id);
    if (!(await files.isCurrent(epoch))) return superseded(id);
    await unlessSuperseded(files, epoch, () => files.keep(epoch, O.some(place)));
    return (await files.isCurrent(epoch)) ? E.right(undefined) : superseded(id);
  };

  return {
    claim: async (id) => {
      checkId(id);
      return take(id, (epoch) => walkFiles(path, id).placeBefore(epoch));
    },
    keep: (claim, place, work): Observable<Kept> =>
      defer(() => walkFiles(path, claim.id).isCurrent(claim.epoch)).pipe(
        switchMap((isCurrent) =>
          isCurrent
            ? concat(
                defer(() => from(work())).pipe(ignoreElements()),
                defer(() => save(claim, place)),
              )
            : of(superseded(claim.id)),
        ),
      ),
    forget: async (id) => {
      checkId(id);
      await take(id, () => Promise.resolve(O.none));
    },
  };
};

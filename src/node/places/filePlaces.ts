import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { concat, defer, from, ignoreElements, type Observable, of, switchMap } from 'rxjs';
import { Place } from '../../model/place/Place';
import type { Superseded } from '../../model/errors/Superseded';
import { type Behind, checkId, type Claim, type Places } from '../../walk/durable/Places';
import type { Line } from './claimLines';
import { type WalkFiles, walkFiles } from './walkFiles';

/**
 * The places that `filePlaces` makes.
 *
 * @since 0.1.0
 */
export interface FilePlaces extends Places<void> {
  /** Lets the walk start again: its place is dropped, and a run that walks it is superseded. */
  forget(id: string): Promise<void>;
}

type Kept = E.Either<Superseded | Behind, void>;

const textOf = O.fold(() => '', Place.encode);

/**
 * Keeps the places of walks as files of a directory: for `durable` on one machine.
 *
 * The work of a page comes first, then its place: after a crash in between, the page is worked on again. A place is written
 * and synced before it gets its name, and only the user can read it (mode 0600), because it contains a page token. A second process
 * that claims a walk supersedes the first, which notices it before and after its work. A file that is damaged, belongs to
 * another user or can be read by others is rejected, with its name.
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

  /** Only its own claims have a mark. */
  const lineOf = ({ epoch, mark = '' }: Claim): Line => ({ epoch, mark });

  /** Whether the claim still counts, and its place is still there. */
  const standing = async (claim: Claim): Promise<Kept> => {
    const files = walkFiles(path, claim.id);
    const found = await files.found(lineOf(claim));
    if (!(await files.isCurrent(lineOf(claim)))) return E.left({ _tag: 'Superseded', id: claim.id });
    return textOf(found) === textOf(claim.place) ? E.right(undefined) : E.left({ _tag: 'Behind', place: found });
  };

  const save = async (claim: Claim, place: Place): Promise<Kept> => {
    const before = await standing(claim);
    if (E.isLeft(before)) return before;
    await walkFiles(path, claim.id).keep(lineOf(claim), place);
    return standing({ ...claim, place: O.some(place) });
  };

  const filesOf = async (id: string): Promise<WalkFiles> => {
    checkId(id);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return walkFiles(path, id);
  };

  return {
    claim: async (id, part): Promise<Claim> => {
      if (part) throw new TypeError('filePlaces: files know no parts of a walk; postgresPlaces does');
      const files = await filesOf(id);
      // In this order: who drops the walk removes its run first, and then supersedes this claim.
      const taken = await files.take();
      return { id, run: await files.run(), ...taken };
    },
    keep: (claim, place, work): Observable<Kept> =>
      defer(() => standing(claim)).pipe(
        switchMap((before) =>
          E.isLeft(before)
            ? of(before)
            : concat(
                defer(() => from(work())).pipe(ignoreElements()),
                defer(() => save(claim, place)),
              ),
        ),
      ),
    forget: async (id) => (await filesOf(id)).drop(),
  };
};

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { concat, defer, EMPTY, from, ignoreElements, type Observable, type ObservableInput, of, switchMap } from 'rxjs';
import { Place } from '../../model/place/Place';
import type { Superseded } from '../../model/errors/Superseded';
import { type Behind, checkId, type Claim, type Places, sortedParts } from '../../walk/durable/Places';
import { type OpenClaims, walkFiles } from './walkFiles';
import { doing } from '../privateFile';
import { walkRun } from './walkRun';

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
type Files = ReturnType<typeof walkFiles>;

const { equals } = O.getEq<Place>({ equals: (a, b) => a === b || Place.encode(a) === Place.encode(b) });

/**
 * Keeps the places of walks as files of a directory: for `durable` on one machine.
 *
 * The work of a page comes first, then its place, synced: after a crash in between, the page is worked on again. Only the
 * user can read the files (mode 0600), because they contain page tokens. A second process that claims a walk supersedes the
 * first, which notices it before and after its work. A file that is damaged, belongs to another user or can be read by others
 * is rejected, with its name. `finish` runs after the place of the last part is kept. Where a process ends before it has
 * completed, or two parts end at once, it runs again.
 *
 * The directory is created if it does not exist. It must be on a disk of this machine, not on one that machines share.
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
 * @see durable
 * @since 0.1.0
 */
export const filePlaces = (directory: string): FilePlaces => {
  const path = resolve(directory);
  const open: OpenClaims = new Map();

  /** Whether the claim still counts, and its place is still there. */
  const standing = async (files: Files, claim: Claim): Promise<Kept> => {
    const found = await files.found(claim);
    if (found === undefined) return E.left({ _tag: 'Superseded', id: claim.id, ...(await files.holder()) });
    return equals(found, claim.place) ? E.right(undefined) : E.left({ _tag: 'Behind', place: found });
  };

  const save = async (files: Files, claim: Claim, place: Place, isToFinish: boolean): Promise<Kept> => {
    const before = await standing(files, claim);
    if (E.isLeft(before)) return before;
    if (isToFinish) await walkRun(path, claim.id).expectFinish(claim.run ?? '');
    await files.keep(claim, place);
    return standing(files, { ...claim, place: O.some(place) });
  };

  const walkOf = async (id: string) => {
    checkId(id);
    await doing('make', path, () => mkdir(path, { recursive: true, mode: 0o700 }));
    return walkRun(path, id);
  };

  const finishing = (claim: Claim, finish: () => ObservableInput<unknown>): Observable<never> =>
    walkRun(path, claim.id).finish(claim.run ?? '', finish);

  return {
    claim: async (id, part, options): Promise<Claim> => {
      part?.of.forEach((name) => checkId(name));
      const walk = await walkOf(id);
      for (;;) {
        const run = await walk.open(sortedParts(part));
        const taken = await walkFiles(path, id, part?.name).take(options);
        // Where it was forgotten in between, this is a claim of the walk before.
        if (await walk.isOpen(run)) return { id, part: part?.name, run, ...taken };
      }
    },
    keep: (claim, place, work, finish): Observable<Kept> => {
      const files = walkFiles(path, claim.id, claim.part, open);
      const isToFinish = place.isLast && finish !== undefined;
      const saving = defer(() => save(files, claim, place, isToFinish)).pipe(
        switchMap((kept) => concat(isToFinish && E.isRight(kept) ? finishing(claim, finish) : EMPTY, of(kept))),
      );
      return defer(() => standing(files, claim)).pipe(
        switchMap((before) =>
          E.isLeft(before) ? of(before) : concat(defer(() => from(work())).pipe(ignoreElements()), saving),
        ),
      );
    },
    finish: finishing,
    forget: async (id) => (await walkOf(id)).forget(),
  };
};

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { concat, defer, EMPTY, ignoreElements, type Observable, of, switchMap } from 'rxjs';
import { Place } from '../../model/place/Place';
import { byHand, checkFilter, type KeptPlaces, type KeptWalk } from '../../walk/durable/KeptPlaces';
import type { Kept } from '../../walk/durable/pageTransaction';
import { checkId, type Claim, sortedParts, type Work } from '../../walk/durable/Places';
import { codeOf, readPrivate, withFileContext } from '../privateFile';
import { damagedFile, idIn, type OpenClaims, walkFiles } from './walkFiles';
import { walkRun } from './walkRun';

/** The places that `filePlaces` makes. @since 0.1.0 */
export type FilePlaces = KeptPlaces<void>;

type Files = ReturnType<typeof walkFiles>;

const { equals } = O.getEq<Place>({
  equals: (a, b) => a === b || Place.encode(a) === Place.encode(b),
});

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
export const filePlaces = (directory: string): FilePlaces => {
  const path = resolve(directory);
  const open: OpenClaims = new Map();

  const standing = async (files: Files, claim: Claim): Promise<Kept> => {
    const found = await files.found(claim);
    if (found === undefined)
      return E.left({ _tag: 'Superseded', id: claim.id, ...(await files.holder()) });
    return equals(found, claim.place)
      ? E.right(undefined)
      : E.left({ _tag: 'Behind', place: found });
  };

  const save = async (
    files: Files,
    claim: Claim,
    place: Place,
    isToFinish: boolean,
  ): Promise<Kept> => {
    const before = await standing(files, claim);
    if (E.isLeft(before)) return before;
    if (isToFinish) await walkRun(path, claim.id).expectFinish(claim.run ?? '');
    await files.keep(claim, place);
    return standing(files, { ...claim, place: O.some(place) });
  };

  const walkOf = async (id: string) => {
    checkId(id);
    await withFileContext('make', path, () => mkdir(path, { recursive: true, mode: 0o700 }));
    return walkRun(path, id);
  };

  const finishing = (claim: Claim, finish: Work<void>): Observable<never> =>
    walkRun(path, claim.id).finish(claim.run ?? '', finish);

  const claim: FilePlaces['claim'] = async (id, part, options): Promise<Claim> => {
    part?.of.forEach((name) => checkId(name));
    const walk = await walkOf(id);
    for (;;) {
      const run = await walk.open(sortedParts(part));
      const taken = await walkFiles(path, id, part?.name).take(options);
      // Where it was forgotten in between, this is a claim of the walk before.
      if (await walk.isOpen(run)) return { id, part: part?.name, run, ...taken };
    }
  };

  const keep: FilePlaces['keep'] = (claim, place, work, finish): Observable<Kept> => {
    const files = walkFiles(path, claim.id, claim.part, open);
    const isToFinish = place.isLast && finish !== undefined;
    const saving = defer(() => save(files, claim, place, isToFinish)).pipe(
      switchMap((kept) =>
        concat(isToFinish && E.isRight(kept) ? finishing(claim, finish) : EMPTY, of(kept)),
      ),
    );
    return defer(() => standing(files, claim)).pipe(
      switchMap((before) =>
        E.isLeft(before) ? of(before) : concat(defer(() => work()).pipe(ignoreElements()), saving),
      ),
    );
  };

  /** The ids of the walks whose files these are, in the order of their UTF-8 bytes. */
  const idsIn = async (names: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const ids = new Set<string>();
    for (const name of names.filter((each) => /-[\da-f]{32}(?:\.\d+)?\.claims$/.test(each))) {
      const [line = ''] = (await readPrivate(join(path, name)))?.split('\n', 1) ?? [];
      const id = idIn(line);
      if (O.isNone(id)) throw damagedFile(join(path, name), name);
      ids.add(id.value);
    }
    return [...ids].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  };

  const namesNow = async (): Promise<ReadonlyArray<string>> => {
    try {
      return await readdir(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  };

  return {
    isAtomic: false,
    claim,
    keep,
    finish: finishing,
    all: async (filter = {}) => {
      const { isLast, prefix, after, limit = Infinity } = checkFilter('filePlaces', filter);
      const names = await namesNow();
      const isAfter = (id: string): boolean =>
        Buffer.compare(Buffer.from(id), Buffer.from(after)) > 0;
      const found: Array<ReadonlyArray<KeptWalk>> = [];
      for (const id of await idsIn(names)) {
        if (found.length === limit) break;
        if (!id.startsWith(prefix) || !isAfter(id)) continue;
        const walks = (await walkRun(path, id).shown(names)).filter(
          (walk) => (isLast ?? walk.isLast) === walk.isLast,
        );
        if (walks.length > 0) found.push(walks);
      }
      return found.flat();
    },
    ...byHand({
      claim,
      keep,
      walksOf: async (id) => walkRun(path, id).shown(await namesNow()),
      drop: async (id, part) => (await walkOf(id)).forget(part),
      isUnfinished: (id) => walkRun(path, id).isUnfinished(),
    }),
  };
};

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { concat, defer, EMPTY, ignoreElements, type Observable, type ObservableInput, of, switchMap } from 'rxjs';
import type { Superseded } from '../../model/errors/Superseded';
import { Place } from '../../model/place/Place';
import { type Behind, checkId, checkParts, type Claim, type Places, sortedParts } from '../../walk/durable/Places';
import { codeOf, createPrivate, doing, readPrivate, replacePrivate } from '../privateFile';
import { damagedFile, type OpenClaims, stemOf, walkFiles } from './walkFiles';

/** The places that `filePlaces` makes. @since 0.1.0 */
export interface FilePlaces extends Places<void> {
  /** Lets the walk start again: its place is dropped, and a run that walks it is superseded. */
  forget(id: string): Promise<void>;
}

interface Run {
  readonly run: string;
  readonly parts: ReadonlyArray<string> | null;
}

/**
 * What all parts of a walk share until it is forgotten, in files beside those of its parts. `….run` has a random text, and
 * the names of the parts; the first walker creates it. It becomes `….forgotten`, in one step, until all parts are dropped:
 * after a crash the next claim drops them. `….unfinished` is there from before the last place of a part until `finish` has
 * completed.
 */
const walkRun = (directory: string, id: string) => {
  const fileOf = (kind: string): string => join(directory, `${stemOf(id)}.${kind}`);
  const [current, forgotten, unfinished] = [fileOf('run'), fileOf('forgotten'), fileOf('unfinished')];

  const read = async (path: string): Promise<Run | undefined> => {
    const text = await readPrivate(path);
    if (text === undefined) return undefined;
    const [, run, names = 'null'] = /^([\da-f-]{36})\n(?:(\[.*\])\n)?$/.exec(text) ?? [];
    const parts = O.tryCatch(() => JSON.parse(names) as Run['parts']);
    if (run === undefined || O.isNone(parts)) throw damagedFile(path, id);
    return { run, parts: parts.value };
  };

  const filesOf = (part?: string) => walkFiles(directory, id, part);
  const partsOf = ({ parts }: Run): ReadonlyArray<string | undefined> => parts ?? [undefined];

  const doneFinishing = (): Promise<void> => rm(unfinished, { force: true });

  const dropForgotten = async (): Promise<void> => {
    const run = await read(forgotten);
    if (run === undefined) return;
    for (const part of partsOf(run)) {
      // Somebody else may have dropped all of them meanwhile, and the walk may have begun again.
      if ((await read(forgotten))?.run === run.run) await filesOf(part).drop();
    }
    await doneFinishing();
    await rm(forgotten, { force: true });
  };

  /** Places of parts without their run would become those of another run, which has not seen their pages. */
  const create = async (parts: Run['parts']): Promise<void> => {
    // A walk of an earlier version has no run.
    if (O.isSome(await filesOf().place())) checkParts('filePlaces', id, null, parts);
    for (const part of parts ?? []) {
      const isKept = O.isSome(await filesOf(part).place());
      if (isKept && !(await read(current)) && !(await read(forgotten))) throw damagedFile(current, id);
    }
    await createPrivate(current, `${randomUUID()}\n${parts ? `${JSON.stringify(parts)}\n` : ''}`);
  };

  const isDue = async (own: string): Promise<boolean> => {
    const run = await read(current);
    if (run?.run !== own || (await readPrivate(unfinished)) !== own) return false;
    const places = await Promise.all(partsOf(run).map((part) => filesOf(part).place()));
    return places.every((place) => O.isSome(place) && place.value.isLast);
  };

  return {
    open: async (parts: Run['parts']): Promise<string> => {
      for (;;) {
        await dropForgotten();
        const known = await read(current);
        if (known) {
          checkParts('filePlaces', id, known.parts, parts);
          return known.run;
        }
        await create(parts);
      }
    },
    isOpen: async (run: string): Promise<boolean> => (await read(current))?.run === run,
    forget: async (): Promise<void> => {
      await dropForgotten();
      await doing('rename', current, () => rename(current, forgotten)).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
        return filesOf().drop();
      });
      await dropForgotten();
    },
    expectFinish: (run: string): Promise<void> => replacePrivate(unfinished, run),
    finish: (run: string, finish: () => ObservableInput<unknown>): Observable<never> =>
      defer(() => isDue(run)).pipe(
        switchMap((isDueNow) => (isDueNow ? concat(defer(finish), defer(doneFinishing)) : EMPTY)),
        ignoreElements(),
      ),
  };
};

type Kept = E.Either<Superseded | Behind, void>;
type Files = ReturnType<typeof walkFiles>;

const { equals } = O.getEq<Place>({ equals: (a, b) => a === b || Place.encode(a) === Place.encode(b) });

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
          E.isLeft(before) ? of(before) : concat(defer(() => work()).pipe(ignoreElements()), saving),
        ),
      );
    },
    finish: finishing,
    forget: async (id) => (await walkOf(id)).forget(),
  };
};

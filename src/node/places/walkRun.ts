import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { concat, defer, EMPTY, ignoreElements, type Observable, switchMap } from 'rxjs';
import { runOf } from '../../model/place/runs';
import { columnsOf, keptWalk, type KeptWalk } from '../../walk/durable/KeptPlaces';
import { checkParts, type Work } from '../../walk/durable/Places';
import {
  codeOf,
  createPrivate,
  readPrivate,
  replacePrivate,
  withFileContext,
} from '../privateFile';
import { damagedFile, stemOf, walkFiles } from './walkFiles';

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
export const walkRun = (directory: string, id: string) => {
  const fileOf = (kind: string): string => join(directory, `${stemOf(id)}.${kind}`);
  const [current, forgotten, unfinished] = [
    fileOf('run'),
    fileOf('forgotten'),
    fileOf('unfinished'),
  ];

  const read = async (path: string): Promise<Run | undefined> => {
    const text = await readPrivate(path);
    if (text === undefined) return undefined;
    const [, run, names = 'null'] = /^([\da-f-]{36})\n(?:(\[.*\])\n)?$/.exec(text) ?? [];
    const parts = O.tryCatch(() => JSON.parse(names) as Run['parts']);
    if (run === undefined || O.isNone(parts)) throw damagedFile(path, id);
    return { run, parts: parts.value };
  };

  const filesOf = (part?: string) => walkFiles(directory, id, part);
  const partsOf = ({ parts }: Pick<Run, 'parts'>): ReadonlyArray<string | undefined> =>
    parts ?? [undefined];

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
      if (isKept && !(await read(current)) && !(await read(forgotten)))
        throw damagedFile(current, id);
    }
    await createPrivate(current, `${randomUUID()}\n${parts ? `${JSON.stringify(parts)}\n` : ''}`);
  };

  const isDue = async (own?: string): Promise<boolean> => {
    const run = await read(current);
    const expected = await readPrivate(unfinished);
    if (expected === undefined || run?.run !== expected || (own ?? expected) !== expected)
      return false;
    const places = await Promise.all(partsOf(run).map((part) => filesOf(part).place()));
    // A later run that had no `finish`, and was not a full one, does not need it.
    return places.every((place) => {
      if (O.isNone(place) || !place.value.isLast) return false;
      const known = runOf(place.value);
      return known?.by !== 'delta' || known.isFull;
    });
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
    /** The walk, or its parts. */
    shown: async (names?: ReadonlyArray<string>): Promise<ReadonlyArray<KeptWalk>> => {
      const run = await read(current);
      if (!run && (await read(forgotten))) return [];
      const begunAt = run ? (await stat(current)).mtimeMs : 0;
      const walks = partsOf(run ?? { parts: null }).map(async (part) => {
        const found = await filesOf(part).shown(names);
        // A walk of an earlier version has no run.
        if (!run && !found?.place) return [];
        const { place, claimedBy, claimedAt, keptAt } = found ?? {
          claimedBy: null,
          claimedAt: begunAt,
          keptAt: null,
        };
        const { pages, objects, round, isLast } = place ?? {
          pages: 0,
          objects: 0,
          round: 1,
          isLast: false,
        };
        const times = { claimedAt, keptAt, age: Date.now() - (keptAt ?? claimedAt) };
        const shown = place ? columnsOf(place).shown : null;
        return [
          keptWalk({
            id,
            part: part ?? null,
            pages,
            objects,
            round,
            isLast,
            claimedBy,
            ...times,
            shown,
          }),
        ];
      });
      return (await Promise.all(walks)).flat();
    },
    /** Says whether there is such a part. */
    forget: async (part?: string): Promise<boolean> => {
      await dropForgotten();
      if (part !== undefined) {
        const isPart = (await read(current))?.parts?.includes(part) === true;
        if (isPart) await filesOf(part).drop();
        return isPart;
      }
      await withFileContext('rename', current, () => rename(current, forgotten)).catch(
        (error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error;
          return filesOf().drop();
        },
      );
      await dropForgotten();
      return true;
    },
    isUnfinished: () => isDue(),
    expectFinish: (run: string): Promise<void> => replacePrivate(unfinished, run),
    finish: (run: string, finish: Work<void>): Observable<never> =>
      defer(() => isDue(run)).pipe(
        switchMap((isDueNow) =>
          isDueNow
            ? concat(
                defer(() => finish()),
                defer(doneFinishing),
              )
            : EMPTY,
        ),
        ignoreElements(),
      ),
  };
};

import { isNone, isSome, tryCatch } from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { concat, concatMap, defer, filter, ignoreElements, type Observable, type ObservableInput } from 'rxjs';
import { checkParts } from '../../walk/durable/Places';
import { codeOf, createPrivate, doing, readPrivate, replacePrivate } from '../privateFile';
import { damagedFile, stemOf, walkFiles } from './walkFiles';

interface Run {
  readonly run: string;
  /** The names of the parts in their order; `null` where there are none. */
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
  const [current, forgotten, unfinished] = [fileOf('run'), fileOf('forgotten'), fileOf('unfinished')];

  const read = async (path: string): Promise<Run | undefined> => {
    const text = await readPrivate(path);
    if (text === undefined) return undefined;
    const [, run, names = 'null'] = /^([\da-f-]{36})\n(?:(\[.*\])\n)?$/.exec(text) ?? [];
    const parts = tryCatch(() => JSON.parse(names) as Run['parts']);
    if (run === undefined || isNone(parts)) throw damagedFile(path, id);
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
    if (isSome(await filesOf().place())) checkParts('filePlaces', id, null, parts);
    for (const part of parts ?? []) {
      const isKept = isSome(await filesOf(part).place());
      if (isKept && !(await read(current)) && !(await read(forgotten))) throw damagedFile(current, id);
    }
    await createPrivate(current, `${randomUUID()}\n${parts ? `${JSON.stringify(parts)}\n` : ''}`);
  };

  const isDue = async (own: string): Promise<boolean> => {
    const run = await read(current);
    if (run?.run !== own || (await readPrivate(unfinished)) !== own) return false;
    const places = await Promise.all(partsOf(run).map((part) => filesOf(part).place()));
    return places.every((place) => isSome(place) && place.value.isLast);
  };

  return {
    /** The run of the walk, which is begun in these parts unless it is under way. */
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
    /** Notes that `finish` must run once all parts are last. */
    expectFinish: (run: string): Promise<void> => replacePrivate(unfinished, run),
    /** Runs `finish`, unless a part is not last or it has run already. */
    finish: (run: string, finish: () => ObservableInput<unknown>): Observable<never> =>
      defer(() => isDue(run)).pipe(
        filter(Boolean),
        concatMap(() => concat(defer(finish), defer(doneFinishing))),
        ignoreElements(),
      ),
  };
};

import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, createPrivate, readPrivate, withFileContext } from '../../node/privateFile';
import { fileHeader } from './fileHeader';
import { textFiles, writtenAt } from './textFiles';

/** What all parts of a walk share until it is forgotten. */
export interface BegunWalk {
  /** Tells it from every other beginning of the walk. */
  readonly stamp: string;
  readonly parts: ReadonlyArray<string> | undefined;
  /** The run of a walk that 1.0.0-rc.2 began: its stamp. */
  readonly run: string | undefined;
}

type PartNames = BegunWalk['parts'];

/** The parts of a walk, or the whole of one that has none. */
export const rowNames = (parts: PartNames): ReadonlyArray<string | undefined> =>
  parts ?? [undefined];

/**
 * What all parts of a walk share, in a file beside theirs: `….run`, which the first walker creates. It becomes `….forgotten`, in one
 * step, until all parts are dropped: after a crash the next claim drops them. 1.0.0-rc.2 had another file, `….unfinished`, from before
 * the last place of a part until `finish` had completed.
 */
export const begunWalk = (directory: string, id: string) => {
  const header = fileHeader(id);
  const fileOf = (kind: string): string => join(directory, `${header.stem}.${kind}`);
  const [current, forgotten, unfinished] = [
    fileOf('run'),
    fileOf('forgotten'),
    fileOf('unfinished'),
  ];

  const readFrom = async (path: string): Promise<BegunWalk | undefined> => {
    const content = await readPrivate(path);
    if (content === undefined) return undefined;
    const [first, ...lines] = content.split('\n');
    const isOld = !content.startsWith('pagewalk ');
    const [stamp = '', names = '', ...others] = isOld ? content.split('\n') : lines;
    const parts = O.tryCatch(() => (names === '' ? undefined : (JSON.parse(names) as PartNames)));
    const isWhole = (isOld || header.isFirst(first, path)) && /^[\da-f-]{36}$/.test(stamp);
    if (!isWhole || O.isNone(parts) || others.join('') !== '') throw header.damaged(path);
    return { stamp, parts: parts.value, run: isOld ? stamp : undefined };
  };

  const filesOf = (part?: string) => textFiles(directory, { id, part });

  const dropForgotten = async (): Promise<void> => {
    const begun = await readFrom(forgotten);
    if (begun === undefined) return;
    for (const part of rowNames(begun.parts)) {
      // Somebody else may have dropped all of them meanwhile, and the walk may have begun again.
      if ((await readFrom(forgotten))?.stamp === begun.stamp)
        await filesOf(part).claim(null, undefined, true);
    }
    await rm(unfinished, { force: true });
    await rm(forgotten, { force: true });
  };

  /** Texts of parts without what they share would become those of another walk, which has not seen their pages. */
  const create = async (parts: PartNames): Promise<void> => {
    for (const part of parts ?? []) {
      const isKept = (await filesOf(part).text()) !== null;
      if (isKept && !(await readFrom(current)) && !(await readFrom(forgotten)))
        throw header.damaged(current);
    }
    const names = parts ? `${JSON.stringify(parts)}\n` : '';
    await createPrivate(current, `${header.text}${randomUUID()}\n${names}`);
  };

  const read = (): Promise<BegunWalk | undefined> => readFrom(current);

  return {
    read,
    dropForgotten,
    isForgotten: async (): Promise<boolean> => (await readFrom(forgotten)) !== undefined,
    /** When it was begun, in milliseconds. */
    begunAt: (): number => writtenAt(current),
    /** The walk as it was begun; it begins where it was not. */
    open: async (parts: PartNames): Promise<BegunWalk> => {
      for (;;) {
        const begun = await read();
        if (begun) return begun;
        await create(parts);
      }
    },
    forget: async (): Promise<void> => {
      await withFileContext('rename', current, () => rename(current, forgotten)).catch(
        async (error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error;
          // A walk of an earlier version has no such file.
          await filesOf().claim(null, undefined, true);
        },
      );
      await dropForgotten();
    },
    /** Whether version 1.0.0-rc.2 has not completed the `finish` of its walk. */
    isUnfinished: async (run: string): Promise<boolean> => (await readPrivate(unfinished)) === run,
  };
};

import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, createPrivate, readPrivate, withFileContext } from '../../node/privateFile';
import { claimFiles } from './claimFiles';
import { lastText, writtenAt } from './textFiles';
import { damagedFile, headerOf, isHeaderOf, type WalkFiles, walkFiles } from './walkFiles';

// What all parts of a walk share is in a file beside theirs: `….run`, which the first walker creates. It becomes `….forgotten`, in one
// step, until all parts are dropped: after a crash the next claim drops them. 1.0.0-rc.2 had another file, `….unfinished`, from before
// the last place of a part until `finish` had completed.

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

const pathOf = ({ directory, stem }: WalkFiles, kind: 'run' | 'forgotten' | 'unfinished'): string =>
  join(directory, `${stem}.${kind}`);

const readBegun = async (
  walk: WalkFiles,
  kind: 'run' | 'forgotten',
): Promise<BegunWalk | undefined> => {
  const path = pathOf(walk, kind);
  const content = await readPrivate(path);
  if (content === undefined) return undefined;
  const [first, ...lines] = content.split('\n');
  const isOld = !content.startsWith('pagewalk ');
  const [stamp = '', names = '', ...others] = isOld ? content.split('\n') : lines;
  const parts = O.tryCatch(() => (names === '' ? undefined : (JSON.parse(names) as PartNames)));
  const isWhole = (isOld || isHeaderOf(walk, first, path)) && /^[\da-f-]{36}$/.test(stamp);
  if (!isWhole || O.isNone(parts) || others.join('') !== '') throw damagedFile(path, walk.id);
  return { stamp, parts: parts.value, run: isOld ? stamp : undefined };
};

/** The walk as it was begun; undefined where it was not, or is forgotten. */
export const begunWalk = (walk: WalkFiles): Promise<BegunWalk | undefined> =>
  readBegun(walk, 'run');

/** Whether a walk is forgotten, though not all of its parts may be dropped. */
export const isForgotten = async (walk: WalkFiles): Promise<boolean> =>
  (await readBegun(walk, 'forgotten')) !== undefined;

/** When a walk was begun, in milliseconds. */
export const begunAt = (walk: WalkFiles): number => writtenAt(pathOf(walk, 'run'));

/** Whether version 1.0.0-rc.2 has not completed the `finish` of its walk. */
export const isUnfinished = async (walk: WalkFiles, run: string): Promise<boolean> =>
  (await readPrivate(pathOf(walk, 'unfinished'))) === run;

/** The files of a part of a walk, or of the whole of one that has none. */
export const filesOfPart = ({ directory, id }: WalkFiles, part: string | undefined): WalkFiles =>
  walkFiles(directory, { id, part });

/** Drops the parts of a walk that is forgotten. */
export const dropForgotten = async (walk: WalkFiles): Promise<void> => {
  const begun = await readBegun(walk, 'forgotten');
  if (begun === undefined) return;
  for (const part of rowNames(begun.parts)) {
    // Somebody else may have dropped all of them meanwhile, and the walk may have begun again.
    if ((await readBegun(walk, 'forgotten'))?.stamp !== begun.stamp) return;
    await claimFiles(filesOfPart(walk, part), null, undefined, true);
  }
  await rm(pathOf(walk, 'unfinished'), { force: true });
  await rm(pathOf(walk, 'forgotten'), { force: true });
};

/** Texts of parts without what they share would become those of another walk, which has not seen their pages. */
const create = async (walk: WalkFiles, parts: PartNames): Promise<void> => {
  for (const part of parts ?? []) {
    const isKept = (await lastText(filesOfPart(walk, part))) !== null;
    if (isKept && !(await begunWalk(walk)) && !(await isForgotten(walk)))
      throw damagedFile(pathOf(walk, 'run'), walk.id);
  }
  const names = parts ? `${JSON.stringify(parts)}\n` : '';
  await createPrivate(pathOf(walk, 'run'), `${headerOf(walk)}${randomUUID()}\n${names}`);
};

/** The walk as it was begun; it begins where it was not. */
export const openWalk = async (walk: WalkFiles, parts: PartNames): Promise<BegunWalk> => {
  for (;;) {
    const begun = await begunWalk(walk);
    if (begun) return begun;
    await create(walk, parts);
  }
};

/** Forgets a walk with all its parts. */
export const forgetFiles = async (walk: WalkFiles): Promise<void> => {
  const [current, forgotten] = [pathOf(walk, 'run'), pathOf(walk, 'forgotten')];
  await withFileContext('rename', current, () => rename(current, forgotten)).catch(
    async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      // A walk of an earlier version has no such file.
      await claimFiles(walk, null, undefined, true);
    },
  );
  await dropForgotten(walk);
};

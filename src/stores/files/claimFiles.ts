import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { codeOf, replacePrivate, syncDirectory } from '../../node/privateFile';
import { addClaim, isLastClaim, lastClaim, type Line, removePast } from './claimLines';
import {
  type FileRow,
  rowOfFiles,
  textContent,
  textPath,
  textsUpTo,
  writtenAt,
  type WrittenFile,
} from './textFiles';
import type { WalkFiles } from './walkFiles';

/** What a claim takes over: the last text, and the one before it, in case that is all that can be read. */
const takenOver = (written: WrittenFile | undefined): Pick<WrittenFile, 'text' | 'earlier'> => ({
  text: written?.text ?? null,
  earlier: written?.earlier.slice(-1) ?? [],
});

/** Milliseconds to the seconds that a file has. */
export const setTime = (path: string, ms: number): Promise<void> =>
  fs.promises.utimes(path, ms / 1_000, ms / 1_000).catch(() => undefined);

/** A successor removes what is left of the claims before it, also while that is being written: then it fails, and is past. */
export const unlessSuperseded = async (
  files: WalkFiles,
  claim: Line,
  write: () => Promise<void>,
): Promise<void> => {
  try {
    await write();
  } catch (error) {
    if (await isLastClaim(files, claim)) throw error;
  }
};

/** Writes the file of a claim, whose line is there, under the name that it has until then. */
const giveName = async (
  files: WalkFiles,
  beside: string,
  { epoch }: Line,
  content: string,
  written: { readonly epoch: number } | undefined,
): Promise<void> => {
  const path = textPath(files, epoch);
  // The time of a file of texts is when one was committed, not when it was claimed.
  if (written) await setTime(beside, writtenAt(textPath(files, written.epoch)));
  // A claim that came in between may have cleaned it up.
  const giving = fs.promises.rename(beside, path).then(() => syncDirectory(files.directory));
  await giving.catch(() => replacePrivate(path, content));
  await removePast(files, epoch);
};

/**
 * Supersedes every claim before it, and takes over the text that is there, or drops it. With `after` it does so only where that
 * is still the last claim. One that fails has changed nothing.
 */
export const claimFiles = async (
  files: WalkFiles,
  by: string | null | undefined,
  after: number | undefined,
  isDropped = false,
): Promise<FileRow | undefined> => {
  const before = isDropped ? undefined : await textsUpTo(files, Infinity);
  // The file comes first: a claim for whose text there is no room would supersede a walker and fail.
  const next = (await lastClaim(files)).epoch + 1;
  const beside = `${textPath(files, next)}.${randomUUID()}.tmp`;
  const expected = textContent(files, takenOver(before), by);
  // A claim that came in between may clean it up before it has its name.
  await replacePrivate(beside, expected).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  try {
    const claim = await addClaim(files, after);
    if (!claim) return undefined;
    const written = isDropped ? undefined : await textsUpTo(files, claim.epoch - 1);
    const content = textContent(files, takenOver(written), by);
    await unlessSuperseded(files, claim, async () => {
      if (content !== expected) await replacePrivate(beside, content);
      await giveName(files, beside, claim, content, written);
    });
    const kept = written ?? { text: null, earlier: [], end: 0 };
    return rowOfFiles(files, claim, { ...kept, by, epoch: claim.epoch });
  } finally {
    await fs.promises.rm(beside, { force: true });
  }
};

import * as E from 'fp-ts/Either';
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openOwn, removeLocked, syncDirectory, using, writeAll } from '../../node/privateFile';
import type { FileTarget } from './target';

/** Opens a part file for writing behind its first bytes, and drops what is there. */
export const openPart = async (
  path: string,
  { mode }: FileTarget,
  bytes: number,
): Promise<FileHandle> => {
  const isNew = !fs.existsSync(path);
  // Whatever the mode of the target and the umask: a file that others can write cannot be continued.
  const opened = isNew
    ? E.right(await fs.promises.open(path, 'wx+', (mode & ~0o022) | 0o600))
    : await openOwn(path, fs.constants.O_RDWR, 'to writers');
  if (E.isLeft(opened)) throw new Error(`of ${path}, ${opened.left}`);
  const file = opened.right;
  try {
    await file.truncate(bytes);
    if (isNew) await syncDirectory(dirname(path));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};

/** The bookmark of a part file. That of a walk that asks for what is new stays for the next run. */
export interface KeptFile {
  readonly path: string;
  readonly stays: boolean;
}

/** Does what is left to do once a part file has its name: gives it its permissions, and removes what was kept. */
export const conclude = async (target: FileTarget, kept?: KeptFile): Promise<void> => {
  const { stat, chmod } = fs.promises;
  // A file system without permissions, such as exFAT, refuses this, and the file is whole all the same.
  if (((await stat(target.path)).mode & 0o777) !== target.mode)
    await chmod(target.path, target.mode).catch(() => undefined);
  if (kept?.stays === false) await removeLocked(kept.path);
};

/** Gives a whole part file its name. A kill between two steps does no harm where something was kept. */
export const putInPlace = async (
  part: string,
  target: FileTarget,
  kept?: KeptFile,
): Promise<void> => {
  // A power cut must not undo what was kept last and keep the rename: what was kept before speaks of a part file.
  if (kept) await syncDirectory(dirname(kept.path));
  await fs.promises.rename(part, target.path);
  await syncDirectory(dirname(target.path));
  await conclude(target, kept);
};

/** Adds the text of a part file to the target, behind what that had before. A kill between two steps does no harm: it is done again. */
export const appendPart = async (part: string, target: FileTarget, base: number): Promise<void> => {
  const flags = fs.constants.O_RDWR | fs.constants.O_NOFOLLOW;
  await using(await fs.promises.open(target.path, flags), async (file) => {
    await file.truncate(base);
    let end = base;
    for await (const chunk of fs.createReadStream(part) as AsyncIterable<Buffer>) {
      await writeAll(file, chunk, end);
      end += chunk.length;
    }
    await file.sync();
  });
  await fs.promises.rm(part);
};

import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory, writeAll, writePrivate } from '../privateFile';

/** A private file that has no name yet; its room on the disk is already taken. */
export interface PreparedFile {
  /** Gives it a name, with this text: all of it is there, or nothing. */
  give(path: string, text: string): Promise<void>;
  /** Removes it, if it was given no name. */
  drop(): Promise<void>;
}

const write = async (file: FileHandle, text: string): Promise<void> => {
  const bytes = Buffer.from(text);
  await file.truncate(bytes.length);
  await writeAll(file, bytes, 0);
  await file.sync();
};

/** Writes and syncs a file that is given its name later, so that a full disk is found out before it matters. */
export const prepareFile = async (beside: string, text: string): Promise<PreparedFile> => {
  const file = await open(beside, 'wx', 0o600);
  const drop = async (): Promise<void> => {
    await file.close();
    await rm(beside, { force: true });
  };
  try {
    await write(file, text);
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    give: async (path, other) => {
      if (other !== text) await write(file, other);
      try {
        await rename(beside, path);
        await syncDirectory(dirname(path));
      } catch (error) {
        // A claim that came in between has cleaned up.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        await writePrivate(path, other);
      }
    },
    drop,
  };
};

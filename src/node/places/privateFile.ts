import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

// Windows has neither links of this kind nor owners and modes of this kind.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Opens a file that is the user's own and closed to others, and nothing that a link leads to. */
const openPrivate = async (path: string, flags: number): Promise<FileHandle> => {
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await file.stat();
    const isOpenToOthers =
      process.geteuid !== undefined && (found.uid !== process.geteuid() || (found.mode & 0o077) > 0);
    if (!found.isFile() || isOpenToOthers) {
      throw new Error(`filePlaces: ${path} must be a file that belongs to you and is closed to others (mode 0600)`);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};

const using = async <R>(file: FileHandle, use: (file: FileHandle) => Promise<R>): Promise<R> => {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
};

/** A new name becomes safe when its directory is synced; Windows cannot do that, and does not need to. */
const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform !== 'win32') await using(await open(directory, 'r'), (file) => file.sync());
};

/** Reads a private file; undefined where there is none. */
export const readPrivate = async (path: string): Promise<string | undefined> => {
  try {
    return await using(await openPrivate(path, constants.O_RDONLY), (file) => file.readFile('utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Adds to the end of a private file, in one piece, and syncs it. */
export const appendPrivate = async (path: string, text: string): Promise<void> => {
  await using(await openPrivate(path, constants.O_WRONLY | constants.O_APPEND), async (file) => {
    const { bytesWritten } = await file.write(text);
    if (bytesWritten !== Buffer.byteLength(text)) throw new Error(`filePlaces: ${path} could not be written to`);
    await file.sync();
  });
};

/** Writes a private file beside its name and syncs it before it gets the name (law 17): all of it is there, or nothing. */
const written = async (path: string, text: string, give: (from: string) => Promise<void>): Promise<void> => {
  const beside = `${path}.${randomUUID()}.tmp`;
  try {
    await using(await open(beside, 'wx', 0o600), async (file) => {
      await file.writeFile(text);
      await file.sync();
    });
    await give(beside);
  } finally {
    await rm(beside, { force: true });
  }
  await syncDirectory(dirname(path));
};

/** Writes a private file, and replaces any other. */
export const writePrivate = (path: string, text: string): Promise<void> =>
  written(path, text, (from) => rename(from, path));

/** Writes a private file unless there is one. */
export const createPrivate = (path: string, text: string): Promise<void> =>
  written(path, text, (from) =>
    link(from, path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }),
  );

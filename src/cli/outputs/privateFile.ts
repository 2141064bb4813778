import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import fs from 'node:fs';

/** Neither a link that somebody has put here is followed, nor a pipe waited for. Windows has neither. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;

/** Why a file that is open is not to be trusted: who can write it can make a later run write whatever they like. */
const problemWith = (fd: number): string | undefined => {
  const stats = fs.fstatSync(fd);
  if (!stats.isFile()) return 'it is not a regular file';
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  if (stats.uid !== own) return `it belongs to another user (${stats.uid}, not ${own})`;
  return (stats.mode & 0o022) === 0 ? undefined : 'others can write it (chmod go-w takes that from them)';
};

/**
 * Opens a file that an earlier run has left, and looks at what was opened, not at its name: a Left says why it is not to
 * be trusted.
 */
export const openOwn = (path: string, access: number): E.Either<string, number> => {
  let fd: number;
  try {
    fd = fs.openSync(path, access | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A link, a socket.
    if (code === 'ELOOP' || code === 'ENXIO') return E.left('it is not a regular file');
    throw error;
  }
  const problem = problemWith(fd);
  if (problem === undefined) return E.right(fd);
  fs.closeSync(fd);
  return E.left(problem);
};

/** Writes all bytes at a position: the platform may take fewer than it is given. */
export const writeAll = (fd: number, bytes: Buffer, position: number): void => {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(fd, bytes, at, bytes.length - at, position + at);
};

/** Brings the names in a directory to the disk, where the platform can: a power cut then does not undo a rename. */
export const syncDirectory = (directory: string): void => {
  let fd: number | undefined;
  try {
    fd = fs.openSync(directory, 'r');
    fs.fsyncSync(fd);
  } catch {
    // Windows opens no directories, some file systems sync none. After a kill the names are there all the same.
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
};

/** The name that a private file has until it is whole. */
export const besides = (file: string): string => `${file}.new`;

/**
 * Replaces a file that only its owner may read, as a whole: at any moment there is the old one or the new one. Who calls
 * it has locked the file.
 */
export const replacePrivateFile = (file: string, text: string): void => {
  const fresh = besides(file);
  // Exclusively: a link of this name that somebody else has put here is not followed.
  fs.rmSync(fresh, { force: true });
  const fd = fs.openSync(fresh, 'wx', 0o600);
  try {
    writeAll(fd, Buffer.from(text), 0);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(fresh, file);
};

/** Reads it; a Left says why it is not to be trusted. */
export const readPrivateFile = (file: string): E.Either<string, Buffer> =>
  pipe(
    openOwn(file, fs.constants.O_RDONLY),
    E.map((fd) => {
      try {
        return fs.readFileSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    }),
  );

/** Removes it, and what a kill may have left beside it. */
export const removePrivateFile = (file: string): void => {
  for (const path of [besides(file), file]) fs.rmSync(path, { force: true });
};

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

// Windows has neither links of this kind nor owners and modes of this kind.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** What others must not be allowed to do with a file: to write it, or anything at all. */
export type Closed = 'to writers' | 'to all';

/** Why an open file cannot be trusted: a person who can write it can make a later run do whatever they like. */
const problemWith = async (file: FileHandle, closed: Closed): Promise<string | undefined> => {
  const stats = await file.stat();
  if (!stats.isFile()) return 'it is not a regular file';
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  if (stats.uid !== own) return `it belongs to another user (${stats.uid}, not ${own})`;
  if ((stats.mode & 0o022) > 0) return 'others can write it (use chmod go-w)';
  return closed === 'to all' && (stats.mode & 0o077) > 0
    ? 'others can read it (use chmod go-rwx)'
    : undefined;
};

/** Opens what an earlier run has left: no link is followed, no pipe waited for. A Left says why it cannot be trusted. */
export const openOwn = async (
  path: string,
  flags: number,
  closed: Closed,
): Promise<E.Either<string, FileHandle>> => {
  let file: FileHandle;
  try {
    file = await fs.promises.open(path, flags | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // A link, a socket.
    if (codeOf(error) === 'ELOOP' || codeOf(error) === 'ENXIO')
      return E.left('it is not a regular file');
    throw error;
  }
  const problem = await problemWith(file, closed).catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  if (problem === undefined) return E.right(file);
  await file.close();
  return E.left(problem);
};

export const using = async <R>(
  file: FileHandle,
  use: (file: FileHandle) => Promise<R>,
): Promise<R> => {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
};

/** Reads a file that an earlier run has left; none where there is no such file. A Left says why it cannot be trusted. */
export const readOwn = async (
  path: string,
  closed: Closed,
): Promise<E.Either<string, O.Option<Buffer>>> => {
  try {
    const file = await openOwn(path, fs.constants.O_RDONLY, closed);
    return E.isLeft(file)
      ? file
      : E.right(O.some(await using(file.right, (open) => open.readFile())));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return E.right(O.none);
    throw error;
  }
};

/** Writes all bytes at a position: the platform may accept fewer than it is given. */
export const writeAll = async (
  file: Pick<FileHandle, 'write'>,
  bytes: Buffer,
  position: number,
): Promise<void> => {
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
  }
};

/** What a directory is refused with that cannot be opened or synced; after a kill its names are there all the same. */
const unsyncable: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EPERM',
  'EISDIR',
  'EINVAL',
  'ENOTSUP',
]);

/** Brings the names in a directory to the disk, where the platform can: a power cut then does not undo a rename. */
export const syncDirectory = async (directory: string): Promise<void> => {
  try {
    await using(await fs.promises.open(directory, 'r'), (file) => file.sync());
  } catch (error) {
    if (!unsyncable.has(codeOf(error))) throw error;
  }
};

/** Writes a private file beside its name and syncs it before it gets the name (law 17): all of it is there, or nothing. */
const writeBeside = async (
  beside: string,
  text: string,
  give: () => Promise<void>,
): Promise<void> => {
  const { open, rm } = fs.promises;
  // Exclusively: a link of this name that another user has put here is not followed.
  const file = await open(beside, 'wx', 0o600);
  try {
    await using(file, async () => {
      await writeAll(file, Buffer.from(text), 0);
      await file.sync();
    });
    await give();
  } finally {
    await rm(beside, { force: true });
  }
};

/** The name that a private file has until it is whole, where its owner holds a lock. */
export const temporaryName = (path: string): string => `${path}.new`;

/** Replaces a private file as a whole. The caller has locked it, so that what an earlier run has left beside it can go. */
export const replaceLocked = async (path: string, text: string): Promise<void> => {
  const beside = temporaryName(path);
  await fs.promises.rm(beside, { force: true });
  await writeBeside(beside, text, () => fs.promises.rename(beside, path));
};

/** Removes it, and what a kill may have left beside it. */
export const removeLocked = async (path: string): Promise<void> => {
  for (const name of [temporaryName(path), path]) await fs.promises.rm(name, { force: true });
};

/** Gives a file that only its owner may read its name in one step; the new name is on the disk. */
export const writeThenName = async (
  path: string,
  text: string,
  give: (from: string, to: string) => Promise<void>,
): Promise<void> => {
  const beside = `${path}.${randomUUID()}.tmp`;
  await writeBeside(beside, text, () => give(beside, path));
  await syncDirectory(dirname(path));
};

/** Says of an error of the file system what was being done, and with which file. */
export const withFileContext = async <A>(
  what: string,
  path: string,
  act: () => Promise<A>,
): Promise<A> => {
  try {
    return await act();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const problem = `filePlaces: could not ${what} ${path} (${(error as Error).message})`;
    throw Object.assign(new Error(problem, { cause: error }), { code });
  }
};

/** A file that others can read or write is refused by its name. */
const trusted = <A>(path: string, opened: E.Either<string, A>): A => {
  if (E.isRight(opened)) return opened.right;
  throw new Error(
    `filePlaces: ${path} must be a file that belongs to you and is closed to others (mode 0600): ${opened.left}`,
  );
};

export const openPrivate = async (path: string, flags: number): Promise<FileHandle> =>
  trusted(path, await openOwn(path, flags, 'to all'));

export const readPrivate = (path: string): Promise<string | undefined> =>
  withFileContext('read', path, async () =>
    O.toUndefined(trusted(path, await readOwn(path, 'to all')))?.toString(),
  );

/** Adds to the end of a private file, in one piece, and syncs it. */
export const appendPrivate = (path: string, text: string): Promise<void> =>
  withFileContext('write to', path, async () =>
    using(await openPrivate(path, fs.constants.O_WRONLY | fs.constants.O_APPEND), async (file) => {
      const { bytesWritten } = await file.write(text);
      if (bytesWritten !== Buffer.byteLength(text))
        throw new Error(`filePlaces: ${path} could not be written to`);
      await file.sync();
    }),
  );

export const replacePrivate = (path: string, text: string): Promise<void> =>
  withFileContext('write', path, () => writeThenName(path, text, fs.promises.rename));

// What a file system says that has no hard links.
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

export const createPrivate = (path: string, text: string): Promise<void> => {
  const link = (from: string, to: string): Promise<void> =>
    fs.promises.link(from, to).catch((error: unknown) => {
      const code = codeOf(error) ?? '';
      if (code === 'EEXIST') return;
      if (!withoutLinks.includes(code)) throw error;
      const problem = `filePlaces: ${dirname(path)} must be on a file system that has hard links (${code})`;
      throw Object.assign(new Error(problem, { cause: error }), { code });
    });
  return withFileContext('create', path, () => writeThenName(path, text, link));
};

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPrivate, openOwn, readOwn, using, writePrivate } from '../privateFile';

/** Says of an error of the file system what was being done, and with which file. */
export const doing = async <A>(what: string, path: string, act: () => Promise<A>): Promise<A> => {
  try {
    return await act();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw Object.assign(new Error(`filePlaces: could not ${what} ${path} (${message})`, { cause: error }), { code });
  }
};

/** A file that others can read or write is refused by its name. */
const trusted = <A>(path: string, opened: E.Either<string, A>): A => {
  if (E.isRight(opened)) return opened.right;
  throw new Error(
    `filePlaces: ${path} must be a file that belongs to you and is closed to others (mode 0600): ${opened.left}`,
  );
};

/** Opens a private file to write to it. */
export const openPrivate = async (path: string, flags: number): Promise<FileHandle> =>
  trusted(path, await openOwn(path, flags, 'to all'));

/** Reads a private file; undefined where there is none. */
export const readPrivate = (path: string): Promise<string | undefined> =>
  doing('read', path, async () => {
    const bytes = trusted(path, await readOwn(path, 'to all'));
    return O.isSome(bytes) ? bytes.value.toString() : undefined;
  });

/** Adds to the end of a private file, in one piece, and syncs it. */
export const appendPrivate = (path: string, text: string): Promise<void> =>
  doing('write to', path, async () =>
    using(await openPrivate(path, constants.O_WRONLY | constants.O_APPEND), async (file) => {
      const { bytesWritten } = await file.write(text);
      if (bytesWritten !== Buffer.byteLength(text)) throw new Error(`filePlaces: ${path} could not be written to`);
      await file.sync();
    }),
  );

/** Writes a private file, and replaces any other. */
export const replacePrivate = (path: string, text: string): Promise<void> =>
  doing('write', path, () => writePrivate(path, text));

/** What a file system says that has no hard links. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Writes a private file unless there is one. */
export const createOnce = (path: string, text: string): Promise<void> =>
  doing('create', path, () =>
    createPrivate(path, text).catch((error: unknown) => {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!withoutLinks.includes(code)) throw error;
      const problem = `filePlaces: ${dirname(path)} must be on a file system that has hard links (${code})`;
      throw Object.assign(new Error(problem, { cause: error }), { code });
    }),
  );

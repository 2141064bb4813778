import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { createPrivate, openOwn, readOwn, using } from '../privateFile';

/** A file that others can read or write is refused by its name. */
const trusted = <A>(path: string, opened: E.Either<string, A>): A => {
  if (E.isRight(opened)) return opened.right;
  throw new Error(
    `filePlaces: ${path} must be a file that belongs to you and is closed to others (mode 0600): ${opened.left}`,
  );
};

/** Reads a private file; undefined where there is none. */
export const readPrivate = async (path: string): Promise<string | undefined> => {
  const bytes = trusted(path, await readOwn(path, 'to all'));
  return O.isSome(bytes) ? bytes.value.toString() : undefined;
};

/** Adds to the end of a private file, in one piece, and syncs it. */
export const appendPrivate = async (path: string, text: string): Promise<void> => {
  const { O_WRONLY, O_APPEND } = constants;
  await using(trusted(path, await openOwn(path, O_WRONLY | O_APPEND, 'to all')), async (file) => {
    const { bytesWritten } = await file.write(text);
    if (bytesWritten !== Buffer.byteLength(text)) throw new Error(`filePlaces: ${path} could not be written to`);
    await file.sync();
  });
};

/** What a file system says that has no hard links. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Writes a private file unless there is one. */
export const createOnce = (path: string, text: string): Promise<void> =>
  createPrivate(path, text).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!withoutLinks.includes(code)) throw error;
    throw new Error(`filePlaces: ${dirname(path)} must be on a file system that has hard links (${code})`, {
      cause: error,
    });
  });

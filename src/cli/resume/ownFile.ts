import * as E from 'fp-ts/Either';
import fs from 'node:fs';

/** Neither a link that somebody has put here is followed, nor a pipe waited for. Windows has neither. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;

/** Why a file that is open is not to be trusted: who can write it can make a later run write whatever they like. */
export const problemWith = (fd: number): string | undefined => {
  const stats = fs.fstatSync(fd);
  if (!stats.isFile()) return 'it is no regular file';
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
    if (code === 'ELOOP' || code === 'ENXIO') return E.left('it is no regular file');
    throw error;
  }
  const problem = problemWith(fd);
  if (problem === undefined) return E.right(fd);
  fs.closeSync(fd);
  return E.left(problem);
};

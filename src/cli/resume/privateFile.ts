import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import fs from 'node:fs';
import { openOwn } from './ownFile';
import { writeAll } from './writeAll';

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

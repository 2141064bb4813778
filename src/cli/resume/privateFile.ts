import fs from 'node:fs';
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

/** Removes it, and what a kill may have left beside it. */
export const removePrivateFile = (file: string): void => {
  for (const path of [besides(file), file]) fs.rmSync(path, { force: true });
};

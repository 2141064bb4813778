import fs from 'node:fs';

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

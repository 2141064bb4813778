import fs from 'node:fs';

/** Writes all bytes at a position: the platform may take fewer than it is given. */
export const writeAll = (fd: number, bytes: Buffer, position: number): void => {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(fd, bytes, at, bytes.length - at, position + at);
};

import { fstatSync, readSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { Writable } from 'node:stream';
import type { Outlet } from './Io';

/**
 * Whether a standard stream was closed when this process began (`>&-`). Node then opens the null device in its place, and
 * what is written is lost in silence. It opens it for reading and writing, whereas a shell opens it for writing only
 * (`> /dev/null`). Some programs open it like Node for the processes that they start: there it looks closed, too.
 */
export const isClosed = (fd: number): boolean => {
  try {
    const { rdev } = statSync(devNull);
    return rdev !== 0 && fstatSync(fd).rdev === rdev && readSync(fd, Buffer.alloc(1)) === 0;
  } catch {
    return false;
  }
};

/** A stream that takes nothing, and says why. */
export const closedOutlet = (reason: string): Outlet =>
  new Writable({
    write: (_chunk, _encoding, done) => {
      done(new Error(reason));
    },
  });

import { fstatSync, readSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { Writable } from 'node:stream';
import { fromEvent, map, merge, type Observable } from 'rxjs';
import type { Interrupt, Io, Outlet } from './Io';

/**
 * Whether a standard stream was closed when this process began (`>&-`). Node then opens the null device in its place, and
 * what is written is lost in silence. It opens it for reading and writing, whereas a shell opens it for writing only
 * (`> /dev/null`). Some programs open it like Node for the processes that they start: there it looks closed, too.
 */
const isClosed = (fd: number): boolean => {
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

const signal = (name: Interrupt): Observable<Interrupt> => fromEvent(process, name).pipe(map(() => name));

/** The process itself. */
export const processIo = (): Io => {
  // Whoever reads may go away before the end; what has to end because of that listens for itself.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    stdout: process.stdout,
    // Of all that is written there only objects must not be lost in silence: what `check` found, its exit code tells too.
    objects: isClosed(1) ? closedOutlet('standard output is closed') : undefined,
    stderr: process.stderr,
    env: process.env,
    interrupts: merge(signal('SIGINT'), signal('SIGTERM'), signal('SIGHUP')),
  };
};

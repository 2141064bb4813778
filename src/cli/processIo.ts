import { fromEvent, map, merge, type Observable } from 'rxjs';
import { closedOutlet, isClosed } from './closedOutlet';
import type { Interrupt, Io } from './Io';

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

import { fromEvent, map, merge, type Observable } from 'rxjs';
import type { Interrupt, Io } from './Io';

const signal = (name: Interrupt): Observable<Interrupt> => fromEvent(process, name).pipe(map(() => name));

/** The process itself. */
export const processIo = (): Io => {
  // Whoever reads the errors may go away before there is one; that is nothing to fail for.
  process.stderr.on('error', () => undefined);
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    interrupts: merge(signal('SIGINT'), signal('SIGTERM')),
  };
};

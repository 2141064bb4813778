import type { Writable } from 'node:stream';
import type { Observable } from 'rxjs';

/** A standard stream: it may be a terminal. */
export interface Outlet extends Writable {
  readonly isTTY?: boolean;
  /** The width of the terminal. */
  readonly columns?: number;
}

/** A signal that asks the process to stop. */
export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** All that a command touches of the process it runs in. */
export interface Io {
  readonly stdout: Outlet;
  /** Where objects go, if not to standard output as it is. */
  readonly objects?: Outlet | undefined;
  readonly stderr: Outlet;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** While it is subscribed, a signal does not end the process by itself. */
  readonly interrupts: Observable<Interrupt>;
}

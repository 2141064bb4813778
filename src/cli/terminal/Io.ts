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

/** What the process ends with. */
export type ExitCode = 0 | 1 | 2 | 129 | 130 | 143;

/** What was asked for has been done. */
export const done = 0;
/** It was tried and did not succeed, or not whole. */
export const failed = 1;
/** What was asked for cannot be right; nothing was tried. */
export const wrongUsage = 2;

/** Shells know a process that ended by a signal by 128 and the signal's number. */
export const interruptedBy: Readonly<Record<Interrupt, ExitCode>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** What a command line asks for, once it was found right: run it, and exit with what it says. */
export type Job = (io: Io) => Promise<ExitCode>;

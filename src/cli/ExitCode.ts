import type { Interrupt } from './Io';

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

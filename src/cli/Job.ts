import type { ExitCode } from './ExitCode';
import type { Io } from './Io';

/** What a command line asks for, once it was found right: run it, and exit with what it says. */
export type Job = (io: Io) => Promise<ExitCode>;

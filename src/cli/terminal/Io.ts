import type { Either } from 'fp-ts/Either';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { Observable } from 'rxjs';

export interface Outlet extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** What is needed to say something, and to read a command line. */
export interface Screen {
  readonly stdout: Outlet;
  readonly stderr: Outlet;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** All that a command touches of the process it runs in. */
export interface Io extends Screen {
  /** Where objects go, if not to standard output as it is. */
  readonly objects?: Outlet | undefined;
  /** Whether standard output is a pipe: what reads it may write to the same terminal. */
  readonly isPiped?: boolean;
  /** Asks on the terminal, where there is one. What is typed is not shown where it is a secret. A Left is Ctrl-C. */
  readonly ask?:
    | ((question: string, answer: 'a secret' | 'shown') => Promise<Either<Interrupt, string>>)
    | undefined;
  /** While it is subscribed, a signal does not end the process by itself. */
  readonly interrupts: Observable<Interrupt>;
}

export type ExitCode = 0 | 1 | 2 | 129 | 130 | 143;

/** What was asked for has been done. */
export const done = 0;
/** It was tried, and failed or is incomplete. */
export const failed = 1;
/** What was asked for cannot be right; nothing was tried. */
export const wrongUsage = 2;

/** Shells know a process that ended by a signal by 128 and the signal's number. */
export const interruptedBy = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const satisfies Readonly<
  Record<Interrupt, ExitCode>
>;

/** What a command line asks for, once it was found right: run it, and exit with what it says. */
export type Job = (io: Io) => Promise<ExitCode>;

/** Whether a stream is a terminal that shows colours, and `NO_COLOR` is not set. */
export const hasColour = ({ isTTY }: Outlet, env: Io['env'] = {}): boolean =>
  isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

/** Some terminals do not know their width, and say 0. */
export const widthOf = ({ columns = 0 }: Outlet): number => (columns > 0 ? columns : 80);

/** A stream that takes nothing, and says why. */
export const closedOutlet = (reason: string): Outlet =>
  new Writable({
    write: (_chunk, _encoding, done) => done(new Error(reason)),
  });

/** The process that reads a command line. */
export const processScreen = (): Screen => {
  const { stdout, stderr, env } = process;
  // The reader may go away before the end; what has to end because of that listens for itself.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  return { stdout, stderr, env };
};

/** The folder of the package: that of the nearest package.json above this file, wherever the build has put the file. */
export const packageFolder = (directory: string = __dirname): string =>
  existsSync(join(directory, 'package.json')) || dirname(directory) === directory
    ? directory
    : packageFolder(dirname(directory));

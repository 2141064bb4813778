import * as E from 'fp-ts/Either';
import { existsSync, fstatSync, readSync, type Stats, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fromEvent, map, merge, type Observable } from 'rxjs';
import { dirname, join } from 'node:path';

export interface Outlet extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Interrupt = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** All that a command touches of the process it runs in. */
export interface Io {
  readonly stdout: Outlet;
  /** Where objects go, if not to standard output as it is. */
  readonly objects?: Outlet | undefined;
  readonly stderr: Outlet;
  /** Whether standard output is a pipe: what reads it may write to the same terminal. */
  readonly isPiped?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks on the terminal, where there is one. What is typed is not shown where it is a secret. A Left is Ctrl-C. */
  readonly ask?:
    | ((question: string, answer: 'a secret' | 'shown') => Promise<E.Either<Interrupt, string>>)
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

/** What a file descriptor is found to be; false where it cannot be looked at. */
const is = (fd: number, test: (stats: Stats) => boolean): boolean => {
  try {
    return test(fstatSync(fd));
  } catch {
    return false;
  }
};

const isNull = ({ rdev }: Stats): boolean => rdev !== 0 && statSync(devNull).rdev === rdev;

/**
 * Whether a standard stream was closed when this process began (`>&-`). Node then opens the null device in its place, for
 * reading and writing, whereas a shell opens it for writing only (`> /dev/null`). Some programs open it like Node for the
 * processes that they start: there it looks closed, too.
 */
const looksClosed = (fd: number): boolean =>
  is(fd, (stats) => isNull(stats) && readSync(fd, Buffer.alloc(1)) === 0);

/** The null device for reading only, which Node never opens by itself: a program has ignored standard input. */
const isIgnoredInput = (): boolean => is(0, isNull) && !is(0, () => writeSync(0, '') === 0);

/** Where a program ignores all three (`stdio: 'ignore'`), nobody wants the objects. */
const isClosedOutput = (): boolean => looksClosed(1) && !(looksClosed(2) && isIgnoredInput());

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

const signal = (name: Interrupt): Observable<Interrupt> =>
  fromEvent(process, name).pipe(map(() => name));

const askOnTerminal: NonNullable<Io['ask']> = (question, kind) =>
  new Promise((resolve) => {
    const nowhere = new Writable({
      write: (_chunk, _encoding, written) => written(),
    });
    const isSecret = kind === 'a secret';
    const reader = createInterface({
      input: process.stdin,
      output: isSecret ? nowhere : process.stderr,
      terminal: true,
    });
    let answer: E.Either<Interrupt, string> | undefined;
    const settle = (given: E.Either<Interrupt, string>): void => {
      answer = given;
      reader.close();
    };
    reader.once('SIGINT', () => settle(E.left('SIGINT')));
    // Ctrl-D closes it, too.
    reader.once('close', () => {
      if (isSecret || answer === undefined || E.isLeft(answer)) process.stderr.write('\n');
      resolve(answer ?? E.right(''));
    });
    // Only now: what is typed before the terminal is read would be shown.
    if (isSecret) process.stderr.write(question);
    reader.question(isSecret ? '' : question, (text) => settle(E.right(text)));
  });

export const processIo = (): Io => {
  // The reader may go away before the end; what has to end because of that listens for itself.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    stdout: process.stdout,
    // Of all that is written there only objects must not be lost in silence: what `check` found, its exit code tells too.
    objects: isClosedOutput() ? closedOutlet('standard output is closed') : undefined,
    stderr: process.stderr,
    isPiped: is(1, (stats) => stats.isFIFO() || stats.isSocket()),
    env: process.env,
    ask: process.stdin.isTTY ? askOnTerminal : undefined,
    interrupts: merge(signal('SIGINT'), signal('SIGTERM'), signal('SIGHUP')),
  };
};

/** The folder of the package: that of the nearest package.json above this file, wherever the build has put the file. */
export const packageFolder = (directory: string = __dirname): string =>
  existsSync(join(directory, 'package.json')) || dirname(directory) === directory
    ? directory
    : packageFolder(dirname(directory));

import * as E from 'fp-ts/Either';
import { fstatSync, readSync, type Stats, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { Writable } from 'node:stream';
import { fromEvent, map, merge, type Observable } from 'rxjs';
import { closedOutlet, type Interrupt, type Io, processScreen, type Screen } from './Io';

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

const signal = (name: Interrupt): Observable<Interrupt> =>
  fromEvent(process, name).pipe(map(() => name));

const askOnTerminal: NonNullable<Io['ask']> = async (question, kind) => {
  // Loaded only here: few command lines ask.
  const { createInterface } = await import('node:readline');
  return new Promise((resolve) => {
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
};

/** The process that runs a command. */
export const processIo = (screen: Screen = processScreen()): Io => {
  return {
    ...screen,
    // Of all that is written there only objects must not be lost in silence: what `check` found, its exit code tells too.
    objects: isClosedOutput() ? closedOutlet('standard output is closed') : undefined,
    isPiped: is(1, (stats) => stats.isFIFO() || stats.isSocket()),
    ask: process.stdin.isTTY ? askOnTerminal : undefined,
    interrupts: merge(signal('SIGINT'), signal('SIGTERM'), signal('SIGHUP')),
  };
};

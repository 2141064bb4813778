#!/usr/bin/env node
import type { Writable } from 'node:stream';
import { jobOf } from './commandLine';
import { reasonOf, say } from './terminal/Complaint';
import { type ExitCode, failed, processScreen } from './terminal/Io';

// The library's warnings are for those who write programs: they name options that a command line does not have.
process.env.NODE_ENV = 'production';

const screen = processScreen();

/** Nothing that a user can do shows a stack trace. */
const crash = (error: unknown): typeof failed => {
  say(screen, `unexpected error: ${reasonOf(error)}`);
  return failed;
};

/** The reader of the last line may be slow or gone: wait no longer than this. */
const patience = 500;

/** Resolves when everything written to a stream has left this process, or when it took too long. */
const flushed = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, patience).unref();
    stream.write('', () => resolve());
  });

const exit = async (code: number): Promise<void> => {
  await flushed(screen.stderr);
  process.exit(code);
};

const runProcess = async (): Promise<ExitCode> => {
  const job = await jobOf(process.argv.slice(2), screen);
  // Node ends a process in which nothing is under way any more, and a promise that is never settled keeps none alive.
  // Not before the arguments are read: the code that is set then is the one with which commander ends `help`.
  process.exitCode = failed;
  if (typeof job === 'number') return job;
  const { processIo } = await import('./terminal/processIo.js');
  return job(processIo(screen));
};

process.once('beforeExit', () =>
  say(
    screen,
    'it came to a standstill: nothing is under way any more, but the work has not ended. This is a bug; please report it',
  ),
);
process.on('uncaughtException', (error) => void exit(crash(error)));
void runProcess().catch(crash).then(exit);

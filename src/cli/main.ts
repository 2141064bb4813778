#!/usr/bin/env node
import type { Writable } from 'node:stream';
import { run } from './run';
import { reasonOf, say } from './terminal/Complaint';
import { failed, processIo } from './terminal/Io';

const io = processIo();

/** Nothing that a user can do shows a stack trace. */
const crash = (error: unknown): typeof failed => {
  say(io, `unexpected error: ${reasonOf(error)}`);
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
  await flushed(io.stderr);
  process.exit(code);
};

process.once('beforeExit', () =>
  say(
    io,
    'it came to a standstill: nothing is under way any more, but the work has not ended. This is a bug; please report it',
  ),
);
process.on('uncaughtException', (error) => void exit(crash(error)));
void run(process.argv.slice(2), io).catch(crash).then(exit);
// Node ends a process in which nothing is under way any more, and a promise that is never settled keeps none alive.
// Not before the arguments are read: the code that is set then is the one with which commander ends `help`.
process.exitCode = failed;

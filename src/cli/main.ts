#!/usr/bin/env node
import { failed } from './ExitCode';
import { flushed } from './flushed';
import { processIo } from './processIo';
import { reasonOf } from './Complaint';
import { run } from './run';
import { say } from './say';

const io = processIo();

/** Nothing that a user can do shows a stack trace. */
const crash = (error: unknown): typeof failed => {
  say(io, `unexpected error: ${reasonOf(error)}`);
  return failed;
};

const exit = async (code: number): Promise<void> => {
  await flushed(io.stderr);
  process.exit(code);
};

process.on('uncaughtException', (error) => void exit(crash(error)));
void run(process.argv.slice(2), io).catch(crash).then(exit);

import { CommanderError } from 'commander';
import * as E from 'fp-ts/Either';
import { createProgram } from './createProgram';
import { done, type ExitCode, wrongUsage } from './ExitCode';
import type { Io } from './Io';
import type { Job } from './Job';
import { printText } from './printText';
import { complain } from './say';

/** Help and version are written by now; where they could not be, it is no success. */
const printed = async (io: Io): Promise<ExitCode> => {
  const end = await printText('the text', '', io.stdout);
  return E.isLeft(end) ? complain(io, end.left) : done;
};

/** Runs a command line, given without the program's own name, and says what to exit with. */
export const run = async (argv: ReadonlyArray<string>, io: Io): Promise<ExitCode> => {
  const chosen: { job?: Job } = {};
  try {
    createProgram(io, (job) => (chosen.job = job)).parse([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? printed(io) : wrongUsage;
    throw error;
  }
  return chosen.job === undefined ? wrongUsage : chosen.job(io);
};

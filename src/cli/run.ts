import { CommanderError } from 'commander';
import { createProgram } from './createProgram';
import { done, type ExitCode, wrongUsage } from './ExitCode';
import type { Io } from './Io';
import type { Job } from './Job';

/** Runs a command line, given without the program's own name, and says what to exit with. */
export const run = async (argv: ReadonlyArray<string>, io: Io): Promise<ExitCode> => {
  const chosen: { job?: Job } = {};
  try {
    createProgram(io, (job) => (chosen.job = job)).parse([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? done : wrongUsage;
    throw error;
  }
  return chosen.job === undefined ? wrongUsage : chosen.job(io);
};

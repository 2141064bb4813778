import { CommanderError } from 'commander';
import { commands, loaded } from './commands/commands';
import type { CommandLine } from './options/CommandRow';
import { createProgram } from './options/program';
import { printText } from './sinks/printText';
import { complain } from './terminal/Complaint';
import { type ExitCode, type Io, type Job, type Screen, wrongUsage } from './terminal/Io';

/** The commands that a command line is about. */
const neededBy =
  ([first, second]: ReadonlyArray<string>) =>
  (name: string): boolean =>
    name === (first === 'help' ? second : first);

/** Reads a command line: the job that it asks for, or what to exit with where it asks for none. Nothing is run yet. */
export const jobOf = async (argv: ReadonlyArray<string>, io: Screen): Promise<Job | ExitCode> => {
  const rows = await loaded(neededBy(argv));
  const lines: Array<CommandLine> = [];
  try {
    createProgram(io, commands, rows, (line) => lines.push(line)).parse([...argv], {
      from: 'user',
    });
  } catch (error) {
    // Help and version are written by now; where they could not be, it is no success.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? printText('the text', '', io) : wrongUsage;
    throw error;
  }
  const [line] = lines;
  const job = line && rows.get(line.command)?.jobOf(line);
  if (job === undefined) return wrongUsage;
  // Not by fp-ts, which the command line loads when it knows what to do.
  return job._tag === 'Left' ? complain(io, job.left) : job.right;
};

export const run = async (argv: ReadonlyArray<string>, io: Io): Promise<ExitCode> => {
  const job = await jobOf(argv, io);
  return typeof job === 'number' ? job : job(io);
};

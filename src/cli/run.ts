import { Command, CommanderError } from 'commander';
import * as E from 'fp-ts/Either';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkCommand } from './commands/check';
import { codecCommand } from './commands/codec';
import { listCommand, searchCommand } from './commands/listAndSearch';
import { serveCommand } from './commands/serve';
import { printText } from './outputs/Output';
import { complain, say } from './terminal/Complaint';
import { done, type ExitCode, type Io, type Job, wrongUsage } from './terminal/Io';

/** The nearest package.json above this file is the package's own, wherever the build has put the file. */
const manifestAbove = (directory: string): string => {
  const file = join(directory, 'package.json');
  return existsSync(file) || dirname(directory) === directory ? file : manifestAbove(dirname(directory));
};

/** The version of the package. */
const version = (): string =>
  (JSON.parse(readFileSync(manifestAbove(__dirname), 'utf8')) as { readonly version: string }).version;

/** What was given to an unknown option may be a secret: `--token=…` is the most likely of them. */
const withoutValues = (text: string): string => text.replace(/'(--[\w-]+)=[^]*?'/g, "'$1'");

/** One line, whatever commander adds to it. */
const oneLine = (text: string): string => withoutValues(text).replace(/^error: /, '');

/** The command line. Parsing it chooses a job and runs nothing. */
export const createProgram = (io: Pick<Io, 'stdout' | 'stderr'>, choose: (job: Job) => void): Command => {
  const program = new Command('pagewalk')
    .description('Reads every object out of a paginated Object Query Service.')
    .version(version(), '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text) => {
        say(io, oneLine(text));
      },
    });
  for (const command of [listCommand, searchCommand, serveCommand, checkCommand, codecCommand]) {
    program.addCommand(command(choose).copyInheritedSettings(program));
  }
  return program;
};

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

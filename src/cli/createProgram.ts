import { Command } from 'commander';
import { checkCommand } from './check/checkCommand';
import { codecCommand } from './codec/codecCommand';
import type { Io } from './Io';
import type { Job } from './Job';
import { say } from './say';
import { serveCommand } from './serve/serveCommand';
import { listCommand } from './stream/listCommand';
import { searchCommand } from './stream/searchCommand';
import { version } from './version';

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

import { Command, CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AddTo, commands, loaded } from './commands/commands';
import { printText } from './outputs/printText';
import { tokenVariable } from './source/variables';
import { say } from './terminal/Complaint';
import {
  type ExitCode,
  hasColour,
  type Io,
  type Job,
  packageFolder,
  type Screen,
  widthOf,
  wrongUsage,
} from './terminal/Io';
import { laidOut } from './terminal/text';

const version = (): string =>
  (
    JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
      readonly version: string;
    }
  ).version;

/** What was given may be a secret: to an unknown option (`--token=…`), as a password behind a user, or in an address. */
const withoutValues = (text: string): string =>
  text
    .replace(/'(--[\w-]+)=[^]*?'/g, "'$1'")
    .replace(/(unknown option '-[^-])[^]*'/, "$1'")
    .replace(
      /(option '--auth .*?' argument|' argument(?= 'https?:)) '[^]*' is invalid/i,
      '$1 is invalid',
    );

const noToken =
  'there is no --token, because anyone on this machine can read a command line; ' +
  `set the environment variable ${tokenVariable}, or name a file with --token-file`;

/** Options that people look for, and what to do instead. */
const instead: Readonly<Record<string, string>> = {
  '--token': noToken,
  '--changes':
    'there is no --changes any more: changesSince of the library compares a walk with what is known (docs/guides/changes.md). ' +
    'The file that it has kept stays as it is',
  '--first-mark':
    'there is no --first-mark any more: once a run has kept its mark, leave it out; for a new file, write what the first run ' +
    'asks from into the address, such as ?since=2026-01-01',
};

/** One line, whatever commander adds to it. */
const oneLine = (text: string): string => {
  const [, name = ''] = /unknown option '(--[a-z-]+)/.exec(text) ?? [];
  const [known] = Object.entries(instead).filter(([option]) => name === option);
  return known?.[1] ?? withoutValues(text).replace(/^error: /, '');
};

const examples = `
Examples:
  pagewalk walk URL             look at an API: prints the options that walk it
  pagewalk walk URL OPTIONS     every item of it
  pagewalk list --limit 5       five objects of a service with demo data
  pagewalk describe FILE        endpoints of an OpenAPI document, in TypeScript
  pagewalk help walk            all options of a command
`;

/** The command line. Parsing it chooses a job and runs nothing. */
export const createProgram = (
  io: Screen,
  choose: (job: Job) => void,
  parts: ReadonlyMap<string, AddTo>,
): Command => {
  const bold = (text: string): string => `\x1b[1m${text}\x1b[0m`;
  const program = new Command('pagewalk')
    .description('Reads every item of a paginated API, and writes it as NDJSON, JSON or CSV.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [COMMAND]', 'Prints the help of a command.')
    .addHelpText('after', examples)
    .exitOverride()
    .configureHelp({ styleTitle: bold, subcommandTerm: (command) => command.name() })
    .configureOutput({
      // Lines are broken below, where a narrow terminal is known, too.
      getOutHelpWidth: () => Infinity,
      getErrHelpWidth: () => Infinity,
      getOutHasColors: () => hasColour(io.stdout, io.env),
      getErrHasColors: () => hasColour(io.stderr, io.env),
      writeOut: (text) => io.stdout.write(laidOut(text, widthOf(io.stdout))),
      writeErr: (text) => io.stderr.write(laidOut(text, widthOf(io.stderr))),
      outputError: (text) => say(io, oneLine(text)),
    });
  for (const [name, add] of parts) {
    const { description = '', group = '' } = commands[name] ?? {};
    const command = new Command(name).description(description).helpGroup(group);
    program.addCommand(add(command, choose).copyInheritedSettings(program));
  }
  return program;
};

/** The commands that a command line is about. What completes words knows all of them. */
const neededBy =
  (argv: ReadonlyArray<string>) =>
  (name: string): boolean => {
    const [first, second] = argv;
    return first === 'completions' || name === (first === 'help' ? second : first);
  };

/** Reads a command line: the job that it asks for, or what to exit with where it asks for none. */
export const jobOf = async (argv: ReadonlyArray<string>, io: Screen): Promise<Job | ExitCode> => {
  const chosen: { job?: Job } = {};
  const parts = await loaded(neededBy(argv));
  try {
    createProgram(io, (job) => (chosen.job = job), parts).parse([...argv], { from: 'user' });
  } catch (error) {
    // Help and version are written by now; where they could not be, it is no success.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? printText('the text', '', io) : wrongUsage;
    throw error;
  }
  return chosen.job ?? wrongUsage;
};

export const run = async (argv: ReadonlyArray<string>, io: Io): Promise<ExitCode> => {
  const job = await jobOf(argv, io);
  return typeof job === 'number' ? job : job(io);
};

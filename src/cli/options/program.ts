import { Argument, Command, Option as Parsed } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../terminal/Complaint';
import { hasColour, packageFolder, type Screen, widthOf } from '../terminal/Io';
import { laidOut } from '../terminal/text';
import type { CommandLine, CommandRow, Word } from './CommandRow';
import type { Option, Written, Texts } from './Option';
import { tokenVariable } from './variables';

const version = (): string =>
  (
    JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
      readonly version: string;
    }
  ).version;

const examples = `
Examples:
  pagewalk walk URL             look at an API: prints the options that walk it
  pagewalk walk URL OPTIONS     every item of it
  pagewalk list --limit 5       five objects of a service with demo data
  pagewalk describe FILE        endpoints of an OpenAPI document, in TypeScript
  pagewalk help walk            all options of a command
`;

/** Options that people look for, and what to do instead. */
const instead: Readonly<Record<string, string>> = {
  '--token':
    'there is no --token, because anyone on this machine can read a command line; ' +
    `set the environment variable ${tokenVariable}, or name a file with --token-file`,
  '--changes':
    'there is no --changes any more: changesSince of the library compares a walk with what is known (docs/guides/changes.md). ' +
    'The file that it has kept stays as it is',
  '--first-mark':
    'there is no --first-mark any more: once a run has kept its mark, leave it out; for a new file, write what the first run ' +
    'asks from into the address, such as ?since=2026-01-01',
  '--ceiling':
    'there is no --ceiling any more: a time that is later than the clock of this machine is never the mark. Leave it out, and ' +
    'add what sorts the items to the address',
  '--ontology':
    'there is no --ontology here: list and codec take the ontology and the object type as arguments (pagewalk list ONTOLOGY_RID OBJECT_TYPE)',
  '--object-type':
    'there is no --object-type here: the object type is an argument (pagewalk list ONTOLOGY_RID OBJECT_TYPE, pagewalk search OBJECT_TYPE)',
  '--base-url':
    'there is no --base-url here: walk takes the address of the first page as an argument (pagewalk walk URL)',
};

/** What to write in place of the arguments that people give to a command without arguments. */
const insteadOfWords: Readonly<Record<string, string>> = {
  serve:
    'serve takes no arguments: name the ontology with --ontology, and files of objects with --data',
  check:
    'check takes no arguments: name the ontology with --ontology, and object types with --object-type',
};

/** What commander says, in one line. What was given to an unknown option may be a secret (`--token=…`). */
const toldOf = (text: string): string => {
  const [, option = ''] = /unknown option '(--[a-z-]+)/.exec(text) ?? [];
  const [, command = ''] = /too many arguments for '(\w+)'/.exec(text) ?? [];
  const known = Object.hasOwn(instead, option) ? instead[option] : insteadOfWords[command];
  const hidden = text
    .replace(/'(--[\w-]+)=[^]*?'/g, "'$1'")
    .replace(/(unknown option '-[^-])[^]*'/, "$1'");
  return known ?? hidden.replace(/^error: /, '');
};

/** What an option was given before, where it may be given several times, and now. */
const collected = (text: string, before: ReadonlyArray<string> | undefined) => [
  ...(before ?? []),
  text,
];

/** An option as the parser knows it and help shows it. Its value is read later. */
const parsedOf = ({ flags, text, group, choices, isEach }: Option<unknown>): Parsed => {
  const option = new Parsed(flags, text);
  if (group !== undefined) option.helpGroup(group);
  if (choices !== undefined) option.choices(choices).argParser(String);
  return isEach === true ? option.argParser(collected) : option;
};

/** A word that is missing is noticed later: an option before it may have taken it. */
const argumentOf = ({ name, text, choices }: Word): Argument => {
  const argument = new Argument(name.replace(/^<(.*)>$/, '[$1]'), text);
  return choices === undefined ? argument : argument.choices(choices);
};

/** The options that are there, without those that have a default of commander's. */
const textsOf = (command: Command): Texts =>
  Object.fromEntries(
    Object.entries(command.opts<Record<string, Written>>()).filter(
      ([name]) => command.getOptionValueSource(name) === 'cli',
    ),
  );

export interface Listed {
  readonly description: string;
  readonly group: string;
}

/** Makes the parser of a command line out of the tables. Of a command without a row only the name is known. */
export const createProgram = (
  io: Screen,
  listed: Readonly<Record<string, Listed>>,
  rows: ReadonlyMap<string, CommandRow>,
  ask: (line: CommandLine) => void,
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
      outputError: (text) => say(io, toldOf(text)),
    });
  for (const [name, { description, group }] of Object.entries(listed)) {
    const command = program.command(name).description(description).helpGroup(group);
    const row = rows.get(name);
    const { words = [], options = {}, before, after } = row ?? {};
    const usage = row?.usage ?? ['[options]', ...words.map((word) => word.name)].join(' ');
    for (const word of words) command.addArgument(argumentOf(word));
    for (const option of Object.values(options)) command.addOption(parsedOf(option));
    command.usage(usage);
    if (before !== undefined) command.addHelpText('before', before);
    if (after !== undefined) command.addHelpText('after', after);
    command.action(() => ask({ command: name, words: command.args, texts: textsOf(command) }));
  }
  return program;
};

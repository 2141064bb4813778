import { command, type CommandRow } from '../options/CommandRow';
import { flag, longOf } from '../options/Option';
import type { Listed } from '../options/program';
import { printText } from '../sinks/printText';

/** A command as a shell completes it. */
interface Completed {
  readonly name: string;
  readonly description: string;
  readonly options: ReadonlyArray<{
    readonly long: string;
    readonly description: string;
    readonly choices: ReadonlyArray<string>;
  }>;
  /** What its words can be, where they are known. */
  readonly words: ReadonlyArray<Pick<Completed, 'name' | 'description'>>;
}

const help = flag('-h, --help', 'print this help');

const completedOf =
  (listed: Readonly<Record<string, Listed>>) =>
  ([name, { options, words = [] }]: readonly [string, CommandRow]): Completed => ({
    name,
    description: listed[name]?.description ?? '',
    options: [...Object.values(options), help].map((option) => ({
      long: longOf(option),
      description: option.text,
      choices: option.choices ?? [],
    })),
    words: words.flatMap(({ text, choices = [] }) =>
      choices.map((choice) => ({ name: choice, description: text })),
    ),
  });

const helpOf = (commands: ReadonlyArray<Completed>): Completed => ({
  name: 'help',
  description: 'Prints the help of a command.',
  options: [],
  words: commands,
});

/** The words of this program only: names of commands and options, which need no quotes. */
const bash = (commands: ReadonlyArray<Completed>): string => {
  const cases = commands.flatMap(({ name, options, words }) => [
    ...options
      .filter(({ choices }) => choices.length > 0)
      .map(({ long, choices }) => [`${name}:${long}`, choices] as const),
    [`${name}:*`, [...options.map(({ long }) => long), ...words.map((word) => word.name)]] as const,
  ]);
  return [
    '_pagewalk() {',
    '  local words',
    '  case "${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD - 1]}" in',
    ...cases.map(([pattern, words]) => `    ${pattern}) words="${words.join(' ')}" ;;`),
    `    *) words="${commands.map(({ name }) => name).join(' ')}" ;;`,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _pagewalk pagewalk',
    '',
  ].join('\n');
};

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const fish = (commands: ReadonlyArray<Completed>): string =>
  commands
    .flatMap(({ name, description, options, words }) => [
      `complete -c pagewalk -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
      ...words.map(
        (word) =>
          `complete -c pagewalk -n '__fish_seen_subcommand_from ${name}' -a ${word.name} -d ${quoted(word.description)}`,
      ),
      ...options.map(({ long, description: text, choices }) => {
        const words = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : '';
        return `complete -c pagewalk -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)} -d ${quoted(text)}${words}`;
      }),
    ])
    .map((line) => `${line}\n`)
    .join('');

/** zsh reads what bash does. */
const zsh = (commands: ReadonlyArray<Completed>): string =>
  `autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${bash(commands)}`;

const shells: Readonly<Record<string, (commands: ReadonlyArray<Completed>) => string>> = {
  bash,
  zsh,
  fish,
};

const examples = `
Try it in this shell, then add the line to its start-up file:
  source <(pagewalk completions bash)
  source <(pagewalk completions zsh)
  pagewalk completions fish | source
`;

export const completionsCommand = (
  listed: Readonly<Record<string, Listed>>,
  rows: () => Promise<ReadonlyMap<string, CommandRow>>,
): CommandRow =>
  command({
    words: [{ name: '<SHELL>', text: 'your shell', choices: Object.keys(shells) }],
    after: examples,
    options: {},
    run:
      ([shell = '']) =>
      async (io) => {
        const completed = Array.from(await rows(), completedOf(listed));
        const all = [...completed, helpOf(completed)];
        return printText('the script', shells[shell]?.(all) ?? '', io);
      },
  });

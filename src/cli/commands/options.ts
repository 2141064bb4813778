import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ServiceOptions } from '../../service';
import { secretVariable, tokenVariable } from '../source/variables';

export const refuse = (why: string): never => {
  throw new InvalidArgumentError(why);
};

export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = /^-?\d+$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
    return refuse(`It must be a whole number, ${range}.`);
  };

/** Reads `CONCURRENT[/PER_MINUTE]`; where only the minute counts, `/PER_MINUTE`. */
export const rateLimit = (text: string): NonNullable<ServiceOptions['rateLimit']> => {
  const [, concurrent, perMinute] = /^(\d+)?(?:\/(\d+))?$/.exec(text) ?? [];
  const limits = {
    ...(concurrent && { concurrent: +concurrent }),
    ...(perMinute && { perMinute: +perMinute }),
  };
  const numbers = Object.values(limits);
  if (numbers.length > 0 && numbers.every((limit) => limit >= 1 && Number.isSafeInteger(limit)))
    return limits;
  return refuse(
    'It must be CONCURRENT, CONCURRENT/PER_MINUTE or /PER_MINUTE, whole numbers above 0.',
  );
};

export const addTokenOptions = (command: Command): Command =>
  command
    .option(
      '--token-env <name>',
      `environment variable that holds the bearer token (default: ${tokenVariable})`,
    )
    .addOption(
      new Option('--token-file <file>', 'file that holds the bearer token').conflicts('tokenEnv'),
    );

/** Logins of `list`, `search`, `walk` and `codec`; `check` sends a token as it is. */
export const addLoginOptions = (command: Command): Command =>
  command
    .option(
      '--oauth <token-url>',
      `get tokens there; needs --client-id, and ${secretVariable} or --client-secret-file`,
    )
    .option('--client-id <id>', 'with --oauth: the id of the client')
    .option('--client-secret-file <file>', 'with --oauth: file that holds the secret of the client')
    .option('--scope <scope>', 'with --oauth: what to ask for')
    .option('--netrc', 'send the user and the password that .netrc has for the host');

export const addExchangeOptions = (command: Command): Command =>
  addTokenOptions(command).option(
    '--timeout <ms>',
    'milliseconds for one exchange, 0 for no limit (default: 60000)',
    wholeNumber(0),
  );

export const addSourceOptions = (command: Command): Command =>
  addExchangeOptions(
    command.option(
      '--base-url <url>',
      'address of the service (default: an embedded service with demo data)',
    ),
  );

/** How patient a walk is, and what is said while it runs. */
export const addProgressOptions = (command: Command): Command =>
  command
    .option('--attempts <n>', 'maximum requests for one page (default: 5)', wholeNumber(1))
    .option(
      '--polite <n/min>',
      'maximum requests at once[/per minute]; all wait after a 429',
      rateLimit,
    )
    .option('--progress', 'draw the progress line even if standard output is a pipe')
    .option('-q, --quiet', 'no progress line and no summary');

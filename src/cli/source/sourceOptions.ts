import { type Command, Option } from 'commander';
import { wholeNumber } from '../wholeNumber';
import { tokenVariable } from './token';

/** The options that say where a bearer token is. */
export const addTokenOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--token-env <name>', `environment variable that holds the bearer token (default: ${tokenVariable})`),
    )
    .addOption(new Option('--token-file <file>', 'file that holds the bearer token').conflicts('tokenEnv'));

/** The options that say which service to read from. */
export const addSourceOptions = (command: Command): Command =>
  addTokenOptions(
    command.option('--base-url <url>', 'address of the service (default: an embedded service with demo data)'),
  ).option('--timeout <ms>', 'milliseconds for one exchange, 0 for no end (default: 60000)', wholeNumber(0));

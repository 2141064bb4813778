import { type Command, Option } from 'commander';
import { addSourceOptions } from '../source/sourceOptions';
import { wholeNumber } from '../wholeNumber';
import { formatters } from './formatters';

/** The options that `list` and `search` share. */
export const addStreamOptions = (command: Command): Command =>
  addSourceOptions(command)
    .option('--limit <n>', 'stop after so many objects', wholeNumber(1))
    .addOption(
      new Option('--format <format>', 'how objects are written').choices(Object.keys(formatters)).default('ndjson'),
    )
    .option('--out <file>', 'write to a file, which appears when it is whole')
    .option('--quiet', 'no progress line and no summary');

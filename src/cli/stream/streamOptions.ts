import { type Command, InvalidArgumentError, Option } from 'commander';
import { formats } from '../formats/formats';
import { rateLimit } from '../serve/rateLimit';
import { addSourceOptions } from '../source/sourceOptions';
import { wholeNumber } from '../wholeNumber';

const propertyName = (text: string): string => {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a property.');
};

/** The options that `list` and `search` share. */
export const addStreamOptions = (command: Command): Command =>
  addSourceOptions(command)
    .option('--limit <n>', 'stop after so many objects', wholeNumber(1))
    .addOption(
      new Option('--format <format>', 'how objects are written').choices(Object.keys(formats)).default('ndjson'),
    )
    .option('--escape-formulas', 'csv for spreadsheets: no cell of it is run as a formula')
    .option('--out <file>', 'write to a file, which appears when it is whole')
    .option('--resume <file>', 'keep the place in a file, and go on from there after a crash; needs --out')
    .option(
      '--key <name>',
      'property that tells objects apart, to begin again when a page token has expired',
      propertyName,
    )
    .option('--changes <file>', 'write what is new, changed or gone since the run that kept the file; needs --key')
    .option('--attempts <n>', 'the most requests for one page (default: 5)', wholeNumber(1))
    .option('--polite <n/min>', 'the most requests at once[/in a minute]; a 429 holds them all', rateLimit)
    .option('--quiet', 'no progress line and no summary');

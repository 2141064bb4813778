import { Command, InvalidArgumentError, Option } from 'commander';
import { rateLimit } from '../serve/rateLimit';
import { addSourceOptions } from '../source/sourceOptions';
import type { Job } from '../terminal/Io';
import { wholeNumber } from '../wholeNumber';
import { type CodecFlags, codecJob, printers } from './codecJob';
import { isCodecName } from './typescript';

const codecName = (text: string): string => {
  if (isCodecName(text)) return text;
  throw new InvalidArgumentError('It must be a name that a constant and a type of TypeScript can have.');
};

export const codecCommand = (choose: (job: Job) => void): Command =>
  addSourceOptions(
    new Command('codec')
      .description('Prints a codec that accepts the objects of one type, and its type, as a TypeScript module.')
      .usage('[options] [ONTOLOGY_RID OBJECT_TYPE]\n       pagewalk codec --search [options] [OBJECT_TYPE]')
      .argument('[ONTOLOGY_RID]', 'the ontology (may be left out for the embedded service; not with --search)')
      .argument('[OBJECT_TYPE]', 'the type of the objects (may be left out for the embedded service)'),
  )
    .option('--search', 'read the objects by search (revision 2.0), not by list (revision 1.0)')
    .option('--api-family <name>', 'the family of search endpoints (may be left out for the embedded service)')
    .option('--query <json>', 'the query definition of a search (default: {"type":"empty"})')
    .option('--sample <n>', 'how many objects to look at; the last page counts as a whole', wholeNumber(1), 1_000)
    .option('--name <name>', 'the name of the codec and its type (default: made of the object type)', codecName)
    .addOption(new Option('--as <format>', 'what to print').choices(Object.keys(printers)).default('io-ts'))
    .option('--literals', 'where a property has few different values, allow no others')
    .option('--attempts <n>', 'the most requests for one page (default: 5)', wholeNumber(1))
    .option('--polite <n/min>', 'the most requests at once[/in a minute]; a 429 holds them all', rateLimit)
    .option('--quiet', 'no progress line and no summary')
    .action((first: string | undefined, second: string | undefined, flags: CodecFlags) => {
      choose(codecJob([first, second], flags));
    });

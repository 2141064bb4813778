import { Command } from 'commander';
import type { StreamFlags } from '../document/Writing';
import type { Job } from '../terminal/Io';
import { type SearchArguments, searchWalk } from '../walk/walks';
import { streamJob } from './streamJob';
import { addStreamOptions } from './streamOptions';

type Flags = StreamFlags & Pick<SearchArguments, 'apiFamily' | 'query'>;

export const searchCommand = (choose: (job: Job) => void): Command =>
  addStreamOptions(
    new Command('search')
      .description('Writes every object of one type that a query finds (revision 2.0).')
      .argument('[OBJECT_TYPE]', 'the type of the objects (may be left out for the embedded service)')
      .option('--api-family <name>', 'the family of search endpoints (may be left out for the embedded service)')
      .option('--query <json>', 'the query definition (default: {"type":"empty"})'),
  ).action((objectType: string | undefined, flags: Flags) => {
    choose(streamJob(flags, searchWalk({ ...flags, objectType })));
  });

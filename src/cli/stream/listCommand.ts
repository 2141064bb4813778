import { Command } from 'commander';
import type { StreamFlags } from '../document/Writing';
import type { Job } from '../terminal/Io';
import { type ListArguments, listWalk } from '../walk/walks';
import { wholeNumber } from '../wholeNumber';
import { streamJob } from './streamJob';
import { addStreamOptions } from './streamOptions';

type Flags = StreamFlags & Pick<ListArguments, 'pageSize' | 'snapshot'>;

export const listCommand = (choose: (job: Job) => void): Command =>
  addStreamOptions(
    new Command('list')
      .description('Writes every object of one type in one ontology (revision 1.0).')
      .argument('[ONTOLOGY_RID]', 'the ontology (may be left out for the embedded service)')
      .argument('[OBJECT_TYPE]', 'the type of the objects (may be left out for the embedded service)')
      .option('--page-size <n>', 'objects in a page; a suggestion', wholeNumber(1))
      .option('--snapshot', 'page through the data as it was when the walk began'),
  ).action((ontologyRid: string | undefined, objectType: string | undefined, flags: Flags) => {
    choose(streamJob(flags, listWalk({ ...flags, ontologyRid, objectType })));
  });

import { Command } from 'commander';
import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { recognise } from '../describe/recognise';
import { watchFirst } from '../describe/anyWalk';
import type { StreamFlags } from '../document/Writing';
import type { Job } from '../terminal/Io';
import { type ListArguments, listWalk, type SearchArguments, searchWalk, type WalkOf } from '../walk/walks';
import { addSourceOptions, wholeNumber } from './options';
import { addStreamOptions, streamJob } from './streamJob';

/** Looks for a next page that the service names in another way than the conventions do. */
const lookingElsewhere =
  (walkOf: WalkOf): WalkOf =>
  (source) =>
    pipe(
      walkOf(source),
      E.map((walk) =>
        watchFirst(walk, (answer) =>
          Object.hasOwn(Object(answer.body) as object, 'nextPageToken')
            ? undefined
            : recognise(answer, () => true).next,
        ),
      ),
    );

const listExamples = `Try it on demo data, then read a service:
  pagewalk list --limit 5
  pagewalk list --base-url https://objects.example.com ri.ontology.main employee -o employee.ndjson
`;

type ListFlags = StreamFlags & Pick<ListArguments, 'pageSize' | 'snapshot'>;

export const listCommand = (choose: (job: Job) => void): Command =>
  addStreamOptions(
    addSourceOptions(
      new Command('list')
        .description('Writes every object of one type from an Object Query Service (revision 1.0).')
        .argument('[ONTOLOGY_RID]', 'the ontology (optional with the embedded service)')
        .argument('[OBJECT_TYPE]', 'the type of the objects (optional with the embedded service)')
        .option('--page-size <n>', 'objects in a page; a suggestion', wholeNumber(1))
        .option('--snapshot', 'page through the data as it was when the walk began')
        .addHelpText('before', listExamples),
    ),
  ).action((ontologyRid: string | undefined, objectType: string | undefined, flags: ListFlags) =>
    choose(streamJob(flags, lookingElsewhere(listWalk({ ...flags, ontologyRid, objectType })))),
  );

type SearchFlags = StreamFlags & Pick<SearchArguments, 'apiFamily' | 'query'>;

export const searchCommand = (choose: (job: Job) => void): Command =>
  addStreamOptions(
    addSourceOptions(
      new Command('search')
        .description('Writes the objects that a query finds in an Object Query Service (revision 2.0).')
        .argument('[OBJECT_TYPE]', 'the type of the objects (optional with the embedded service)')
        .option('--api-family <name>', 'the family of search endpoints (optional with the embedded service)')
        .option('--query <json>', 'the query definition (default: {"type":"empty"})'),
    ),
  ).action((objectType: string | undefined, flags: SearchFlags) =>
    choose(streamJob(flags, lookingElsewhere(searchWalk({ ...flags, objectType })))),
  );

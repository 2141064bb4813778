import { type Command, Option } from 'commander';
import { rights } from 'fp-ts/Array';
import * as E from 'fp-ts/Either';
import { flow } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { Answer } from '../../model/paging/sources';
import { bodySecrets, isAddress, readAddress, secretsIn } from '../anyApi/address';
import { readTarget, watchFirst } from '../anyApi/anyWalk';
import { type EachFlags, eachWalk } from '../anyApi/eachWalk';
import { lookCommand } from '../anyApi/lookCommand';
import { recognise } from '../anyApi/recognise';
import { isUnsaid } from '../anyApi/SchemeFlags';
import { openDocument } from '../document/openDocument';
import { type GivenFlags, misusedOptions, type StreamFlags } from '../document/Writing';
import { formatNames } from '../formats/formats';
import { lockFiles } from '../outputs/lock';
import { type Files, filesOf, lockedOf } from '../outputs/target';
import { type Source, withSource } from '../source/openSource';
import { complain, misuse, say } from '../terminal/Complaint';
import { done, type ExitCode, type Io, type Job } from '../terminal/Io';
import { openRecording } from '../walk/recording';
import {
  type ListArguments,
  listWalk,
  type SearchArguments,
  searchWalk,
  type Walk,
  type WalkOf,
} from '../walk/walks';
import {
  addExchangeOptions,
  addLoginOptions,
  addProgressOptions,
  addSourceOptions,
  refuse,
  wholeNumber,
} from './options';
import {
  addMarkOptions,
  addSchemeOptions,
  reading,
  readPath,
  readSource,
  schemeHelp,
  walkExamples,
} from './schemeOptions';
import { streamWalk } from './streamWalk';

const write = async (
  flags: StreamFlags,
  files: Files,
  source: Source,
  walk: Walk,
  io: Io,
): Promise<ExitCode> => {
  const recording = await openRecording(flags);
  if (E.isLeft(recording)) return complain(io, recording.left);
  try {
    const service = O.isSome(source.embedded) ? 'embedded' : source.url;
    const opened = await openDocument(flags, files, { service, ...walk.request }, io);
    if (E.isLeft(opened)) return complain(io, opened.left);
    const document = opened.right;
    if (document._tag === 'Writing') {
      return await streamWalk(flags, source, walk, document.writing, recording.right, io);
    }
    if (document.doubt !== '') say(io, document.doubt);
    if (flags.quiet !== true) say(io, document.text);
    return done;
  } finally {
    const problem = await recording.right.close();
    if (problem !== '') say(io, problem);
  }
};

const fileName = (text: string): string =>
  isAddress(text)
    ? refuse('Write the URL before --resume: --resume reads it as the name of a file.')
    : text;

/** `list`, `search` and `walk`: opens the service and the output, walks, and says how it went. */
const streamJob =
  ({ resume, ...given }: GivenFlags, walkOf: WalkOf): Job =>
  async (io) => {
    const file = resume === true ? `${given.out ?? ''}.place` : resume;
    const flags: StreamFlags = file === undefined ? given : { ...given, resume: file };
    const problem = misusedOptions(flags);
    if (problem !== undefined) return complain(io, misuse(problem));
    return withSource(flags, io, async (source) => {
      const walk = walkOf(source);
      if (E.isLeft(walk)) return complain(io, walk.left);
      const files = await filesOf(flags);
      if (E.isLeft(files)) return complain(io, files.left);
      const release = lockFiles(lockedOf(files.right), flags.breakLock);
      return E.isLeft(release)
        ? complain(io, release.left)
        : write(flags, files.right, source, walk.right, io).finally(release.right);
    });
  };

const propertyName = (text: string): string =>
  text === '' ? refuse('It must be the name of a property.') : text;

const fieldsOf = (text: string): NonNullable<GivenFlags['fields']> =>
  Object.fromEntries(text.split(',').map((name) => [name, readPath(name)]));

const addStreamOptions = (command: Command): Command =>
  addProgressOptions(
    addLoginOptions(command)
      .option('--limit <n>', 'stop after this many objects', wholeNumber(1))
      .option('--max-pages <n>', 'fail if there are more pages than this', wholeNumber(1))
      .addOption(
        new Option('--format <format>', 'how objects are written')
          .choices(formatNames)
          .default('ndjson'),
      )
      .option('--fields <names>', 'write only these properties, such as id,user.name', fieldsOf)
      .option('--escape-formulas', 'csv for spreadsheets: no cell of it is run as a formula')
      .option('-o, --out <file>', 'write to a file, which appears when it is complete')
      .addOption(
        new Option(
          '--resume [file]',
          'keep the place in a file (default: OUT.place), and continue from there after a crash; needs --out',
        ).argParser(fileName),
      )
      .option(
        '--break-lock',
        'with --resume: take the files over from a run in another container or on another machine, which must have ended',
      )
      .option(
        '--key <name>',
        'property that tells objects apart, to begin again when a page token has expired',
        propertyName,
      )
      .option('--events <file>', 'write what happens to a file, to look at with pagewalk show'),
  );

/** Where the service names a next page in another way than the conventions do. */
const nextElsewhere = (answer: Answer): string | undefined =>
  Object.hasOwn(Object(answer.body) as object, 'nextPageToken')
    ? undefined
    : recognise(answer, () => true).next;

const lookingElsewhere = (walkOf: WalkOf): WalkOf =>
  flow(
    walkOf,
    E.map((walk) => watchFirst(walk, nextElsewhere)),
  );

const listExamples = `Try it on demo data, then read a service:
  pagewalk list --limit 5
  pagewalk list --base-url http://127.0.0.1:8080 ri.ontology.main employee
`;

type ListFlags = GivenFlags & Pick<ListArguments, 'pageSize' | 'snapshot'>;

export const listCommand = (command: Command, choose: (job: Job) => void): Command =>
  addStreamOptions(
    addSourceOptions(
      command
        .argument('[ONTOLOGY_RID]', 'the ontology (optional with the embedded service)')
        .argument('[OBJECT_TYPE]', 'the type of the objects (optional with the embedded service)')
        .option('--page-size <n>', 'objects per page; the service may return fewer', wholeNumber(1))
        .option('--snapshot', 'page through the data as it was when the walk began')
        .addHelpText('before', listExamples),
    ),
  ).action((ontologyRid: string | undefined, objectType: string | undefined, flags: ListFlags) =>
    choose(streamJob(flags, lookingElsewhere(listWalk({ ...flags, ontologyRid, objectType })))),
  );

type SearchFlags = GivenFlags & Pick<SearchArguments, 'apiFamily' | 'query'>;

export const searchCommand = (command: Command, choose: (job: Job) => void): Command =>
  addStreamOptions(
    addSourceOptions(
      command
        .argument('[OBJECT_TYPE]', 'the type of the objects (optional with the embedded service)')
        .option(
          '--api-family <name>',
          'the family of search endpoints (optional with the embedded service)',
        )
        .option('--query <json>', 'the query definition (default: {"type":"empty"})'),
    ),
  ).action((objectType: string | undefined, flags: SearchFlags) =>
    choose(streamJob(flags, lookingElsewhere(searchWalk({ ...flags, objectType })))),
  );

type WalkFlags = GivenFlags & EachFlags;

/** `walk`: reads any paginated API, or looks at its first response if the options do not say how it is paged. */
const walkJob =
  (url: string, given: WalkFlags): Job =>
  async (io) => {
    const address = readAddress(url);
    if (E.isLeft(address)) return complain(io, address.left);
    const target = await readTarget(address.right, given);
    if (E.isLeft(target)) return complain(io, target.left);
    const addresses = [address.right, ...rights([readAddress(given.then ?? '')])];
    const secrets = [...addresses.flatMap(secretsIn), ...bodySecrets(target.right.body)];
    const flags = { ...given, baseUrl: address.right.origin, secrets, bare: true };
    const problem = misusedOptions(flags);
    if (problem !== undefined) return complain(io, misuse(problem));
    if (isUnsaid(flags)) return lookCommand(target.right, flags, io);
    return streamJob(flags, () => eachWalk(target.right, flags))(io);
  };

export const walkCommand = (command: Command, choose: (job: Job) => void): Command =>
  addStreamOptions(
    addExchangeOptions(
      addMarkOptions(
        addSchemeOptions(
          command
            .argument('<URL>', 'the address of the first page')
            .option(
              '--no-check-end',
              'do not fail if the last response says elsewhere that there is more',
            )
            .option(
              '--each <path>',
              'the property of an item that goes into the address of its list; needs --then',
              reading(readSource),
            )
            .option(
              '--then <url>',
              'with --each: write the items of that list, {} stands for the property; both are paged alike',
            )
            .addHelpText('before', walkExamples)
            .addHelpText('after', schemeHelp),
        ),
      ),
    ),
  ).action((url: string, flags: WalkFlags) => choose(walkJob(url, flags)));

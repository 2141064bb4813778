import { rights } from 'fp-ts/Array';
import * as E from 'fp-ts/Either';
import { flow } from 'fp-ts/function';
import * as O from 'fp-ts/Option';
import type { Answer } from '../../model/paging/sources';
import { bodySecrets, readAddress, secretsIn } from '../anyApi/address';
import { readTarget, watchFirst } from '../anyApi/anyWalk';
import { eachWalk } from '../anyApi/eachWalk';
import { lookCommand } from '../anyApi/lookCommand';
import { recognise } from '../anyApi/recognise';
import { isUnsaid } from '../anyApi/SchemeFlags';
import { openDocument } from '../document/openDocument';
import type { StreamFlags } from '../document/Writing';
import { command } from '../options/CommandRow';
import { flag, type Flags, anyText, type Texts, value } from '../options/Option';
import { wholeNumber } from '../options/readers';
import { schemeHelp, walkExamples } from '../options/walkHelp';
import {
  exchangeOptions,
  headerOptions,
  listOptions,
  loginOptions,
  outputOptions,
  patienceOptions,
  progressOptions,
  requestOptions,
  schemeOptions,
  serviceOptions,
  tokenOptions,
} from '../options/tables';
import { lockFiles } from '../outputs/lock';
import { type Files, filesOf, lockedOf } from '../outputs/target';
import { type Source, withSource } from '../source/openSource';
import { complain, misuse, say } from '../terminal/Complaint';
import { done, type ExitCode, type Io, type Job } from '../terminal/Io';
import { openRecording } from '../walk/recording';
import { listWalk, searchWalk, type Walk, type WalkOf } from '../walk/walks';
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

type GivenFlags = Omit<StreamFlags, 'resume'> & Pick<Flags<typeof outputOptions>, 'resume'>;

/** `list`, `search` and `walk`: opens the service and the output, walks, and says how it went. */
const streamJob =
  ({ resume, ...given }: GivenFlags, walkOf: WalkOf): Job =>
  async (io) => {
    const file = resume === true ? `${given.out ?? ''}.place` : resume;
    const flags: StreamFlags = file === undefined ? given : { ...given, resume: file };
    const { fields, key } = flags;
    if (fields !== undefined && key !== undefined && !Object.hasOwn(fields, key))
      return complain(io, misuse('--fields needs the NAME of --key'));
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

const walked = {
  ...outputOptions,
  ...exchangeOptions,
  ...patienceOptions,
  ...tokenOptions,
  ...loginOptions,
};

export const listCommand = command({
  words: [
    {
      name: '[ONTOLOGY_RID]',
      text: 'the ontology (optional with the embedded service)',
    },
    {
      name: '[OBJECT_TYPE]',
      text: 'the type of the objects (optional with the embedded service)',
    },
  ],
  before: listExamples,
  options: {
    pageSize: value(
      '--page-size <n>',
      'objects per page; the service may return fewer',
      wholeNumber(1),
    ),
    snapshot: flag('--snapshot', 'page through the data as it was when the walk began'),
    ...serviceOptions,
    ...walked,
    ...progressOptions,
  },
  run: ([ontologyRid, objectType], flags) =>
    streamJob(flags, lookingElsewhere(listWalk({ ...flags, ontologyRid, objectType }))),
});

export const searchCommand = command({
  words: [
    {
      name: '[OBJECT_TYPE]',
      text: 'the type of the objects (optional with the embedded service)',
    },
  ],
  options: {
    apiFamily: anyText(
      '--api-family <name>',
      'the family of search endpoints (optional with the embedded service)',
    ),
    query: anyText('--query <json>', 'the query definition (default: {"type":"empty"})'),
    ...serviceOptions,
    ...walked,
    ...progressOptions,
  },
  run: ([objectType], flags) =>
    streamJob(flags, lookingElsewhere(searchWalk({ ...flags, objectType }))),
});

const walkOptions = {
  ...schemeOptions,
  ...requestOptions,
  ...listOptions,
  ...walked,
  ...headerOptions,
  ...progressOptions,
};

/** `walk`: reads any paginated API, or looks at its first response if the options do not say how it is paged. */
const walkJob =
  (url: string, given: Flags<typeof walkOptions>, texts: Texts<typeof walkOptions>): Job =>
  async (io) => {
    const address = readAddress(url);
    if (E.isLeft(address)) return complain(io, address.left);
    const target = await readTarget(address.right, given);
    if (E.isLeft(target)) return complain(io, target.left);
    const addresses = [address.right, ...rights([readAddress(given.then ?? '')])];
    const secrets = [...addresses.flatMap(secretsIn), ...bodySecrets(target.right.body)];
    const flags = { ...given, baseUrl: address.right.origin, secrets, bare: true };
    if (isUnsaid(flags)) return lookCommand(target.right, flags, io);
    return streamJob(flags, () => eachWalk(target.right, flags, texts))(io);
  };

export const walkCommand = command({
  words: [{ name: '<URL>', text: 'the address of the first page' }],
  before: walkExamples,
  after: schemeHelp,
  options: walkOptions,
  run: ([url = ''], flags, texts) => walkJob(url, flags, texts),
});

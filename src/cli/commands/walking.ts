import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { watchPreset } from '../look/watch';
import { lookCommand } from '../look/lookCommand';
import { command } from '../options/CommandRow';
import { type Flags, flag, type Texts, value, wordsOf } from '../options/Option';
import { wholeNumber } from '../options/readers';
import {
  exchangeOptions,
  headerOptions,
  listOptions,
  lookOptions,
  loginOptions,
  outputOptions,
  patienceOptions,
  progressOptions,
  requestOptions,
  schemeOptions,
  searchOptions,
  serviceOptions,
  tokenOptions,
} from '../options/tables';
import { schemeHelp, walkExamples } from '../options/walkHelp';
import { readAddress, secretsIn } from '../plan/address';
import { listPlan, searchPlan } from '../plan/presets';
import { isUnsaid } from '../plan/scheme';
import { bodyFileOf, readTarget, targetSecrets } from '../plan/target';
import { eachWalk } from '../run/eachWalk';
import { walkJob } from '../run/walkJob';
import { complain } from '../terminal/Complaint';
import type { Job } from '../terminal/Io';

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
    walkJob(pipe(listPlan({ ...flags, ontologyRid, objectType }), E.map(watchPreset)), flags),
});

export const searchCommand = command({
  words: [
    {
      name: '[OBJECT_TYPE]',
      text: 'the type of the objects (optional with the embedded service)',
    },
  ],
  options: {
    ...searchOptions,
    ...serviceOptions,
    ...walked,
    ...progressOptions,
  },
  run: ([objectType], flags) =>
    walkJob(pipe(searchPlan({ ...flags, objectType }), E.map(watchPreset)), flags),
});

const walkOptions = {
  ...schemeOptions,
  ...requestOptions,
  ...lookOptions,
  ...listOptions,
  ...walked,
  ...headerOptions,
  ...progressOptions,
};

/** What a look at the first response has no use for. Where one of these is given, more than a look was asked for. */
const ofWalks = {
  ...listOptions,
  ...outputOptions,
  pageSize: schemeOptions.pageSize,
  ahead: requestOptions.ahead,
};

/** `walk`: reads any paginated API, or looks at its first response if the options do not say how it is paged. */
const anyWalkJob =
  (url: string, given: Flags<typeof walkOptions>, texts: Texts<typeof walkOptions>): Job =>
  async (io) => {
    const address = readAddress(url);
    if (E.isLeft(address)) return complain(io, address.left);
    const target = await readTarget(address.right, given);
    if (E.isLeft(target)) return complain(io, target.left);
    const then = readAddress(given.then ?? '');
    const secrets = [
      ...targetSecrets(target.right),
      ...(E.isRight(then) ? secretsIn(then.right) : []),
    ];
    const bodyFile = bodyFileOf(given.body);
    const flags = { ...given, baseUrl: address.right.origin, secrets, bodyFile };
    if (isUnsaid(flags))
      return lookCommand(target.right, flags, io, wordsOf(ofWalks, texts).length === 0);
    return walkJob(eachWalk(target.right, flags, texts), flags)(io);
  };

export const walkCommand = command({
  words: [{ name: '<URL>', text: 'the address of the first page' }],
  before: walkExamples,
  after: schemeHelp,
  options: walkOptions,
  run: ([url = ''], flags, texts) => anyWalkJob(url, flags, texts),
});

import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { of, tap } from 'rxjs';
import { codecNameOf, isCodecName } from '../codec/moduleText';
import { printers } from '../codec/sampleModule';
import { readSample } from '../codec/sample';
import { command } from '../options/CommandRow';
import { choice, flag, type Flags, sharing, type Texts, value, wordsOf } from '../options/Option';
import { isAddress, wholeNumber } from '../options/readers';
import {
  exchangeOptions,
  headerOptions,
  loginOptions,
  patienceOptions,
  progressOptions,
  requestOptions,
  schemeOptions,
  searchOptions,
  serviceOptions,
  tokenOptions,
} from '../options/tables';
import { printText } from '../sinks/printText';
import { readAddress } from '../plan/address';
import { lookCommand } from '../look/lookCommand';
import { isUnsaid } from '../plan/scheme';
import { withConnection } from '../connection/connect';
import { itemView } from '../formats/Format';
import { complain, type Checked, failure, misuse } from '../terminal/Complaint';
import { type ExitCode, type Io, type Job } from '../terminal/Io';
import { followed } from '../connection/followed';
import { invalidObjects, newTally, summaryText } from '../terminal/progress';
import { firstValue, tellEnd } from '../endings/tellEnd';
import { planPages, type Plan } from '../plan/Plan';
import { listPlan, searchPlan } from '../plan/presets';
import { readTarget, targetSecrets } from '../plan/target';
import { walkPlan } from '../plan/walkPlan';

/** Not the types of the printers: what they are called is all that a command line needs. */
const printerNames: ReadonlyArray<keyof typeof printers> = ['io-ts', 'zod', 'json-schema'];

const ofAnyApi = { ...schemeOptions, ...requestOptions, ...headerOptions };

const codecOptions = {
  search: flag('--search', 'read the objects by search (revision 2.0), not by list (revision 1.0)'),
  ...sharing({ with: ['search'] }, searchOptions),
  sample: value(
    '--sample <n>',
    'how many objects to read; the last page is read completely (default: 1000)',
    wholeNumber(1),
  ),
  name: value(
    '--name <name>',
    'the name of the codec and its type (default: from the object type)',
    E.fromPredicate(
      isCodecName,
      () => 'must be a name that a constant and a type of TypeScript can have',
    ),
  ),
  as: choice('--as <format>', 'what to print (default: io-ts)', printerNames),
  literals: flag('--literals', 'allow only the values that were seen, where they are few'),
  ...ofAnyApi,
  ...serviceOptions,
  ...exchangeOptions,
  ...patienceOptions,
  ...tokenOptions,
  ...loginOptions,
  ...progressOptions,
};

type CodecFlags = Flags<typeof codecOptions>;

type GivenArguments = ReadonlyArray<string>;

/** The walk of any API, for which the first argument is its address. */
const chooseTarget = async (address: string, second: string | undefined, flags: CodecFlags) => {
  const foreign = (['search', 'apiFamily', 'query', 'baseUrl'] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (foreign !== undefined || second !== undefined) {
    return E.left(
      misuse(
        'with URL there is no other argument, and no --base-url, --search, --api-family and --query',
      ),
    );
  }
  const read = readAddress(address);
  return E.isLeft(read) ? read : readTarget(read.right, flags);
};

/** The walk that the arguments ask for: with --search the first one is the object type. */
const chooseWalk = (
  [first, second]: GivenArguments,
  flags: CodecFlags,
  texts: Texts,
): Checked<Plan> => {
  const [said] = wordsOf(ofAnyApi, texts);
  if (said !== undefined) return E.left(misuse(`${said} goes with URL, the address of any API`));
  const { search = false, baseUrl } = flags;
  if (!search) return listPlan({ baseUrl, ontologyRid: first, objectType: second });
  return second === undefined
    ? searchPlan({ ...flags, objectType: first })
    : E.left(misuse('with --search the only argument is OBJECT_TYPE'));
};

const printCodec = (flags: CodecFlags, plan: Plan, io: Io): Promise<ExitCode> =>
  withConnection(flags, io, async (source) => {
    const { subject, asked } = plan;
    const { inside } = itemView(plan.endpoint);
    const tally = newTally();
    const { client, elapsed, tell, following } = followed(source, flags, tally, io);
    const invalid = invalidObjects(tell);
    const pages = planPages(plan, client, { valve: { ready: of(undefined) } }).pipe(
      tap((page) => {
        if (E.isRight(page) && O.isSome(page.right.nextPageToken))
          source.gate.hide(page.right.nextPageToken.value);
      }),
    );
    const sample = await firstValue(
      readSample(pages, inside, flags.sample ?? 1_000, tally, invalid.note),
      io,
    );
    following.unsubscribe();

    invalid.total(tally.invalid).forEach(tell);
    if (E.isLeft(sample)) return tellEnd(sample.left, tally, { source, asked, flags }, tell);
    if (tally.objects === 0)
      return complain(io, failure(`there is no object of type ${subject} to make a codec of`));
    if (flags.quiet !== true) tell(summaryText(tally, elapsed()));
    const { name = codecNameOf(subject), literals = false } = flags;
    const text = printers[flags.as ?? 'io-ts'](sample.right, { name, literals });
    return printText('the codec', text, io, io.objects);
  });

const codecJob =
  (given: GivenArguments, flags: CodecFlags, texts: Texts<typeof codecOptions>): Job =>
  async (io) => {
    const [first, second] = given;
    if (first === undefined || !isAddress(first)) {
      const plan = chooseWalk(given, flags, texts);
      return E.isLeft(plan) ? complain(io, plan.left) : printCodec(flags, plan.right, io);
    }
    const target = await chooseTarget(first, second, flags);
    if (E.isLeft(target)) return complain(io, target.left);
    const { address } = target.right;
    // A sample need not be whole.
    const here = {
      ...flags,
      checkEnd: false,
      baseUrl: address.origin,
      secrets: targetSecrets(target.right),
    };
    if (isUnsaid(flags)) return lookCommand(target.right, here, io, false);
    const plan = walkPlan(target.right, here, texts);
    return E.isLeft(plan) ? complain(io, plan.left) : printCodec(here, plan.right, io);
  };

export const codecCommand = command({
  usage:
    '[options] [ONTOLOGY_RID OBJECT_TYPE]\n       pagewalk codec --search [options] [OBJECT_TYPE]\n' +
    '       pagewalk codec [options] URL',
  words: [
    {
      name: '[ONTOLOGY_RID]',
      text: 'the URL of any API, with the options of walk; or the ontology (optional with the embedded service; not with --search)',
    },
    {
      name: '[OBJECT_TYPE]',
      text: 'the type of the objects (optional with the embedded service)',
    },
  ],
  options: codecOptions,
  run: (words, flags, texts) => codecJob(words, flags, texts),
});

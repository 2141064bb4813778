import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import * as TE from 'fp-ts/TaskEither';
import { EMPTY, firstValueFrom, map, merge, tap } from 'rxjs';
import type { Transport } from '../../index';
import { listObjects } from '../../model/endpoints/listObjects';
import { searchObjects } from '../../model/endpoints/searchObjects';
import { tellReply } from '../check/Reply';
import { type CheckedWalk, gather } from '../check/gather';
import { isKept, judge, type Report, reportTable } from '../check/Report';
import type { Gathered } from '../check/rules';
import { command } from '../options/CommandRow';
import { flag, type Flags, anyText, anyTexts, value } from '../options/Option';
import { wholeNumber } from '../options/readers';
import { exchangeOptions, progressOptions, serviceOptions, tokenOptions } from '../options/tables';
import { printText } from '../sinks/printText';
import { answerAdvice } from '../connection/answerAdvice';
import { type ServiceConnection, withConnection } from '../connection/connect';
import { embedded } from '../connection/embedded';
import {
  type Checked,
  complain,
  type Complaint,
  failure,
  misuse,
  say,
} from '../terminal/Complaint';
import { type ExitCode, failed, hasColour, interruptedBy, type Io, type Job } from '../terminal/Io';
import { counted, escaped, printableLine } from '../terminal/text';
import { isProgressShown, progressLine } from '../terminal/progress';

const checkedOptions = {
  ontology: anyText('--ontology <rid>', 'check list (revision 1.0) in this ontology'),
  apiFamily: anyText('--api-family <name>', 'check search (revision 2.0) in this family'),
  objectType: anyTexts('--object-type <types...>', 'the object types to walk'),
  maxPages: value(
    '--max-pages <n>',
    'stop a walk after this many pages (default: 1000)',
    wholeNumber(2),
  ),
  json: flag('--json', 'report as JSON'),
  ...serviceOptions,
  ...exchangeOptions,
  ...tokenOptions,
  progress: progressOptions.progress,
  quiet: { ...progressOptions.quiet, text: 'no progress line' },
};

type CheckFlags = Flags<typeof checkedOptions>;

interface CheckTarget extends CheckedWalk {
  readonly types: ReadonlyArray<string>;
}

/** What to check: the endpoints that the flags name, or both endpoints of the embedded service. */
const checkTargets = (
  flags: CheckFlags,
  { isEmbedded }: ServiceConnection,
): Checked<ReadonlyArray<CheckTarget>> => {
  const known = isEmbedded ? embedded : undefined;
  const {
    ontology: ontologyRid = known?.ontologyRid,
    apiFamily = known?.apiFamily,
    objectType,
  } = flags;
  if (
    known === undefined &&
    (objectType === undefined || (ontologyRid ?? apiFamily) === undefined)
  ) {
    const needed = 'check needs --object-type, and --ontology for list or --api-family for search';
    return E.left(misuse(`${needed}, where --base-url names a service`));
  }
  const { listType = '', largeType = '', searchType = '' } = known ?? {};
  const list = { endpoint: listObjects, types: objectType ?? [listType, largeType] };
  const search = { endpoint: searchObjects, types: objectType ?? [searchType] };
  return E.right([
    ...(ontologyRid === undefined ? [] : [{ ...list, params: { ontologyRid } }]),
    ...(apiFamily === undefined
      ? []
      : [{ ...search, params: { apiFamily, query: { type: 'empty' } } }]),
  ]);
};

/** A service that does not even give a first page keeps no rule and breaks none. */
const unreadableReply = (
  { pages, stop, endpoint }: Gathered,
  source: ServiceConnection,
): Complaint | undefined => {
  if (pages.length > 0 || typeof stop !== 'object' || stop._tag === 'NoPage') return undefined;
  const refusal = stop._tag === 'Silent' ? { code: stop.code } : { status: stop.reading.status };
  const advice = answerAdvice(refusal, endpoint === searchObjects ? 'search' : 'list', source);
  return failure(
    [`there is no first page to check: ${tellReply(stop)}`, advice].filter(Boolean).join('; '),
  );
};

const reportOn = async (
  source: ServiceConnection,
  { endpoint, params, types }: CheckTarget,
  maxPages: number,
  onWalk: (what: string) => void,
): Promise<Checked<Report>> => {
  const seen = new Map<string, Gathered>();
  for (const objectType of new Set(types)) {
    onWalk(`${endpoint.name}, ${objectType}`);
    const evidence = await gather(
      source,
      { endpoint, params: { ...params, objectType } },
      maxPages,
    );
    if (E.isLeft(evidence)) return evidence;
    const complaint = unreadableReply(evidence.right, source);
    if (complaint !== undefined) return E.left(complaint);
    seen.set(objectType, evidence.right);
  }
  return E.right(judge(endpoint, Object.fromEntries(seen)));
};

/** How far a check is, drawn while it runs. */
const following = (flags: CheckFlags, io: Io) => {
  const reached = { walk: '', requests: 0 };
  const line = progressLine(io.stderr, () =>
    printableLine(`checking ${reached.walk}: ${counted(reached.requests, 'request')}`),
  );
  return { reached, drawing: (isProgressShown(flags, io) ? line.drawn : EMPTY).subscribe() };
};

const report = async (
  flags: CheckFlags,
  source: ServiceConnection,
  { reached, drawing }: ReturnType<typeof following>,
  io: Io,
): Promise<ExitCode> => {
  const targets = checkTargets(flags, source);
  if (E.isLeft(targets)) return complain(io, targets.left);
  const transport: Transport = (request) => {
    reached.requests += 1;
    return source.transport(request);
  };
  const reports = await pipe(
    targets.right,
    TE.traverseSeqArray(
      (target) => () =>
        reportOn(
          { ...source, transport },
          target,
          flags.maxPages ?? 1_000,
          (what) => (reached.walk = what),
        ),
    ),
  )();
  drawing.unsubscribe();
  if (E.isLeft(reports)) return complain(io, reports.left);
  const isKeptByAll = reports.right.every(isKept);
  const printed = await printText(
    'the report',
    flags.json === true
      ? escaped(`${JSON.stringify({ kept: isKeptByAll, endpoints: reports.right }, null, 2)}\n`)
      : reports.right.map((one) => reportTable(one, hasColour(io.stdout, io.env))).join('\n'),
    io,
  );
  return isKeptByAll ? printed : failed;
};

const checkJob =
  (flags: CheckFlags): Job =>
  (io) =>
    withConnection(flags, io, (source) => {
      const progress = following(flags, io);
      const erase = (): void => progress.drawing.unsubscribe();
      const interrupted = io.interrupts.pipe(
        tap(erase),
        tap(() => say(io, 'interrupted before the report')),
        map((by) => interruptedBy[by]),
      );
      return firstValueFrom(merge(interrupted, report(flags, source, progress, io))).finally(erase);
    });

export const checkCommand = command({
  options: checkedOptions,
  run: (_, flags) => checkJob(flags),
});

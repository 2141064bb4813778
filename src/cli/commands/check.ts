import { Command } from 'commander';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { firstValueFrom, map, merge } from 'rxjs';
import { type RevisionEndpoint, listObjects, searchObjects } from '../../index';
import { tellAnswer } from '../check/Answer';
import { type CheckedWalk, gather, type Means } from '../check/gather';
import { isKept, judge, type Report, reportTable } from '../check/Report';
import type { Evidence } from '../check/Rule';
import { printText } from '../outputs/Output';
import { openSource, type Source, type SourceFlags } from '../source/openSource';
import { complain, type Complaint, failure, misuse, say } from '../terminal/Complaint';
import { done, type ExitCode, failed, interruptedBy, type Io, type Job } from '../terminal/Io';
import { escaped } from '../terminal/text';
import { addSourceOptions, wholeNumber } from './options';

interface TargetFlags {
  readonly ontology?: string;
  readonly apiFamily?: string;
  readonly objectType?: ReadonlyArray<string>;
}

/** An endpoint, and what to ask of it for each object type. */
interface CheckTarget {
  readonly endpoint: RevisionEndpoint;
  readonly byType: Readonly<Record<string, CheckedWalk>>;
}

const checkTarget = (
  endpoint: RevisionEndpoint,
  types: ReadonlyArray<string>,
  params: CheckedWalk['params'],
): CheckTarget => ({
  endpoint,
  byType: Object.fromEntries(types.map((objectType) => [objectType, { endpoint, params: { ...params, objectType } }])),
});

const list = (ontologyRid: string, types: ReadonlyArray<string>): CheckTarget =>
  checkTarget(listObjects, types, { ontologyRid });

const search = (apiFamily: string, types: ReadonlyArray<string>): CheckTarget =>
  checkTarget(searchObjects, types, { apiFamily, query: { type: 'empty' } });

/** What to check: the endpoints that the flags name, or both endpoints of the embedded service. */
const checkTargets = (
  { ontology, apiFamily, objectType }: TargetFlags,
  source: Pick<Source, 'embedded'>,
): E.Either<Complaint, ReadonlyArray<CheckTarget>> => {
  if (O.isSome(source.embedded)) {
    const { ontologyRid, listType, largeType, searchType, ...known } = source.embedded.value;
    return E.right([
      list(ontology ?? ontologyRid, objectType ?? [listType, largeType]),
      search(apiFamily ?? known.apiFamily, objectType ?? [searchType]),
    ]);
  }
  if (objectType === undefined || (ontology === undefined && apiFamily === undefined)) {
    return E.left(
      misuse(
        'check needs --object-type, and --ontology for list or --api-family for search, where --base-url names a service',
      ),
    );
  }
  return E.right([
    ...(ontology === undefined ? [] : [list(ontology, objectType)]),
    ...(apiFamily === undefined ? [] : [search(apiFamily, objectType)]),
  ]);
};

interface CheckFlags extends SourceFlags, TargetFlags {
  readonly maxPages: number;
  readonly json?: boolean;
}

/** A service that does not even give a first page keeps no rule and breaks none. */
const unreadable = ({ pages, stop }: Evidence): Complaint | undefined =>
  pages.length === 0 && typeof stop === 'object' && stop._tag !== 'NoPage'
    ? failure(`there is no first page to check: ${tellAnswer(stop)}`)
    : undefined;

const reportOn = async (
  means: Means,
  { endpoint, byType }: CheckTarget,
  maxPages: number,
): Promise<E.Either<Complaint, Report>> => {
  const seen = new Map<string, Evidence>();
  for (const [objectType, target] of Object.entries(byType)) {
    const evidence = await gather(means, target, maxPages);
    if (E.isLeft(evidence)) return evidence;
    const complaint = unreadable(evidence.right);
    if (complaint !== undefined) return E.left(complaint);
    seen.set(objectType, evidence.right);
  }
  return E.right(judge(endpoint, Object.fromEntries(seen)));
};

const report = async (flags: CheckFlags, source: Source, io: Io): Promise<ExitCode> => {
  const targets = checkTargets(flags, source);
  if (E.isLeft(targets)) return complain(io, targets.left);
  const reports: Array<Report> = [];
  for (const target of targets.right) {
    const one = await reportOn(source, target, flags.maxPages);
    if (E.isLeft(one)) return complain(io, one.left);
    reports.push(one.right);
  }
  const isColoured = io.stdout.isTTY === true && !io.env.NO_COLOR;
  const printed = await printText(
    'the report',
    flags.json === true
      ? escaped(`${JSON.stringify({ kept: reports.every(isKept), endpoints: reports }, null, 2)}\n`)
      : reports.map((one) => reportTable(one, isColoured)).join('\n'),
    io.stdout,
  );
  if (E.isLeft(printed)) return complain(io, printed.left);
  return reports.every(isKept) ? done : failed;
};

/** `check`: puts a service to the test, and reports rule by rule. */
const checkJob =
  (flags: CheckFlags): Job =>
  async (io) => {
    const source = await openSource(flags, io.env);
    if (E.isLeft(source)) return complain(io, source.left);
    const interrupted = io.interrupts.pipe(
      map((by) => {
        say(io, 'interrupted before the report');
        return interruptedBy[by];
      }),
    );
    try {
      return await firstValueFrom(merge(interrupted, report(flags, source.right, io)));
    } finally {
      await source.right.close();
    }
  };

export const checkCommand = (choose: (job: Job) => void): Command =>
  addSourceOptions(
    new Command('check').description('Reports, rule by rule, whether a service keeps the paging conventions.'),
  )
    .option('--ontology <rid>', 'check list (revision 1.0) in this ontology')
    .option('--api-family <name>', 'check search (revision 2.0) in this family')
    .option('--object-type <types...>', 'the object types to walk')
    .option('--max-pages <n>', 'stop a walk after so many pages', wholeNumber(2), 1_000)
    .option('--json', 'report as JSON')
    .action((flags: CheckFlags) => {
      choose(checkJob(flags));
    });

import * as E from 'fp-ts/Either';
import { firstValueFrom, map, merge } from 'rxjs';
import { printText } from '../outputs/Output';
import { openSource, type Source, type SourceFlags } from '../source/openSource';
import { complain, type Complaint, failure, say } from '../terminal/Complaint';
import { done, type ExitCode, failed, interruptedBy, type Io, type Job } from '../terminal/Io';
import { escaped } from '../terminal/text';
import { tellAnswer } from './Answer';
import type { Means } from './ask';
import { type CheckTarget, checkTargets, type TargetFlags } from './checkTargets';
import { gather } from './gather';
import { isKept, judge, type Report, reportTable } from './Report';
import type { Evidence } from './Rule';

export interface CheckFlags extends SourceFlags, TargetFlags {
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
export const checkJob =
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

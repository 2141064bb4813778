/* To take: the copy as workflows of DBOS. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { type Either, isRight } from 'fp-ts/Either';
import { type Busy, explain, type Place, type Superseded, type WalkEnd } from 'pagewalk';
import { fromEvent, lastValueFrom, type Observable } from 'rxjs';
import type { Claim } from './copyPart';
import { type Copy, copiesOf, type Task } from './names';

/** The queue of the parts, and the schedule that fills it. */
export const queue = 'parts';
export const nightly = 'nightly';

/** What a run has copied, as its event `copied` says it. */
export interface Copied {
  /** The objects in the places of all parts. */
  readonly objects: number;
  /** The rows in the table. */
  readonly rows: number;
}

/** What workers do; everything else is said by the workflows. */
export interface Work {
  /** Who the worker is, in the places. */
  readonly by: string;
  /** Copies a part until the signal aborts, or until the worker is stopped. */
  copy(
    copy: Copy,
    claim: Claim,
    until: Observable<unknown>,
  ): Observable<Either<WalkEnd | Superseded | Busy, Place>>;
  countRows(objectType: string): Promise<number>;
}

/** A walk that ended before its last page, for a reason that the engine has to judge. */
class Failed extends Error {
  constructor(readonly ended: WalkEnd | Superseded | Busy) {
    super(explain(ended));
  }
}

/** Whether another attempt may end otherwise. Everything else is for people: the workflow fails, and shows why. */
const mayPass = (thrown: unknown): boolean => {
  // Not a Left: the database was away, or a row was refused. The number of attempts is the bound.
  if (!(thrown instanceof Failed)) return true;
  const { ended } = thrown;
  switch (ended._tag) {
    case 'Busy':
    case 'Superseded':
    case 'TimedOut':
    case 'PageTokenExpired':
      return true;
    case 'NetworkFailure':
      return ended.permanent !== true;
    case 'HttpFailure':
      return ended.status >= 500 || ended.status === 408 || ended.retryAfter !== undefined;
    case 'InvalidEnvelope':
      return ended.isCut === true;
    case 'InvalidRequest':
    case 'Unauthorized':
    case 'RetrievalLimitExceeded':
    case 'ProtocolViolation':
      return false;
  }
};

/** A walk that has not moved for this many milliseconds has lost its worker. */
const standstill = 15_000;

/** Twenty attempts take two and a half hours. */
const retries = { retriesAllowed: true, maxAttempts: 20, intervalSeconds: 2, backoffRate: 1.5 };

/** Registers the workflows. Workers do it before they launch DBOS. */
export const registerWorkflows = ({ by, copy, countRows }: Work): void => {
  /** One step around the whole walk: where it was interrupted is in its place, not in the engine. */
  const copyPart = async (part: Copy): Promise<number> => {
    // The first attempt takes the part from its worker: DBOS gives it to this one. Later ones let a worker that moves finish.
    let claim: Claim = { by };
    const attempt = async (): Promise<number> => {
      const signal = DBOS.stepStatus?.cancelSignal;
      const cancelled = fromEvent(signal ?? new EventTarget(), 'abort');
      const last = await lastValueFrom(copy(part, claim, cancelled), { defaultValue: undefined });
      if (last && isRight(last) && last.right.isLast) return last.right.objects;
      if (last && !isRight(last)) {
        if (last.left._tag === 'Superseded') claim = { by, ifOlderThan: standstill };
        throw new Failed(last.left);
      }
      if (signal?.aborted) throw new Error(`${part.walk} ${part.part} was cancelled`);
      // The worker stops. The step has no result, so that another worker does the rest of it.
      return new Promise<never>(() => undefined);
    };
    return DBOS.runStep(attempt, { name: 'copy', ...retries, shouldRetry: mayPass });
  };
  const copyPartWorkflow = DBOS.registerWorkflow(copyPart, {
    name: 'copyPart',
    // By default a workflow whose workers were killed a hundred times is given up.
    maxRecoveryAttempts: 1_000,
  });

  /** What the schedule starts: all parts, and the count when they are done. */
  const copyAll = async (scheduledAt: Date, task: Task): Promise<void> => {
    const copies = copiesOf(task, scheduledAt.toISOString());
    const handles = [];
    for (const part of copies) {
      const workflowID = `${part.walk} ${part.part}`;
      handles.push(
        await DBOS.startWorkflow(copyPartWorkflow, { queueName: queue, workflowID })(part),
      );
    }
    let objects = 0;
    for (const handle of handles) objects += await handle.getResult();
    const rows = await DBOS.runStep(() => countRows(task.objectType), { name: 'count' });
    const copied: Copied = { objects, rows };
    await DBOS.setEvent('copied', copied);
    if (rows !== objects) throw new Error(`${objects} objects were copied into ${rows} rows`);
  };
  DBOS.registerWorkflow(copyAll, { name: 'copyAll', maxRecoveryAttempts: 1_000 });
};

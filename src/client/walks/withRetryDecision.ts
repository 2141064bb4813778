import type { RetryPolicy } from '../../model/errors/retryPolicy';
import { type Attempt, attemptStep, type Fetched } from '../../walk/attemptStep';
import type { ReportEvent } from './WalkEvent';

/** Decides what came of a request for a page, and reports it if the request will be sent again after a wait. */
export const withRetryDecision =
  (retry: RetryPolicy, report: ReportEvent, page: number, { attempt: sent }: Attempt) =>
  <P>(
    attempt: Attempt,
    answer: Fetched<P>['page'],
    ...others: Parameters<typeof attemptStep> extends [
      unknown,
      unknown,
      unknown,
      unknown,
      ...infer Rest,
    ]
      ? Rest
      : never
  ): Fetched<P> => {
    const fetched = attemptStep(retry, attempt, answer, Math.random(), ...others);
    const { delay, failure } = fetched.retry ?? {};
    if (failure && delay !== undefined)
      report(() => ({ type: 'retry', page, attempt: sent, delay, failure }));
    return fetched;
  };

import type { RetryPolicy } from '../../model/errors/retryPolicy';
import { type Attempt, attemptStep, type Fetched, type SentAs } from '../../walk/attemptStep';
import type { ReportEvent } from './WalkEvent';

/** Decides what came of a request for a page, and reports it if the request will be sent again after a wait. */
export const withRetryDecision =
  (retry: RetryPolicy, report: ReportEvent, page: number, { attempt: sent }: Attempt) =>
  <P>(attempt: Attempt, answer: Fetched<P>['page'], sentAs?: SentAs): Fetched<P> => {
    const fetched = attemptStep(retry, attempt, answer, Math.random(), sentAs);
    const { delay, failure } = fetched.retry ?? {};
    if (failure && delay !== undefined)
      report(() => ({ type: 'retry', page, attempt: sent, delay, failure }));
    return fetched;
  };

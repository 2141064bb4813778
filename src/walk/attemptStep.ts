import { type Either, isRight, left } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import { maxTimer } from '../model/maxTimer';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import { thrownBy } from '../model/errors/thrownBy';
import type { PageFailure } from '../model/errors/WalkError';

/** After the first refusal the credential source is asked, after the second it is not; the third ends the walk. */
const maxRefusals = 3;

type Credential = Readonly<Record<string, string>>;

/** One request for a page, and what the requests for that page before it came to. */
export interface Attempt {
  /** Counted from 1. */
  readonly attempt: number;
  /** Requests that failed, refused credentials left out. */
  readonly failed: number;
  /** The credentials that were refused one after the other, up to now. */
  readonly refused: ReadonlyArray<Credential>;
  /** Milliseconds to wait before it is sent. By default it is sent at once. */
  readonly delay?: number;
  /** Why the request before it failed. */
  readonly failure?: PageFailure;
}

export interface Fetched<P> {
  readonly page: Either<PageFailure, P>;
  /** Requests that were sent for the page by now. */
  readonly attempts: number;
  /** The request that is sent next if this one does not end the matter. */
  readonly retry?: Attempt;
}

export const firstAttempt: Attempt = { attempt: 1, failed: 0, refused: [] };

/** The one decision about a response: to send the request again after a wait (law 11), or with a new credential (law 12). */
export const attemptStep = <P>(
  retry: RetryPolicy,
  { attempt: attempts, failed, refused }: Attempt,
  page: Either<PageFailure, P>,
  random: number,
  credential: Credential = {},
): Fetched<P> => {
  const fetched = { page, attempts };
  if (isRight(page)) return fetched;
  const failure = page.left;
  const next = { attempt: attempts + 1, failure };
  if (failure._tag === 'Unauthorized') {
    const isFinal = refused.length + 1 >= maxRefusals;
    return isFinal ? fetched : { ...fetched, retry: { ...next, failed, refused: [...refused, credential] } };
  }
  if ('permanent' in failure) return fetched;
  try {
    const wait = retry(failure, failed + 1, random) as Option<number> | undefined;
    // Anything but a `some` means: do not repeat. A policy in plain JavaScript may return a number, or nothing (law 31).
    if (wait?._tag !== 'Some') return fetched;
    const delay = Math.min(Math.max(wait.value, 0) || 0, maxTimer);
    return { ...fetched, retry: { ...next, failed: failed + 1, refused: [], delay } };
  } catch (error) {
    return { ...fetched, page: left(thrownBy('retry', error)) };
  }
};

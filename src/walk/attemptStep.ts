import { type Either, isRight, left } from 'fp-ts/Either';
import { type Option, none, some } from 'fp-ts/Option';
import { maxTimer } from '../model/maxTimer';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import { thrownBy } from '../model/errors/thrownBy';
import type { PageFailure } from '../model/errors/WalkError';

/** After the first refusal the credential source is asked, after the second it is not; the third ends the walk. */
const maxRefusals = 3;

/** One request for a page, and what the requests for that page before it came to. */
export interface Attempt {
  /** Counted from 1. */
  readonly attempt: number;
  /** Requests that failed, refused credentials left out. */
  readonly failed: number;
  /** Credentials that were refused one after the other, up to now. */
  readonly refused: number;
  /** Milliseconds to wait before it is sent. */
  readonly delay: number;
  /** Why the request before it failed. */
  readonly failure?: PageFailure;
}

/** What an answer means: the page or the failure that it is, and the request that follows if it does not end the matter. */
export interface AttemptStep<P> {
  readonly answer: Either<PageFailure, P>;
  readonly next: Option<Attempt>;
}

export const firstAttempt: Attempt = { attempt: 1, failed: 0, refused: 0, delay: 0 };

/** Anything but a `some` means: do not repeat. A policy in plain JavaScript may return a number, or nothing (law 31). */
const waitOf = (wait: Option<number> | undefined): Option<number> => (wait?._tag === 'Some' ? wait : none);

/**
 * The one decision about an answer: to send the request again after a wait (law 11), to send it with another credential
 * (law 12), or to leave it at that.
 */
export const attemptStep = <P>(
  retry: RetryPolicy,
  { attempt, failed, refused }: Attempt,
  answer: Either<PageFailure, P>,
  random: number,
): AttemptStep<P> => {
  if (isRight(answer)) return { answer, next: none };
  const failure = answer.left;
  const again = { attempt: attempt + 1, failure };
  if (failure._tag === 'Unauthorized') {
    const isFinal = refused + 1 >= maxRefusals;
    return { answer, next: isFinal ? none : some({ ...again, failed, refused: refused + 1, delay: 0 }) };
  }
  if ('permanent' in failure) return { answer, next: none };
  try {
    const wait = waitOf(retry(failure, failed + 1, random));
    if (wait._tag === 'None') return { answer, next: none };
    const delay = Math.min(Math.max(wait.value, 0) || 0, maxTimer);
    return { answer, next: some({ ...again, failed: failed + 1, refused: 0, delay }) };
  } catch (error) {
    return { answer: left(thrownBy('retry', error)), next: none };
  }
};

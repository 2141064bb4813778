import { type Either, isRight, left } from 'fp-ts/Either';
import type { Option } from 'fp-ts/Option';
import { maxTimer } from '../model/maxTimer';
import type { PoliteNote } from '../model/errors/politeNote';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import { thrownBy } from '../model/errors/thrownBy';
import type { PageFailure } from '../model/errors/WalkError';
import type { Credential } from '../model/secrets/Credential';

/** The credential source is asked because of one of the refusals, and the third ends the walk. */
const maxRefusals = 3;

const noCredential: Credential = { headers: {}, secrets: [] };

/** One request for a page, and what the requests for that page before it came to. */
export interface Attempt {
  /** Counted from 1. */
  readonly attempt: number;
  /** Requests that failed, without those of refused credentials, and those for which a `polite` held its queue. */
  readonly failed: number;
  /** The milliseconds for which a `polite` held its queue because of this page. */
  readonly held?: number;
  /** The credentials that were refused one after the other, up to now. */
  readonly refused: ReadonlyArray<Credential>;
  /** Whether the credential source was asked because of them. */
  readonly isRenewed?: boolean;
  /** Milliseconds to wait before it is sent. By default it is sent at once. */
  readonly delay?: number;
  /** Why the request before it failed. */
  readonly failure?: PageFailure;
  /** Whether a page without items, which would be the last one, came before it (law 26). */
  readonly isSecondLook?: boolean;
}

export interface Fetched<P> {
  readonly page: Either<PageFailure, P>;
  /** Requests that were sent for the page by now. */
  readonly attempts: number;
  /** The request that is sent next if this one does not end the matter. */
  readonly retry?: Attempt;
}

/** What a request was sent with, and what came of it beside its page. */
export interface SentAs extends Pick<PoliteNote, 'hold'>, Pick<Attempt, 'isRenewed'> {
  readonly credential?: Credential | undefined;
}

export const firstAttempt: Attempt = { attempt: 1, failed: 0, refused: [] };

/** Asks for a page once more that would end the walk because its items are absent. */
export const secondLook = <P>(
  { attempt, held = 0 }: Attempt,
  page: Fetched<P>['page'],
): Fetched<P> => ({
  page,
  attempts: attempt,
  retry: { attempt: attempt + 1, failed: 0, refused: [], held, isSecondLook: true },
});

/**
 * The one decision about a response: to send the request again after a wait (law 11), through the queue of the `polite` that
 * holds it (law 15), or with a new credential (law 12).
 */
export const attemptStep = <P>(
  retry: RetryPolicy,
  { attempt: attempts, failed, held: before = 0, refused, isSecondLook = false }: Attempt,
  page: Either<PageFailure, P>,
  random: number,
  { credential = noCredential, hold, isRenewed = false }: SentAs = {},
): Fetched<P> => {
  if (isRight(page)) return { page, attempts };
  const failure = page.left;
  const fetched: Fetched<P> = { page, attempts };
  const again = (changes: Partial<Attempt>): Fetched<P> => ({
    ...fetched,
    retry: {
      attempt: attempts + 1,
      failed,
      held: before,
      refused: [],
      failure,
      isSecondLook,
      ...changes,
    },
  });
  if (hold && failure._tag === 'HttpFailure') {
    const held = before + hold.ms;
    return held > hold.max ? fetched : again({ held, delay: 0 });
  }
  if (failure._tag === 'Unauthorized')
    return refused.length + 1 >= maxRefusals
      ? fetched
      : again({ refused: [...refused, credential], isRenewed });
  if ('permanent' in failure) return fetched;
  try {
    const wait = retry(failure, failed + 1, random) as Option<number> | undefined;
    // Anything but a `some` means: do not repeat. A policy in plain JavaScript may return a number, or nothing (law 31).
    if (wait?._tag !== 'Some') return fetched;
    return again({ failed: failed + 1, delay: Math.min(Math.max(wait.value, 0) || 0, maxTimer) });
  } catch (error) {
    return { ...fetched, page: left(thrownBy('retry', error)) };
  }
};

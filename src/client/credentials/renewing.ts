import { isLeft, isRight, left, right } from 'fp-ts/Either';
import {
  AsyncSubject,
  asyncScheduler,
  concatMap,
  defer,
  finalize,
  isObservable,
  map,
  type Observable,
  of,
  share,
  take,
  tap,
} from 'rxjs';
import type { PageFailure } from '../../model/errors/WalkError';
import { type Credential, isSameCredential } from '../../model/secrets/Credential';
import { type Auth, type Given, refusedReason, unauthorized } from './Auth';

/** Milliseconds after a renewal that failed while the credential is good: each request would ask for another one otherwise. */
const pauseAfterFailure = 5_000;

/** A source can keep all walks waiting for this many milliseconds. */
const maxWait = 600_000;

/** A renewal that begins. */
export interface Renewal<C> {
  /** The credential that is renewed, if the session has one. */
  readonly stale: C | undefined;
  /** Keeps the renewal when no walk waits for it any more: what it brings may have spent a token. */
  readonly hold: () => void;
  /** Whether its session is over. What it brings is for nobody then. */
  readonly isOver: () => boolean;
}

export interface RenewingOptions<C> {
  /** Whether a credential that is still good should be renewed. Nobody waits for that. */
  readonly isDue?: (credential: C) => boolean;
  readonly isExpired?: (credential: C) => boolean;
  /** Whether a walk belongs to the session whose credential it sent first. */
  readonly bindsWalks?: boolean;
}

/** A renewal that failed: when, and for how long the source wants to be left alone. */
interface Failed {
  readonly failure: PageFailure;
  readonly at: number;
  readonly wait: number;
}

/** What is known in a session, which begins with nothing. */
interface CredentialState<C extends Credential> {
  readonly number: number;
  readonly kept?: C;
  /** Whether the service has refused what is kept. */
  readonly isRefused?: boolean;
  /** The renewal that is under way. */
  readonly renewal?: Observable<Given<C>> | undefined;
  /** The last renewal, if it failed. */
  readonly failed?: Failed | undefined;
}

const failedRenewal = (failure: PageFailure): Failed => {
  const { retryAfter = 0 } = failure as { readonly retryAfter?: number };
  return { failure, at: asyncScheduler.now(), wait: Math.min(retryAfter, maxWait) };
};

/** For how long nobody asks again, because the last renewal failed. A clock that went back ends that. */
const restOf = (failed: Failed | undefined, shortest = 0): number => {
  const passed = failed ? asyncScheduler.now() - failed.at : -1;
  return failed && passed >= 0 ? Math.max(failed.wait, shortest) - passed : 0;
};

/**
 * A credential that is renewed once for all walks: before the first request, when it is due, and when the service refuses it
 * (laws 12 and 46). `forget` begins another session. What an older one brings is dropped where it arrives.
 *
 * ```text
 * requests    r-r---1--1--1--2--2-----    the first two wait for the first credential
 * renewals    ----c1|     ----c2|         c1 is due, and good
 *
 * requests    r----------2--2-----    it has waited for c1, which is of the session before, and asks again
 * renewals    -----c1|---c2|
 * forget      --!
 * ```
 */
export const renewing = <C extends Credential>(
  renew: (renewal: Renewal<C>) => Observable<Given<C>>,
  { isDue = () => false, isExpired = () => false, bindsWalks = false }: RenewingOptions<C> = {},
): Pick<Auth, 'current' | 'forget'> => {
  let session: CredentialState<C> = { number: 0 };

  const start = (): Observable<Given<C>> => {
    const { number, kept: stale } = session;
    const learn = (changes: Partial<CredentialState<C>>): void => {
      // In a later session, and once it is over, a renewal changes nothing.
      if (session.renewal === renewal) session = { ...session, renewal: undefined, ...changes };
    };
    const renewal: Observable<Given<C>> = defer(() =>
      renew({
        stale,
        hold: () => void renewal.subscribe(),
        isOver: () => session.number !== number,
      }),
    ).pipe(
      take(1),
      map((given): Given<C> =>
        bindsWalks && isRight(given) ? right({ ...given.right, session: number }) : given,
      ),
      // Before it is handed out: it may be refused at once, and then another one has to be asked for.
      tap((given) => {
        if (isLeft(given)) return learn({ failed: failedRenewal(given.left) });
        const kept = given.right;
        const isRefused =
          session.isRefused === true && stale !== undefined && isSameCredential(kept, stale);
        learn({ kept, isRefused, failed: undefined });
      }),
      finalize(() => learn({})),
      share({
        connector: () => new AsyncSubject(),
        resetOnComplete: false,
        resetOnError: false,
        resetOnRefCountZero: true,
      }),
    );
    session = { ...session, renewal };
    return renewal;
  };

  /** What is kept, unless it was refused or has expired. */
  const good = (): C | undefined => {
    const { kept, isRefused } = session;
    return kept && isRefused !== true && !isExpired(kept) ? kept : undefined;
  };

  const current: Auth['current'] = (asking) => {
    const { refused, first, mayAsk } = asking;
    const { number, kept, renewal, failed } = session;
    if (first?.session !== undefined && first.session !== number)
      return unauthorized('the session is over');
    if (kept && refused && isSameCredential(kept, refused))
      session = { ...session, isRefused: true };
    const known = good();
    if (known) {
      if (mayAsk && !renewal && isDue(known) && restOf(failed, pauseAfterFailure) <= 0)
        start().subscribe();
      return right(good() ?? known);
    }
    if (!renewal && !mayAsk) return unauthorized(refusedReason);
    const rest = restOf(failed);
    if (!renewal && failed && rest > 0) return left({ ...failed.failure, retryAfter: rest });
    return (renewal ?? start()).pipe(
      concatMap((given) => {
        if (session.number === number) return of(given);
        const next = current({ ...asking, refused: undefined, mayAsk: true });
        return isObservable(next) ? next : of(next);
      }),
    );
  };

  return {
    current,
    forget: () => {
      session = { number: session.number + 1 };
    },
  };
};

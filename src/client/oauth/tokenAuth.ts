import { type Either, isLeft, type Right, right } from 'fp-ts/Either';
import {
  asyncScheduler,
  AsyncSubject,
  catchError,
  concatMap,
  isObservable,
  type Observable,
  of,
} from 'rxjs';
import type { PageFailure } from '../../model/errors/WalkError';
import {
  type Auth,
  type AuthHeaders,
  authWith,
  type Credentials,
  isSame,
  refusedReason,
  unauthorized,
} from '../Auth';
import { sourceFailure } from '../sourceFailure';
import type { Tokens } from './readTokens';

/** Milliseconds after a renewal that failed while the token is good: each request would ask for another one otherwise. */
const pause = 5_000;

/**
 * Sends tokens that are renewed once for all walks: before they expire, and when the service refuses one (laws 12 and 46).
 * Nobody waits while a token is good. Unlike a source of `bearer`, renewing is not aborted when the walks that wait for it
 * leave: a refresh token is spent by then.
 *
 * ```text
 * requests    r-r---1--1--1--2--2-----    the first two wait for the first token
 * renewals    ----t1|     ----t2|         t1 is due, and good
 * ```
 */
export const tokenAuth = (
  renew: () => Observable<Either<PageFailure, Tokens>>,
  secrets: () => ReadonlyArray<string> = () => [],
): Auth => {
  let kept:
    | { readonly given: Right<AuthHeaders>; readonly tokens: Tokens; readonly isRefused: boolean }
    | undefined;
  let pausedUntil = 0;
  let renewal: AsyncSubject<Credentials | undefined> | undefined;

  /** What is kept, unless it was refused or has expired. */
  const good = (): Right<AuthHeaders> | undefined =>
    kept && !kept.isRefused && asyncScheduler.now() < kept.tokens.expiresAt
      ? kept.given
      : undefined;

  const keep = (result: Either<PageFailure, Tokens>): Credentials => {
    if (isLeft(result)) {
      const { retryAfter = 0 } = result.left as { readonly retryAfter?: number };
      pausedUntil = asyncScheduler.now() + Math.max(pause, retryAfter);
      return result;
    }
    const given = right({
      authorization: `Bearer ${result.right.accessToken}`,
    }) as Right<AuthHeaders>;
    kept = {
      given,
      tokens: result.right,
      isRefused: kept?.isRefused === true && isSame(given, kept.given.right),
    };
    return given;
  };

  const start = (): AsyncSubject<Credentials | undefined> => {
    const own = new AsyncSubject<Credentials | undefined>();
    renewal = own;
    renew()
      .pipe(catchError((thrown: unknown) => of(sourceFailure(thrown, secrets()))))
      .subscribe((result) => {
        const isWanted = renewal === own;
        // Before it is handed out: it may be refused at once, and then another one has to be asked for.
        if (isWanted) renewal = undefined;
        own.next(isWanted ? keep(result) : undefined);
        own.complete();
      });
    return own;
  };

  const credentials: Auth['credentials'] = (refused, mayAsk, request) => {
    if (kept && isSame(kept.given, refused)) kept = { ...kept, isRefused: true };
    const isDue = asyncScheduler.now() >= Math.max(kept?.tokens.renewAt ?? 0, pausedUntil);
    const asked = renewal ?? (mayAsk && (isDue || !good()) ? start() : undefined);
    const given = good();
    if (given || !asked) return given ?? unauthorized(refusedReason);
    return asked.pipe(
      // One that was forgotten meanwhile is of no use to those who have waited for it.
      concatMap((renewed) => {
        const next = renewed ?? credentials(undefined, true, request);
        return isObservable(next) ? next : of(next);
      }),
    );
  };

  return authWith({
    credentials,
    forget: () => {
      kept = undefined;
      renewal = undefined;
      pausedUntil = 0;
    },
  });
};

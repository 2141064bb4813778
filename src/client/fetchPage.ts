import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import {
  asyncScheduler,
  catchError,
  defer,
  EMPTY,
  expand,
  Observable,
  of,
  switchMap,
  take,
  takeLast,
  timer,
} from 'rxjs';
import type { Envelope } from '../model/envelope';
import { longestTimer } from '../model/longestTimer';
import type { RetryPolicy } from '../model/retryPolicy';
import type { PageFailure } from '../model/WalkError';
import type { FetchPage } from '../walk/walkPages';
import type { Fetched } from '../walk/walkStep';
import type { Auth, AuthHeaders } from './Auth';
import { type Secrets, type SendRequest, thrownBy } from './sendRequest';
import type { Tell } from './WalkEvent';

/** How the requests for one page went so far. */
interface Attempts extends Fetched<Envelope> {
  /** Requests that failed, refused credentials left out. */
  readonly failed: number;
  /** Credentials that were refused one after the other, up to now. */
  readonly refused: number;
  /** What the last request was sent with; undefined where none can follow it. */
  readonly credentials: AuthHeaders | undefined;
}

const none: Attempts = {
  attempts: 0,
  failed: 0,
  refused: 0,
  credentials: undefined,
  page: E.left({ _tag: 'Unauthorized', reason: '' }),
};

/** After one refusal the source is asked, after the next one only what others have asked for is taken; a third ends it. */
const mostRefusals = 3;

/** An answer may repeat a secret that was sent shortly before; of a longer one so much is enough to find it. */
const maxRemembered = 8;
const maxSecret = 4_000;

const ended = (attempts: Attempts, failure: PageFailure): Attempts => ({
  ...attempts,
  credentials: undefined,
  page: E.left(failure),
});

/** What the service said when it refused a credential is kept, with why there is no other one. */
const unauthorized = (page: Attempts['page'], reason: string): PageFailure =>
  E.isLeft(page) && page.left._tag === 'Unauthorized' ? { ...page.left, reason } : { _tag: 'Unauthorized', reason };

const isRefused = (page: Attempts['page']): boolean => E.isLeft(page) && page.left._tag === 'Unauthorized';

/**
 * Asks for a page until it comes or there is no point in asking again: after a failure that passes when the policy says
 * so (law 11), after a refused credential with a fresh one (law 12). It is `expand`, over attempts.
 *
 * ```text
 * send        ---x|                 x: 503
 * retry(x)       ---|               the wait
 * send              --y|            y: 401
 * credentials         --c|          a fresh one
 * send                  ---p|       p: the page
 * fetchPage   -------------(p|)
 * ```
 */
export const fetchPage = (send: SendRequest, auth: Auth, retry: RetryPolicy, tell: Tell): FetchPage<Envelope> => {
  let used: ReadonlyArray<Secrets> = [];
  const remember = (secrets: Secrets): void => {
    if (!used.includes(secrets)) used = [...used, secrets].slice(-maxRemembered);
  };

  return (pageToken, index) => {
    if (O.isSome(pageToken)) remember({ pageToken: pageToken.value.slice(0, maxSecret) });

    const request = (before: Attempts, credentials: AuthHeaders): Observable<Attempts> =>
      new Observable((subscriber) => {
        // Whoever listens to the events may leave the walk because of one.
        const isLeft = (): boolean => subscriber.closed;
        if (isLeft()) return;
        const attempt = before.attempts + 1;
        const asked = asyncScheduler.now();
        tell(() => ({ type: 'request', page: index, attempt }));
        if (isLeft()) return;
        remember(credentials);
        return send(pageToken, credentials, used, (page) => {
          if (E.isRight(page)) {
            const objects = page.right.data.length;
            tell(() => ({ type: 'page', page: index, objects, ms: asyncScheduler.now() - asked }));
          }
          const attempts = {
            attempts: attempt,
            failed: before.failed + (isRefused(page) ? 0 : 1),
            refused: isRefused(page) ? before.refused + 1 : 0,
            credentials,
            page,
          };
          // A page that simply comes needs nothing of what follows a failure.
          (before === none && E.isLeft(page) ? untilOver(attempts) : of(attempts)).subscribe(subscriber);
        });
      });

    const attemptAfter = (before: Attempts): Observable<Attempts> => {
      const { attempts: attempt, refused, credentials: last } = before;
      return auth.credentials(refused > 0 ? last : undefined, refused < 2).pipe(
        take(1),
        switchMap((credentials) => {
          if (E.isLeft(credentials)) return of(ended(before, unauthorized(before.page, credentials.left)));
          if (refused > 0) tell(() => ({ type: 'refresh', page: index, attempt }));
          return request(before, credentials.right);
        }),
      );
    };

    const again = (before: Attempts): Observable<Attempts> => {
      const { attempts: attempt, failed, refused, credentials, page } = before;
      if (E.isRight(page) || credentials === undefined || refused >= mostRefusals) return EMPTY;
      if (refused > 0) return attemptAfter(before);
      const failure = page.left;
      if ('permanent' in failure) return EMPTY;
      const wait = retry(failure, failed, Math.random());
      if (O.isNone(wait)) return EMPTY;
      const delay = Math.min(Math.max(wait.value, 0) || 0, longestTimer);
      tell(() => ({ type: 'retry', page: index, attempt, delay, failure }));
      return timer(delay).pipe(switchMap(() => attemptAfter(before)));
    };

    const untilOver = (first: Attempts): Observable<Attempts> =>
      of(first).pipe(
        expand((before) =>
          defer(() => again(before)).pipe(catchError((error: unknown) => of(ended(before, thrownBy('retry', error))))),
        ),
        takeLast(1),
      );

    return attemptAfter(none);
  };
};

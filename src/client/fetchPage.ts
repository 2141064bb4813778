import { isLeft, left } from 'fp-ts/Either';
import { isNone, isSome, none } from 'fp-ts/Option';
import { asyncScheduler, EMPTY, expand, filter, map, type Observable, of, switchMap, tap, timer } from 'rxjs';
import type { Envelope, Scheme } from '../model/endpoints/Paging';
import type { PreparedWalk } from '../model/endpoints/prepareWalk';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import { type Attempt, attemptStep, type AttemptStep, firstAttempt } from '../walk/attemptStep';
import { unlessGone } from '../scheduling/trampoline';
import type { FetchPage } from '../walk/walkPages';
import { type Auth, type AuthHeaders, isSame, refusedReason, unauthorized } from './Auth';
import { recentSecrets } from './recentSecrets';
import type { Answer, SendRequest } from './sendRequest';
import type { ReportEvent } from './WalkEvent';

/** What it takes to ask for a page. */
export interface Fetching {
  readonly requestFor: PreparedWalk['requestFor'];
  readonly send: SendRequest;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly report: ReportEvent;
  /** What no error may repeat of a page token. */
  readonly secretsOf?: Scheme['secretsOf'];
}

/** What came of one request, how many were sent for the page by then, and the credential that it had. */
interface Tried extends AttemptStep<Envelope> {
  readonly attempts: number;
  readonly credential?: AuthHeaders;
}

/**
 * Asks for a page until it comes or there is no point in asking again: `expand` over the attempts. After a failure that
 * may pass it asks again when the policy says so (law 11), after a refused credential with a fresh one (law 12).
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
export const fetchPage = ({ requestFor, send, auth, retry, report, secretsOf }: Fetching): FetchPage<Envelope> => {
  const secrets = recentSecrets();

  return (pageToken, index) => {
    if (isSome(pageToken)) secrets.add(secretsOf?.(pageToken.value) ?? [pageToken.value]);

    const request = (attempt: number, credential: AuthHeaders): Observable<Answer> =>
      unlessGone(() => {
        const asked = asyncScheduler.now();
        report(() => ({ type: 'request', page: index, attempt }));
        secrets.add(credential);
        return unlessGone(() => send({ pageToken, credential, secrets: secrets.all() })).pipe(
          tap((answer) => {
            if (isLeft(answer)) return;
            const { length: objects } = answer.right.data;
            report(() => ({ type: 'page', page: index, objects, ms: asyncScheduler.now() - asked }));
          }),
        );
      });

    /** Sends one request, with another credential than the refused one. */
    const tryOnce = (at: Attempt, refused?: AuthHeaders): Observable<Tried> =>
      auth
        .credentials(refused, at.refused < 2, () => requestFor(pageToken))
        .pipe(
          switchMap((given) => {
            const usable = isSame(given, refused) ? unauthorized(refusedReason) : given;
            if (isLeft(usable)) {
              const attempts = at.attempt - 1;
              // A source that could not be reached is asked again as a service would be.
              if (usable.left._tag !== 'Unauthorized') {
                return of({
                  ...attemptStep<Envelope>(retry, { ...at, attempt: attempts }, usable, Math.random()),
                  attempts,
                });
              }
              // What the service said when it refused a credential is kept, with why there is no other one.
              const answer = left({ ...(refused && at.failure), ...usable.left });
              return of<Tried>({ answer, next: none, attempts });
            }
            if (refused) report(() => ({ type: 'refresh', page: index, attempt: at.attempt - 1 }));
            const credential = usable.right;
            return request(at.attempt, credential).pipe(
              map((answer) => ({ ...attemptStep(retry, at, answer, Math.random()), attempts: at.attempt, credential })),
            );
          }),
        );

    /** The request that follows one that failed: after a wait, or with another credential. */
    const tryAgain = (at: Attempt, credential: AuthHeaders | undefined): Observable<Tried> => {
      if (at.refused > 0) return tryOnce(at, credential);
      const { delay, failure } = at;
      if (failure) report(() => ({ type: 'retry', page: index, attempt: at.attempt - 1, delay, failure }));
      return timer(delay).pipe(switchMap(() => tryOnce(at)));
    };

    return tryOnce(firstAttempt).pipe(
      expand(({ next, credential }) => (isSome(next) ? tryAgain(next.value, credential) : EMPTY)),
      filter(({ next }) => isNone(next)),
      map(({ answer, attempts }) => ({ attempts, page: answer })),
    );
  };
};

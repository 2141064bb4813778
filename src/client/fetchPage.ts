import { isRight, left } from 'fp-ts/Either';
import { isSome, none } from 'fp-ts/Option';
import { asyncScheduler, catchError, defer, first, isObservable, map, type Observable, of, switchMap } from 'rxjs';
import type { Envelope } from '../model/endpoints/Paging';
import type { PreparedWalk } from '../model/endpoints/prepareWalk';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import { thrownBy } from '../model/errors/thrownBy';
import { unlessGone } from '../scheduling/trampoline';
import type { Exchange, Transport } from '../transport/Transport';
import { type Attempt, attemptStep, type Fetched } from '../walk/attemptStep';
import type { FetchPage } from '../walk/walkPages';
import { type Auth, type AuthHeaders, type Credentials, isSame, refusedReason, unauthorized } from './Auth';
import type { ReadAnswer } from './readAnswer';
import { recentSecrets } from './recentSecrets';
import type { ReportEvent } from './WalkEvent';

/** What it takes to ask for a page. */
export interface Fetching {
  readonly requestFor: PreparedWalk['requestFor'];
  readonly transport: Transport;
  readonly readAnswer: ReadAnswer;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly report: ReportEvent;
  /** What no error may repeat of a page token. */
  readonly secretsOf?: PreparedWalk['secretsOf'];
}

const noResponse: Exchange = left({ _tag: 'NetworkFailure', reason: 'no response came' });

/**
 * Sends one request for a page, with its credential, and says what came of it: the page, a failure, or a failure after
 * which the request is to be sent again (laws 11 and 12).
 *
 * ```text
 * credentials   --c|           where they are not known yet
 * transport       ---r|
 * fetchPage     -----(f|)
 * ```
 */
export const fetchPage = (fetching: Fetching): FetchPage<Envelope> => {
  const { requestFor, transport, readAnswer, auth, retry, report, secretsOf } = fetching;
  const secrets = recentSecrets(secretsOf);

  return ({ pageToken, pages: page, attempt: at }) => {
    const request = requestFor(pageToken);
    const refused = at.refused[at.refused.length - 1];

    /** What an answer means, reported where the request is to be sent again after a wait. */
    const judged = (attempt: Attempt, answer: Fetched<Envelope>['page'], credential?: AuthHeaders) => {
      const fetched = attemptStep(retry, attempt, answer, Math.random(), credential);
      const { delay, failure } = isSome(fetched.again) ? fetched.again.value : {};
      if (failure && delay !== undefined) {
        report(() => ({ type: 'retry', page, attempt: fetched.attempts, delay, failure }));
      }
      return fetched;
    };

    const send = (credential: AuthHeaders): Observable<Fetched<Envelope>> => {
      const asked = asyncScheduler.now();
      report(() => ({ type: 'request', page, attempt: at.attempt }));
      secrets.add(pageToken, credential);
      return defer(() => transport({ ...request, headers: { ...request.headers, ...credential } })).pipe(
        // Any transport is held to its contract: one value.
        first(null, noResponse),
        catchError((error: unknown) => of<Exchange>(left(thrownBy('transport', error)))),
        map((exchange) => {
          const answer = readAnswer(exchange, request, pageToken, secrets.all);
          if (isRight(answer)) {
            const { length: objects } = answer.right.data;
            report(() => ({ type: 'page', page, objects, ms: asyncScheduler.now() - asked }));
          }
          return judged(at, answer, credential);
        }),
      );
    };

    const sendWith = (given: Credentials): Observable<Fetched<Envelope>> => {
      const usable = isSame(given, refused) ? unauthorized(refusedReason) : given;
      if (isRight(usable)) {
        if (!refused) return send(usable.right);
        report(() => ({ type: 'refresh', page, attempt: at.attempt - 1 }));
        return unlessGone(() => send(usable.right));
      }
      const attempts = at.attempt - 1;
      // A source that could not be reached is asked again as a service would be.
      if (usable.left._tag !== 'Unauthorized') return of(judged({ ...at, attempt: attempts }, usable));
      // What the service said when it refused a credential is kept, with why there is no other one.
      return of({ page: left({ ...(refused && at.failure), ...usable.left }), attempts, again: none });
    };

    const given = auth.credentials(refused, at.refused.length < 2, request);
    return isObservable(given)
      ? given.pipe(switchMap((credentials) => unlessGone(() => sendWith(credentials))))
      : sendWith(given);
  };
};

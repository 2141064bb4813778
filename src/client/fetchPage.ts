import { isLeft, isRight, left, type Left, type Right } from 'fp-ts/Either';
import { isSome, none } from 'fp-ts/Option';
import {
  asyncScheduler,
  AsyncSubject,
  catchError,
  defer,
  EMPTY,
  first,
  isObservable,
  map,
  type Observable,
  of,
  type Subscription,
  switchMap,
} from 'rxjs';
import type { Envelope } from '../model/endpoints/Paging';
import type { PreparedWalk } from '../model/endpoints/prepareWalk';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import type { PageFailure } from '../model/errors/WalkError';
import type { HttpRequest } from '../model/http';
import { thrownBy } from '../model/errors/thrownBy';
import { unlessGone } from '../walk/trampoline';
import type { Exchange, Transport } from '../transport/Transport';
import { type Attempt, attemptStep, type Fetched, firstAttempt } from '../walk/attemptStep';
import type { FetchPage } from '../walk/walkPages';
import { type Auth, type AuthHeaders, type Credentials, isSame, refusedReason, unauthorized } from './Auth';
import type { ReadAnswer } from './readAnswer';
import { recentSecrets } from './recentSecrets';
import { eventOf, type ReportEvent } from './WalkEvent';

export interface Fetching extends Pick<PreparedWalk, 'secretsOf' | 'ahead' | 'requestFor'> {
  readonly transport: Transport;
  readonly readAnswer: ReadAnswer;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly report: ReportEvent;
  /** How many requests may be in flight together, where pages can be named before their turn. */
  readonly readAhead: number;
  /** Ends with the walk. */
  readonly walk: Subscription;
}

const noResponse: Exchange = left({ _tag: 'NetworkFailure', reason: 'no response came' });

/** What came of a request: the answer to it, or why it could not be sent. */
type Sent =
  | { readonly usable: Right<AuthHeaders>; readonly exchange: Exchange; readonly ms: number }
  | { readonly usable: Left<PageFailure> };

/**
 * Sends one request for a page, with its credential, and says what came of it: the page, a failure, or a failure after
 * which the request must be sent again (laws 11 and 12).
 *
 * ```text
 * credentials   --c|           where they are not known yet
 * transport       ---r|
 * fetchPage     -----(f|)
 * ```
 *
 * What was sent ahead is read when it is its turn: only then is it known which page came before.
 */
export const fetchPage = (fetching: Fetching): FetchPage<Envelope> => {
  const { requestFor, transport, readAnswer, auth, retry, report, readAhead, walk } = fetching;
  const secrets = recentSecrets(fetching.secretsOf);

  const send = <T>(
    request: HttpRequest,
    page: number,
    { attempt, refused: all }: Attempt,
    read: (sent: Sent) => T,
  ): Observable<T> => {
    const refused = all[all.length - 1];
    const sendAs = (usable: Right<AuthHeaders>): Observable<T> => {
      const asked = asyncScheduler.now();
      const event = report(() => ({ type: 'request', page, attempt }));
      const sent = { ...request, headers: { ...request.headers, ...usable.right } };
      return defer(() => transport(event ? eventOf.carry(sent, event) : sent)).pipe(
        // Any transport is held to its contract: one value.
        first(null, noResponse),
        catchError((error: unknown) => of<Exchange>(left(thrownBy('transport', error)))),
        // Below `catchError`: what a scheme of the user's throws goes to the error channel (law 25).
        map((exchange) => read({ usable, exchange, ms: asyncScheduler.now() - asked })),
      );
    };
    const sendWith = (given: Credentials): Observable<T> => {
      const usable = isSame(given, refused) ? unauthorized(refusedReason) : given;
      if (isLeft(usable)) return of(read({ usable }));
      if (!refused) return sendAs(usable);
      report(() => ({ type: 'refresh', page, attempt: attempt - 1 }));
      return unlessGone(() => sendAs(usable));
    };
    const given = auth.credentials(refused, all.length < 2, request);
    return isObservable(given)
      ? given.pipe(switchMap((credentials) => unlessGone(() => sendWith(credentials))))
      : sendWith(given);
  };

  const ahead =
    readAhead > 1
      ? fetching.ahead?.({
          depth: readAhead,
          requestFor,
          send: (request, page) => {
            if (walk.closed) return undefined;
            const answer = new AsyncSubject<Sent>();
            const sending = send(request, page, firstAttempt, (sent) => sent).subscribe(answer);
            walk.add(sending);
            return {
              answer,
              drop: () => sending.unsubscribe(),
            };
          },
        })
      : undefined;

  return ({ pageToken, pages: page, attempt: at }) => {
    const request = requestFor(pageToken);

    /** What an answer means, reported if the request will be sent again after a wait. */
    const judged = (attempt: Attempt, answer: Fetched<Envelope>['page'], credential?: AuthHeaders) => {
      const fetched = attemptStep(retry, attempt, answer, Math.random(), credential);
      const { delay, failure } = isSome(fetched.again) ? fetched.again.value : {};
      if (failure && delay !== undefined) {
        report(() => ({ type: 'retry', page, attempt: fetched.attempts, delay, failure }));
      }
      return fetched;
    };

    const read = (sent: Sent): Fetched<Envelope> => {
      if (!('exchange' in sent)) {
        const { usable } = sent;
        const attempts = at.attempt - 1;
        // A source that could not be reached is asked again as a service would be.
        if (usable.left._tag !== 'Unauthorized') return judged({ ...at, attempt: attempts }, usable);
        // What the service said when it refused a credential is kept, with why there is no other one.
        return { page: left({ ...(at.refused.length > 0 && at.failure), ...usable.left }), attempts, again: none };
      }
      const { usable, exchange, ms } = sent;
      secrets.add(pageToken, usable.right);
      const answer = readAnswer(exchange, request, pageToken, secrets.all);
      if (isRight(answer)) {
        const { length: objects } = answer.right.data;
        ahead?.came(objects);
        report(() => ({ type: 'page', page, objects, ms }));
      }
      return judged(at, answer, usable.right);
    };

    if (!ahead || at.attempt > 1) return send(request, page, at, read);
    return ahead.take(pageToken, page)?.pipe(map(read)) ?? EMPTY;
  };
};

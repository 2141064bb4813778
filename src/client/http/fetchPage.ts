import { isLeft, isRight, left } from 'fp-ts/Either';
import {
  asyncScheduler,
  AsyncSubject,
  EMPTY,
  isObservable,
  map,
  type Observable,
  of,
  type Subscription,
  switchMap,
} from 'rxjs';
import type { Envelope } from '../../model/paging/envelope';
import type { WalkRequests } from '../../model/endpoints/requestsOf';
import type { Classify } from '../../model/errors/classify';
import { politeNote } from '../../model/errors/politeNote';
import type { RetryPolicy } from '../../model/errors/retryPolicy';
import type { PageFailure } from '../../model/errors/WalkError';
import type { HttpRequest, RequestPurpose } from '../../model/http';
import type { GivenNumbers } from '../../model/records/Numbers';
import { type Credential, isSameCredential } from '../../model/secrets/Credential';
import { recentSecrets } from '../../model/secrets/recentSecrets';
import { singleExchange, type Received } from '../../transport/singleExchange';
import type { Transport } from '../../transport/Transport';
import { type Attempt, type Fetched, firstAttempt, secondLook } from '../../walk/attemptStep';
import type { FetchPage } from '../../walk/walkPages';
import { type Auth, type Given, refusedReason, unauthorized } from '../credentials/Auth';
import { readAnswer } from './readAnswer';
import type { RoomAhead } from '../walks/roomAhead';
import type { ReportEvent } from '../walks/WalkEvent';
import { withRetryDecision } from '../walks/withRetryDecision';

export interface Wiring {
  readonly transport: Transport;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly classify: Classify;
  readonly numbers: GivenNumbers;
}

/** What came of a request. Where there was no credential, nothing was sent, and there is a failure in place of the response. */
interface SentRequest extends Pick<Attempt, 'isRenewed'> {
  readonly credential?: Credential;
  readonly response: Received;
  readonly ms: number;
}

/** Field by field: to add to a copy made by spreading is much slower. */
const sentWith = (
  { method, url, headers: own, body }: HttpRequest,
  credential: Credential,
  purpose: RequestPurpose,
): HttpRequest => {
  const headers = Object.assign({}, own, credential.headers);
  return body === undefined
    ? { method, url, headers, purpose }
    : { method, url, headers, body, purpose };
};

/** Sends the requests of one walk, each with a credential, and gives what `read` makes of what came. */
const requestSender = (
  { transport, auth }: Wiring,
  { template, path }: Pick<WalkRequests, 'template' | 'path'>,
  report: ReportEvent,
  walk: Subscription,
) => {
  // A source that pushes credentials must stay subscribed between two pages.
  walk.add(auth.pushes.subscribe());
  // A walk may belong to the session whose credential it sent first.
  let first: Credential | undefined;

  return <T>(
    request: HttpRequest,
    page: number,
    { attempt, refused: all, isRenewed: wasRenewed = false }: Attempt,
    read: (sent: SentRequest) => T,
  ): Observable<T> => {
    const refused = all.at(-1);
    const given = auth.current({ refused, first, mayAsk: !wasRenewed, request });
    // One that is known already was replaced since the request was sent: nobody was asked because of it.
    const isRenewed = wasRenewed || (refused !== undefined && isObservable(given));
    const sendAs = (credential: Credential): Observable<T> => {
      if (walk.closed) return EMPTY;
      first ??= credential;
      const asked = asyncScheduler.now();
      const event = report(() => ({ type: 'request', page, attempt }));
      const sent = sentWith(request, credential, { endpoint: template, path, event });
      // A listener may have left the walk because of the event.
      return singleExchange(() => (walk.closed ? EMPTY : transport(sent))).pipe(
        // Out here: what a scheme of the user's throws goes to the error channel (law 25).
        map((response) =>
          read({ credential, isRenewed, response, ms: asyncScheduler.now() - asked }),
        ),
      );
    };
    const sendWith = (found: Given): Observable<T> => {
      if (isLeft(found)) return of(read({ response: found, ms: 0 }));
      if (refused && isSameCredential(found.right, refused))
        return of(read({ response: unauthorized(refusedReason), ms: 0 }));
      if (refused) report(() => ({ type: 'refresh', page, attempt: attempt - 1 }));
      return sendAs(found.right);
    };
    return isObservable(given) ? given.pipe(switchMap(sendWith)) : sendWith(given);
  };
};

const bodySize = ({ response }: SentRequest): number =>
  isRight(response) ? response.right.body.length : 0;

/** What becomes of a page for which there is no credential. A source that could not be reached is asked again as a service would be. */
const withoutCredential = (
  decide: ReturnType<typeof withRetryDecision>,
  attempt: Attempt,
  given: Fetched<Envelope>['page'],
): Fetched<Envelope> => {
  const attempts = attempt.attempt - 1;
  const isFinal = isLeft(given) && given.left._tag === 'Unauthorized';
  const fetched = isFinal
    ? { page: given, attempts }
    : decide({ ...attempt, attempt: attempts }, given);
  if (fetched.retry || isRight(fetched.page)) return fetched;
  const failure = fetched.page.left;
  if (!isFinal && !('status' in failure)) return fetched;
  // What the service said when it refused a credential is kept, with why there is no other one.
  const refusal =
    attempt.refused.length > 0 && !('status' in failure) ? attempt.failure : undefined;
  return {
    page: left({ ...refusal, ...failure, _tag: 'Unauthorized' } as PageFailure),
    attempts,
  };
};

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
export const fetchPage = (
  wiring: Wiring,
  prepared: WalkRequests,
  report: ReportEvent,
  room: RoomAhead,
  walk: Subscription,
): FetchPage<Envelope> => {
  const { requestFor, scheme } = prepared;
  const send = requestSender(wiring, prepared, report, walk);
  const readResponse = readAnswer(wiring, prepared);
  const secrets = recentSecrets(prepared.secretsOf);

  const ahead = room.isWide
    ? scheme.numbered?.ahead({
        ...room,
        requestFor,
        send: (request, page, keeps) => {
          if (walk.closed) return undefined;
          const answer = new AsyncSubject<SentRequest | undefined>();
          const kept = (sent: SentRequest): SentRequest | undefined =>
            keeps(bodySize(sent)) ? sent : undefined;
          const sending = send(request, page, firstAttempt, kept).subscribe(answer);
          walk.add(sending);
          return { answer, drop: () => sending.unsubscribe() };
        },
      })
    : undefined;
  walk.add(ahead?.drop);

  return ({ pageToken, pages: page, attempt }) => {
    const request = requestFor(pageToken);
    const decide = withRetryDecision(wiring.retry, report, page, attempt);

    const read = (sent: SentRequest): Fetched<Envelope> => {
      const { credential, isRenewed = false, response, ms } = sent;
      if (credential) {
        room.came(bodySize(sent));
        secrets.add(pageToken, credential);
      }
      const answer = readResponse(response, request, pageToken, secrets.redactor);
      if (!credential) return withoutCredential(decide, attempt, answer);
      const note = isRight(response) ? politeNote.of(response.right) : undefined;
      const { hold, perMinute } = note ?? {};
      if (perMinute !== undefined) report(() => ({ type: 'slowed', perMinute }));
      if (isRight(answer) && answer.right.isUncertain && !attempt.isSecondLook)
        return secondLook(attempt, answer);
      if (isRight(answer)) {
        const { length: objects } = answer.right.data;
        ahead?.came(objects);
        report(() => ({ type: 'page', page, objects, ms }));
      }
      return decide(attempt, answer, { credential, isRenewed, hold });
    };

    if (!ahead || attempt !== firstAttempt) return send(request, page, attempt, read);
    // What had no room while it waited is sent again.
    const readOrSend = (sent: SentRequest | undefined) =>
      sent ? of(read(sent)) : send(request, page, attempt, read);
    return ahead.take(pageToken, page)?.pipe(switchMap(readOrSend)) ?? EMPTY;
  };
};

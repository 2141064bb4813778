import { isLeft } from 'fp-ts/Either';
import {
  asyncScheduler,
  EMPTY,
  isObservable,
  map,
  type Observable,
  of,
  type Subscription,
  switchMap,
} from 'rxjs';
import type { WalkRequests } from '../../model/endpoints/requestsOf';
import type { HttpRequest, RequestPurpose } from '../../model/http';
import { type Credential, isSameCredential } from '../../model/secrets/Credential';
import { singleExchange, type Received } from '../../transport/singleExchange';
import type { Transport } from '../../transport/Transport';
import type { Attempt } from '../../walk/attemptStep';
import { type Auth, type Given, refusedReason, unauthorized } from '../credentials/Auth';
import type { ReportEvent } from '../walks/WalkEvent';

/** What sends a request, and what authenticates it. */
interface HowSent {
  readonly transport: Transport;
  readonly auth: Auth;
}

/** What came of a request. Where there was no credential, nothing was sent, and there is a failure in place of the response. */
export interface SentRequest {
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
export const requestSender = (
  { transport, auth }: HowSent,
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
    { attempt, refused: all }: Attempt,
    read: (sent: SentRequest) => T,
  ): Observable<T> => {
    const refused = all.at(-1);
    const sendAs = (credential: Credential): Observable<T> => {
      if (walk.closed) return EMPTY;
      first ??= credential;
      const asked = asyncScheduler.now();
      const event = report(() => ({ type: 'request', page, attempt }));
      const sent = sentWith(request, credential, { endpoint: template, path, event });
      // A listener may have left the walk because of the event.
      return singleExchange(() => (walk.closed ? EMPTY : transport(sent))).pipe(
        // Out here: what a scheme of the user's throws goes to the error channel (law 25).
        map((response) => read({ credential, response, ms: asyncScheduler.now() - asked })),
      );
    };
    const sendWith = (given: Given): Observable<T> => {
      if (isLeft(given)) return of(read({ response: given, ms: 0 }));
      if (refused && isSameCredential(given.right, refused))
        return of(read({ response: unauthorized(refusedReason), ms: 0 }));
      if (refused) report(() => ({ type: 'refresh', page, attempt: attempt - 1 }));
      return sendAs(given.right);
    };
    const given = auth.current({ refused, first, mayAsk: all.length < 2, request });
    return isObservable(given) ? given.pipe(switchMap(sendWith)) : sendWith(given);
  };
};

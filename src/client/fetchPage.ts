import { isLeft, isRight, left, type Left, type Right } from 'fp-ts/Either';
import { isSome, none } from 'fp-ts/Option';
import {
  asyncScheduler,
  AsyncSubject,
  EMPTY,
  from,
  isObservable,
  map,
  Observable,
  type ObservableInput,
  of,
  type Subscription,
  switchMap,
  take,
  tap,
} from 'rxjs';
import type { Envelope } from '../model/endpoints/Paging';
import type { PreparedWalk } from '../model/endpoints/prepareWalk';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import type { PageFailure } from '../model/errors/WalkError';
import type { HttpRequest, HttpResponse } from '../model/http';
import { thrownBy } from '../model/errors/thrownBy';
import { unlessGone } from '../walk/trampoline';
import type { Exchange, Transport } from '../transport/Transport';
import { type Attempt, attemptStep, type Fetched, firstAttempt } from '../walk/attemptStep';
import type { FetchPage } from '../walk/walkPages';
import { type Auth, type AuthHeaders, type Credentials, isSame, refusedReason, unauthorized } from './Auth';
import type { ReadAnswer } from './readAnswer';
import type { roomAhead } from './roomAhead';
import { recentSecrets } from './recentSecrets';
import { eventOf, type ReportEvent, templateOf } from './WalkEvent';

export interface Fetching extends Pick<PreparedWalk, 'secretsOf' | 'ahead' | 'requestFor'> {
  readonly transport: Transport;
  readonly readAnswer: ReadAnswer;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly report: ReportEvent;
  /** The path of the endpoint, with its placeholders. */
  readonly template: string;
  /** How many requests may be in flight together, where pages can be named before their turn. */
  readonly readAhead: number;
  readonly room: ReturnType<typeof roomAhead>;
  /** Ends with the walk. */
  readonly walk: Subscription;
}

const noResponse: Exchange = left({ _tag: 'NetworkFailure', reason: 'no response came' });

/**
 * Holds any transport to its contract: one value, and what it throws is one. It is `first` and `catchError` with half of their
 * subscribers.
 */
const exchanged = (answer: () => ObservableInput<Exchange>): Observable<Exchange> =>
  new Observable((subscriber) => {
    const next = (exchange: Exchange): void => {
      subscriber.next(exchange);
      subscriber.complete();
    };
    const error = (thrown: unknown): void => next(left(thrownBy('transport', thrown)));
    try {
      const only = from(answer()).pipe(take(1));
      subscriber.add(only.subscribe({ next, error, complete: () => next(noResponse) }));
    } catch (thrown) {
      error(thrown);
    }
  });

/** What came of a request: the answer to it, or why it could not be sent. */
type Sent =
  | { readonly usable: Right<AuthHeaders>; readonly exchange: Exchange; readonly ms: number }
  | { readonly usable: Left<PageFailure> };

/** How long the text of a response is. A transport of the user's may give anything. */
const sizeOf = (sent: Sent): number => {
  const { right: response } = Object('exchange' in sent && sent.exchange) as { readonly right?: Partial<HttpResponse> };
  return response?.body?.length ?? 0;
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
export const fetchPage = (fetching: Fetching): FetchPage<Envelope> => {
  const { requestFor, transport, readAnswer, auth, retry, report, readAhead, room, walk, template } = fetching;
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
      const sent = { ...request, headers: Object.assign({}, request.headers, usable.right) };
      templateOf.set(sent, template);
      return exchanged(() => transport(event ? eventOf.carry(sent, event) : sent)).pipe(
        // Out here: what a scheme of the user's throws goes to the error channel (law 25).
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
          depth: room.depth,
          requestFor,
          send: (request, page) => {
            if (walk.closed) return undefined;
            let size = 0;
            const leave = (): void => {
              room.leave(size);
              size = 0;
            };
            const keep = (sent: Sent): Sent | undefined => {
              if (!room.keeps(sizeOf(sent))) return undefined;
              size = sizeOf(sent);
              return sent;
            };
            const answer = new AsyncSubject<Sent | undefined>();
            const sending = send(request, page, firstAttempt, keep).subscribe(answer);
            walk.add(sending);
            return {
              answer: answer.pipe(tap(leave)),
              drop: () => {
                leave();
                sending.unsubscribe();
              },
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
        report(() => ({ type: 'retry', page, attempt: at.attempt, delay, failure }));
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
      room.came(sizeOf(sent));
      secrets.add(pageToken, usable.right);
      const answer = readAnswer(exchange, request, pageToken, secrets.all);
      if (isRight(answer)) {
        const { length: objects } = answer.right.data;
        ahead?.came(objects);
        report(() => ({ type: 'page', page, objects, ms }));
      }
      return judged(at, answer, usable.right);
    };

    if (!ahead || at.failed + at.refused.length > 0) return send(request, page, at, read);
    // What had no room while it waited is sent again.
    const again = (sent: Sent | undefined) => (sent ? of(read(sent)) : send(request, page, at, read));
    return ahead.take(pageToken, page)?.pipe(switchMap(again)) ?? EMPTY;
  };
};

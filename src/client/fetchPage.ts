import { isLeft, left } from 'fp-ts/Either';
import { isNone, isSome } from 'fp-ts/Option';
import { asyncScheduler, Observable, take, timer } from 'rxjs';
import type { Envelope } from '../model/paging/envelope';
import { longestTimer } from '../model/longestTimer';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import type { PageFailure } from '../model/errors/WalkError';
import type { FetchPage } from '../walk/walkPages';
import type { Auth, AuthHeaders } from './Auth';
import { type Answer, type Secrets, type SendRequest, thrownBy } from './sendRequest';
import type { Tell } from './WalkEvent';

/** After one refusal the source is asked, after the next one only what others have asked for is taken; a third ends it. */
const maxRefusals = 3;

/** An answer may repeat a secret that was sent shortly before; of a longer one so much is enough to find it. */
const maxRemembered = 8;
const maxSecret = 4_000;

/**
 * Asks for a page until it comes or there is no point in asking again: after a failure that passes when the policy says
 * so (law 11), after a refused credential with a fresh one (law 12). A page that simply comes passes no operator on its way.
 *
 * ```text
 * send        ---x|                 x: 503
 * retry(x)       ---|               the wait
 * send              --y|            y: 401
 * credentials         --c|          a fresh one
 * send                  ---p|       p: the page
 * fetchPage   -------------(p|)
 * ```
 *
 * Whoever listens to the events may leave the walk because of one, before there is anything to unsubscribe from: `isOver`
 * says so.
 */
export const fetchPage = (
  send: SendRequest,
  auth: Auth,
  retry: RetryPolicy,
  tell: Tell,
  isOver: () => boolean,
): FetchPage<Envelope> => {
  let used: ReadonlyArray<Secrets> = [];
  const remember = (secrets: Secrets): void => {
    if (!used.includes(secrets)) used = [...used, secrets].slice(-maxRemembered);
  };

  return (pageToken, index) =>
    new Observable((subscriber) => {
      let attempt = 0;
      /** Requests that failed, refused credentials left out. */
      let failed = 0;
      /** Credentials that were refused one after the other, up to now. */
      let refused = 0;
      let credentials: AuthHeaders | undefined;
      let failure: PageFailure | undefined;

      const end = (page: Answer): void => {
        subscriber.next({ attempts: attempt, page });
        subscriber.complete();
      };

      const begin = (): void => {
        const answer = auth.credentials(refused > 0 ? credentials : undefined, refused < 2).pipe(take(1));
        subscriber.add(
          answer.subscribe((given) => {
            if (isLeft(given)) {
              // What the service said when it refused a credential is kept, with why there is no other one.
              end(left({ ...(refused > 0 && failure), _tag: 'Unauthorized', reason: given.left }));
              return;
            }
            credentials = given.right;
            if (refused > 0) tell(() => ({ type: 'refresh', page: index, attempt }));
            request(credentials);
          }),
        );
      };

      const request = (headers: AuthHeaders): void => {
        if (isOver()) return;
        attempt += 1;
        const asked = asyncScheduler.now();
        tell(() => ({ type: 'request', page: index, attempt }));
        if (isOver()) return;
        remember(headers);
        const answered = (page: Answer): void => {
          if (isLeft(page)) {
            failure = page.left;
            again(failure);
            return;
          }
          const { data } = page.right;
          tell(() => ({ type: 'page', page: index, objects: data.length, ms: asyncScheduler.now() - asked }));
          end(page);
        };
        subscriber.add(send(pageToken, headers, used, answered));
      };

      const again = (last: PageFailure): void => {
        const isRefused = last._tag === 'Unauthorized';
        refused = isRefused ? refused + 1 : 0;
        if (isRefused && refused < maxRefusals) {
          begin();
          return;
        }
        if (isRefused || 'permanent' in last) {
          end(left(last));
          return;
        }
        failed += 1;
        try {
          const wait = retry(last, failed, Math.random());
          if (isNone(wait)) {
            end(left(last));
            return;
          }
          const delay = Math.min(Math.max(wait.value, 0) || 0, longestTimer);
          tell(() => ({ type: 'retry', page: index, attempt, delay, failure: last }));
          subscriber.add(timer(delay).subscribe(begin));
        } catch (error) {
          end(left(thrownBy('retry', error)));
        }
      };

      if (isSome(pageToken)) remember({ pageToken: pageToken.value.slice(0, maxSecret) });
      begin();
    });
};

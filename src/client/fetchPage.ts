import { isLeft, left } from 'fp-ts/Either';
import { isNone, isSome, none } from 'fp-ts/Option';
import { asyncScheduler, Observable, timer } from 'rxjs';
import type { Envelope } from '../model/paging/envelope';
import { maxTimer } from '../model/maxTimer';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import type { PageFailure } from '../model/errors/WalkError';
import type { FetchPage } from '../walk/walkPages';
import { type Auth, type AuthHeaders, isSame, refusedReason } from './Auth';
import { type Answer, type Secrets, type SendRequest, thrownBy } from './sendRequest';
import type { ReportEvent } from './WalkEvent';

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
  tell: ReportEvent,
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

      const end = (page: Answer): void => {
        subscriber.next({ attempts: attempt, page });
        subscriber.complete();
      };

      const begin = (stale?: AuthHeaders, failure?: PageFailure): void => {
        subscriber.add(
          auth.credentials(stale, refused < 2).subscribe((given) => {
            // None passes that the service has just refused.
            const usable = isSame(given, stale) ? left(refusedReason) : given;
            if (isLeft(usable)) {
              // What the service said when it refused a credential is kept, with why there is no other one.
              end(left({ ...failure, _tag: 'Unauthorized', reason: usable.left }));
              return;
            }
            if (stale) tell(() => ({ type: 'refresh', page: index, attempt }));
            request(usable.right);
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
        subscriber.add(
          send(pageToken, headers, used, (page) => {
            if (isLeft(page)) {
              again(page.left, headers);
              return;
            }
            tell(() => ({
              type: 'page',
              page: index,
              objects: page.right.data.length,
              ms: asyncScheduler.now() - asked,
            }));
            end(page);
          }),
        );
      };

      const again = (failure: PageFailure, headers: AuthHeaders): void => {
        refused = failure._tag === 'Unauthorized' ? refused + 1 : 0;
        if (refused > 0 && refused < maxRefusals) {
          begin(headers, failure);
          return;
        }
        try {
          const wait = refused > 0 || 'permanent' in failure ? none : retry(failure, ++failed, Math.random());
          if (isNone(wait)) {
            end(left(failure));
            return;
          }
          const delay = Math.min(Math.max(wait.value, 0) || 0, maxTimer);
          tell(() => ({ type: 'retry', page: index, attempt, delay, failure }));
          subscriber.add(
            timer(delay).subscribe(() => {
              begin();
            }),
          );
        } catch (error) {
          end(left(thrownBy('retry', error)));
        }
      };

      if (isSome(pageToken)) remember({ pageToken: pageToken.value.slice(0, maxSecret) });
      begin();
    });
};

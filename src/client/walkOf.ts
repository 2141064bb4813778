import { type Either, isLeft, isRight, left } from 'fp-ts/Either';
import { EMPTY, finalize, ignoreElements, Observable, of, type Subscriber, tap } from 'rxjs';
import type { Classify } from '../model/errors/classify';
import type { Endpoint } from '../model/endpoints/endpoint';
import { pageInfo, type WalkedEnvelope } from '../model/paging/Page';
import { prepareWalk } from '../model/paging/prepareWalk';
import type { RetryPolicy } from '../model/errors/retryPolicy';
import type { WalkError } from '../model/errors/WalkError';
import type { Transport } from '../transport/Transport';
import { onRestart } from '../walk/recovery/restarts';
import { walkPages } from '../walk/walkPages';
import type { Auth } from './Auth';
import { fetchPage } from './fetchPage';
import { sendRequest } from './sendRequest';
import type { ReportEvent } from './WalkEvent';
import type { WalkOptions } from './WalkOptions';

/** What a client brings to every walk. */
export interface Wiring {
  readonly transport: Transport;
  readonly auth: Auth;
  readonly retry: RetryPolicy;
  readonly classify: Classify;
  /** How a new walk tells of its events. */
  readonly reporterOf: (endpoint: Endpoint, params: WalkOptions) => ReportEvent;
}

type Result<V> = Either<WalkError, V>;

/** Emits what is wanted of a page: its objects one by one, or the page itself. */
export type EmitPage<V> = (page: WalkedEnvelope, index: number, subscriber: Subscriber<Result<V>>) => void;

/**
 * A walk of a client: its params are checked at once, everything else happens when it is subscribed. It tells of its end,
 * how far it came, and whether it is restarted.
 */
export const walkOf = <V>(
  { transport, auth, retry, classify, reporterOf }: Wiring,
  endpoint: Endpoint,
  params: WalkOptions,
  emit: EmitPage<V>,
): Observable<Result<V>> => {
  const checked = prepareWalk(endpoint, params);
  if (isLeft(checked)) {
    const progress = { pages: 0, objects: 0, attempts: 0 };
    return of(left<WalkError>({ _tag: 'InvalidRequest', problems: checked.left, progress }));
  }
  const prepared = checked.right;
  const send = sendRequest(transport, classify, endpoint, prepared);

  return new Observable((subscriber) => {
    const tell = reporterOf(endpoint, params);
    let pages = 0;
    let objects = 0;
    let isTold = false;
    const tellEnd = (end: { readonly error?: WalkError; readonly unsubscribed?: true }): void => {
      if (isTold) return;
      // First: whoever listens may leave the walk because of it, which is an end of its own.
      isTold = true;
      tell(() => ({ type: 'end', pages, objects, ...end }));
    };
    const onHold = (page: number, ms: number): void => {
      tell(() => ({ type: 'hold', page, ms }));
    };
    const { place, valve, readAhead, tokenLifetime, onPage } = params;
    const options = { ...prepared, valve, readAhead, tokenLifetime, onHold };
    const walk = place?.isLast
      ? EMPTY
      : walkPages(
          fetchPage(send, auth, retry, tell, () => subscriber.closed),
          options,
        );

    // A source that pushes credentials must not be lost sight of between two pages.
    subscriber.add(auth.pushes.subscribe());
    walk
      .pipe(
        tap({
          next: (result) => {
            if (isRight(result)) {
              pages += 1;
              objects += result.right.data.length;
              onPage?.(pageInfo(result.right, pages - 1));
              emit(result.right, pages - 1, subscriber);
              return;
            }
            const error = result.left;
            // At once: whoever turns a Left into an exception does not wait for the completion.
            tellEnd({ error });
            onRestart(error, (restarts) => {
              tell(() => ({ type: 'restart', restarts }));
            });
            subscriber.next(result);
          },
          complete: () => {
            tellEnd({});
          },
        }),
        finalize(() => {
          tellEnd({ unsubscribed: true });
        }),
        ignoreElements(),
      )
      .subscribe(subscriber);
  });
};

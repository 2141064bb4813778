import { Observable } from 'rxjs';

/**
 * Subscribes to a source unless the subscriber is gone.
 *
 * RxJS subscribes to a source even for a subscriber that is closed already. `expand` calls its project after `take` was
 * satisfied, and a listener to the events may unsubscribe from a walk that is about to send. Each would cost a request that
 * is sent and aborted at once (law 3).
 */
export const unlessGone = <T>(source: () => Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    if (!subscriber.closed) source().subscribe(subscriber);
  });

import { Observable, switchMap } from 'rxjs';

/**
 * Makes a request when it is demanded: the subscriber is there, and the demand (if any is waited for) has emitted.
 *
 * RxJS subscribes a source even for a subscriber that is closed already, and `expand` calls its project after `take` was
 * satisfied; together they would cost a request that nobody asked for, sent and aborted at once (law 3).
 */
export const whenDemanded = <T>(demand: Observable<unknown> | undefined, request: () => Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    if (subscriber.closed) return;
    (demand === undefined ? request() : demand.pipe(switchMap(request))).subscribe(subscriber);
  });

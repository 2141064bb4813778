import { concat, NEVER, Observable, switchMap, take } from 'rxjs';
import type { Demand } from './Demand';

/** Demand that ends has not come: a walk that waits for it goes on waiting, for it has no page to end with. */
const onceReady = ({ ready }: Demand): Observable<unknown> => concat(ready, NEVER).pipe(take(1));

/**
 * Makes a request when it is demanded: the subscriber is there, and `ready` has emitted (law 3).
 *
 * RxJS subscribes a source even for a subscriber that is closed already, and `expand` calls its project after `take` was
 * satisfied; together they would cost a request that nobody asked for, sent and aborted at once.
 */
export const whenDemanded = <T>(demand: Demand | undefined, request: () => Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    if (subscriber.closed) return;
    (demand === undefined ? request() : onceReady(demand).pipe(switchMap(request))).subscribe(subscriber);
  });

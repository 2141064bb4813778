import { Observable } from 'rxjs';

/**
 * Subscribes to the source only if the subscriber is still there.
 *
 * RxJS subscribes a source even for a subscriber that is closed already, and `expand` calls its project after `take` was
 * satisfied; together they would cost a request that nobody asked for, sent and aborted at once (law 3).
 */
export const whileDemanded = <T>(source: Observable<T>): Observable<T> =>
  new Observable((subscriber) => (subscriber.closed ? undefined : source.subscribe(subscriber)));

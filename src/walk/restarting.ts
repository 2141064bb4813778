import { BehaviorSubject, defer, filter, type Observable, observeOn, queueScheduler, switchMap, tap } from 'rxjs';

/**
 * Subscribes to a walk again each time that it completes after a value that means a restart; that value is dropped.
 *
 * ```text
 * walk        --a--(x|)          x: means a restart
 * walk             --a--b--|
 * restarting  --a----a--b--|
 * ```
 *
 * `repeat` would do, but it subscribes from within the end of the subscription before, and a few thousand walks that end
 * synchronously exhaust the stack. Here starts wait in a queue: they follow each other in a loop. No start comes before
 * the walk is over: a walk that is shared would still be handing out its end.
 */
export const restarting = <T>(walk: Observable<T>, meansRestart: (value: T) => boolean): Observable<T> =>
  defer(() => {
    const starts = new BehaviorSubject<void>(undefined);
    return starts.pipe(
      observeOn(queueScheduler),
      switchMap(() => {
        let isOver = true;
        return walk.pipe(
          filter((value) => {
            if (!meansRestart(value)) return true;
            isOver = false;
            return false;
          }),
          tap({
            complete: () => {
              if (isOver) starts.complete();
              else starts.next();
            },
          }),
        );
      }),
    );
  });

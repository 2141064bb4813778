import { BehaviorSubject, defer, type Observable, observeOn, queueScheduler, switchMap, takeWhile, tap } from 'rxjs';

/**
 * Subscribes to a walk again each time that a value of it means a restart; that value is dropped.
 *
 * ```text
 * walk        --a--x          x: means a restart
 * walk             --a--b--|
 * restarting  --a----a--b--|
 * ```
 *
 * `repeat` would do, but it subscribes from within the end of the subscription before, and a few thousand walks that end
 * synchronously exhaust the stack. Here starts wait in a queue: they follow each other in a loop.
 */
export const restarting = <T>(walk: Observable<T>, meansRestart: (value: T) => boolean): Observable<T> =>
  defer(() => {
    const starts = new BehaviorSubject<void>(undefined);
    let isOver = false;
    const goesOn = (value: T): boolean => {
      if (!meansRestart(value)) return true;
      isOver = false;
      starts.next();
      return false;
    };
    return starts.pipe(
      observeOn(queueScheduler),
      switchMap(() => {
        isOver = true;
        return walk.pipe(
          takeWhile(goesOn),
          tap({
            complete: () => {
              if (isOver) starts.complete();
            },
          }),
        );
      }),
    );
  });

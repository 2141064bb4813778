import { BehaviorSubject, defer, filter, type Observable, switchMap, tap } from 'rxjs';
import { walkedTo } from '../../model/errors/Progress';
import type { Ended } from '../../model/errors/WalkError';
import { trampoline } from '../trampoline';

/** Reports that the walk that ended with this error has now been restarted this often. */
export const reportRestart = ({ progress }: Ended, restarts: number, isFull?: true): void => {
  walkedTo.of(progress)?.onRestart?.(restarts, isFull);
};

/** How many restarts in a row may bring nothing new, by default. */
export const maxRestarts = 3;

/**
 * Subscribes to a walk again each time that it completes after a value that means a restart; that value is dropped.
 * `repeat` subscribes from within the end of the subscription before: a few thousand walks that end synchronously would
 * exhaust the stack. No start comes before the walk is over: a walk that is shared would still be handing out its end.
 */
export const restarting = <T>(
  walk: Observable<T>,
  meansRestart: (value: T) => boolean,
): Observable<T> =>
  defer(() => {
    const starts = new BehaviorSubject<void>(undefined);
    const inTurn = trampoline();
    return starts.pipe(
      switchMap(() =>
        inTurn(() => {
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
      ),
    );
  });

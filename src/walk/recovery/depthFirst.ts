import { Observable, Subject, takeUntil } from 'rxjs';
import { oneByOne } from '../../scheduling/trampoline';

/** Visits one thing; what it puts first is visited before all that waits. */
export type Visit<P, T> = (part: P, putFirst: (parts: ReadonlyArray<P>) => void) => Observable<T>;

/**
 * `expand`, depth first: visits some things, and what they turn out to hold before those that still wait.
 *
 * RxJS's `expand` takes first what came first, keeps everything that it has not got to, and with things that end
 * synchronously it exhausts the stack. Here visits follow each other in a loop.
 */
export const depthFirst = <P, T>(first: ReadonlyArray<P>, visit: Visit<P, T>, concurrency: number): Observable<T> =>
  new Observable((subscriber) => {
    const waiting: Array<P> = [];
    const unsubscribed = new Subject<void>();
    const inTurn = oneByOne();
    let active = 0;

    const putFirst = (parts: ReadonlyArray<P>): void => {
      for (let index = parts.length - 1; index >= 0; index -= 1) waiting.push(parts[index] as P);
    };

    const start = (part: P): void => {
      active += 1;
      visit(part, putFirst)
        .pipe(takeUntil(unsubscribed))
        .subscribe({
          next: (value) => {
            subscriber.next(value);
          },
          error: (error: unknown) => {
            subscriber.error(error);
          },
          complete: () => {
            active -= 1;
            inTurn(startWaiting);
          },
        });
    };

    const startWaiting = (): void => {
      while (!subscriber.closed && active < concurrency && waiting.length > 0) start(waiting.pop() as P);
      if (active === 0) subscriber.complete();
    };

    // Before the first visit: one that never lets go of the thread must be left, too.
    subscriber.add(() => {
      unsubscribed.next();
    });
    putFirst(first);
    inTurn(startWaiting);
  });

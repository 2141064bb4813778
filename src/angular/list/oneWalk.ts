import { untracked } from '@angular/core';
import { defer, type Observable, Subject, takeUntil, tap } from 'rxjs';

/** What a list hears of its walk. */
interface WalkListener<R> {
  readonly next: (result: R) => void;
  readonly threw: (thrown: unknown) => void;
  readonly completed?: () => void;
}

/** The walk of a list: one at a time. Nothing is heard of a walk that was left. Signals that it reads are not tracked. */
export const oneWalk = <R>({ next, threw, completed }: WalkListener<R>) => {
  let under: Subject<void> | undefined;
  return {
    isUnderWay: (): boolean => under !== undefined,
    /** Begins one. It is given what says whether it was left. */
    begin: (walk: (isLeft: () => boolean) => Observable<R>): void => {
      const left = (under = new Subject<void>());
      const isLeft = (): boolean => under !== left;
      // A listener that throws is an error of the walk.
      const results = defer(() => walk(isLeft)).pipe(takeUntil(left), tap(next));
      const complete = (): void => {
        if (!isLeft()) completed?.();
      };
      untracked(() => results.subscribe({ error: threw, complete }));
    },
    leave: (): void => {
      const left = under;
      under = undefined;
      left?.next();
    },
  };
};

import { untracked } from '@angular/core';
import { defer, type Observable, Subscription, tap } from 'rxjs';

/** What a list hears of its walk. */
export interface WalkListener<R> {
  readonly next: (result: R) => void;
  readonly threw: (thrown: unknown) => void;
  readonly completed: () => void;
}

/** The walk of a list: one at a time. */
export interface OneWalk<R> {
  readonly isUnderWay: () => boolean;
  /** Begins one. It is given what says whether it was left: what comes all at once keeps coming after that. */
  readonly begin: (walk: (isLeft: () => boolean) => Observable<R>) => void;
  readonly leave: () => void;
}

/** Nothing is heard of a walk that was left. Signals that it reads are not tracked. */
export const oneWalk = <R>({ next, threw, completed }: WalkListener<R>): OneWalk<R> => {
  let under: Subscription | undefined;
  return {
    isUnderWay: () => under !== undefined,
    begin: (walk) => {
      const current = new Subscription();
      under = current;
      const isLeft = (): boolean => under !== current;
      const unlessLeft =
        <V>(hear: (value: V) => void) =>
        (value: V): void => {
          if (!isLeft()) hear(value);
        };
      // A listener that throws is an error of the walk.
      const results = defer(() => walk(isLeft)).pipe(tap(unlessLeft(next)));
      const observer = {
        error: unlessLeft(threw),
        complete: () => {
          unlessLeft(completed)(undefined);
        },
      };
      current.add(untracked(() => results.subscribe(observer)));
    },
    leave: () => {
      const abandoned = under;
      under = undefined;
      abandoned?.unsubscribe();
    },
  };
};

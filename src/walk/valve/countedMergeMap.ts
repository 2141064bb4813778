import {
  concat,
  defer,
  EMPTY,
  finalize,
  ignoreElements,
  mergeMap,
  Observable,
  type ObservableInput,
  type ObservedValueOf,
  type OperatorFunction,
  Subject,
  take,
  tap,
} from 'rxjs';
import { oneByOne } from '../../model/scheduling/oneByOne';
import { queue } from '../../model/scheduling/queue';

export interface Account {
  readonly hold: () => void;
  readonly release: (count: number) => void;
}

/**
 * `mergeMap` that holds every value on an account from its arrival until its work has ended, however it ended.
 * RxJS's own forgets what waits in it when it is unsubscribed. It starts waiting work from within the end of the work
 * before, so that some 700 waiting values with synchronous work exhaust the stack, in silence.
 */
export const countedMergeMap =
  <T, O extends ObservableInput<unknown>>(
    project: (value: T, index: number) => O,
    concurrency: number,
    { hold, release }: Account,
  ): OperatorFunction<T, ObservedValueOf<O>> =>
  (source) =>
    new Observable((subscriber) => {
      const waiting = queue<T>();
      const starts = new Subject<T>();
      const idle = new Subject<void>();
      const inTurn = oneByOne();
      let active = 0;

      const isIdle = (): boolean => active === 0 && waiting.size === 0;

      const startWaiting = (): void => {
        while (!subscriber.closed && active < concurrency && waiting.size > 0) {
          active += 1;
          starts.next(waiting.take());
        }
        if (isIdle()) idle.next();
      };

      const enqueue = (value: T): void => {
        hold();
        waiting.push(value);
        inTurn(startWaiting);
      };

      const end = (): void => {
        if (subscriber.closed) return;
        active -= 1;
        release(1);
        inTurn(startWaiting);
      };

      subscriber.add(
        starts
          .pipe(mergeMap((value, index) => defer(() => project(value, index)).pipe(finalize(end))))
          .subscribe({
            next: (result) => subscriber.next(result),
            error: (error: unknown) => subscriber.error(error),
          }),
      );
      concat(
        source.pipe(tap(enqueue), ignoreElements()),
        defer(() => (isIdle() ? EMPTY : idle.pipe(take(1), ignoreElements()))),
      ).subscribe(subscriber);
      // Comes after the source was left: a walk that still listened would read the release as demand.
      subscriber.add(() => release(waiting.size + active));
    });

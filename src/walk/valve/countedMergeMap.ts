import {
  concat,
  defer,
  finalize,
  ignoreElements,
  Observable,
  type ObservableInput,
  type ObservedValueOf,
  type OperatorFunction,
  Subject,
  take,
  takeWhile,
  tap,
} from 'rxjs';
import { oneByOne } from '../../model/scheduling/oneByOne';
import { queue } from '../../model/scheduling/queue';

/** Where values are counted while they are held. */
export interface Account {
  readonly hold: () => void;
  readonly release: (count: number) => void;
}

/**
 * `mergeMap` that holds every value on an account from its arrival until its work has ended, however it ended.
 *
 * It is not RxJS's own for two reasons: that one forgets what waits in it when it is unsubscribed, and it starts waiting
 * work from within the end of the work before, so that some 700 waiting values with synchronous work exhaust the stack,
 * in silence.
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
      const idle = new Subject<void>();
      const inTurn = oneByOne();
      let active = 0;
      let index = 0;
      let isSourceLeft = false;
      let abandoned = 0;

      const isIdle = (): boolean => active === 0 && waiting.size === 0;

      const start = (value: T): void => {
        active += 1;
        const work = defer(() => project(value, index++)).pipe(
          takeWhile(() => !subscriber.closed),
          finalize(() => {
            active -= 1;
            if (subscriber.closed && !isSourceLeft) {
              abandoned += 1;
              return;
            }
            release(1);
            inTurn(startWaiting);
          }),
        );
        subscriber.add(
          work.subscribe({
            next: (result) => subscriber.next(result),
            error: (error: unknown) => subscriber.error(error),
          }),
        );
      };

      const startWaiting = (): void => {
        while (!subscriber.closed && active < concurrency && waiting.size > 0) start(waiting.take());
        if (isIdle()) idle.next();
      };

      const enqueue = (value: T): void => {
        hold();
        waiting.push(value);
        inTurn(startWaiting);
      };

      concat(
        source.pipe(tap(enqueue), ignoreElements()),
        defer(() => (isIdle() ? [] : idle.pipe(take(1), ignoreElements()))),
      ).subscribe(subscriber);
      // Comes after the source was left: a walk that still listened would read the release as demand.
      subscriber.add(() => {
        isSourceLeft = true;
        release(waiting.size + abandoned);
      });
    });

import {
  concat,
  defer,
  EMPTY,
  ignoreElements,
  Observable,
  type ObservableInput,
  type ObservedValueOf,
  type OperatorFunction,
  Subject,
  take,
  tap,
} from 'rxjs';
import { oneByOne } from '../../model/scheduling/oneByOne';

export interface Batches<T, O extends ObservableInput<unknown>> {
  /** How many values are worked on together, at most. */
  readonly size: number;
  readonly work: (batch: ReadonlyArray<T>) => O;
  /** Called with the number of values that wait, whenever that changes. */
  readonly onWaiting: (count: number) => void;
  /** When it emits, what waits is dropped; the work under way is done. */
  readonly stop: Observable<unknown>;
}

/**
 * Works on values in batches: one batch at a time, of those that have come while the one before was worked on.
 *
 * ```text
 * source            a--b-c-d-----|      inBatches({ size: 2, … })
 * work([a])         -----|
 * work([b, c])           -----|         no wait for a full batch
 * work([d])                   -----|
 * ```
 *
 * It is `concatMap` for many values at once. Operators that buffer close a buffer at a signal, and the signal
 * here is the end of their own work: batches would follow each other by recursion (law 10).
 */
export const inBatches =
  <T, O extends ObservableInput<unknown>>({
    size,
    work,
    onWaiting,
    stop,
  }: Batches<T, O>): OperatorFunction<T, ObservedValueOf<O>> =>
  (source) =>
    new Observable((subscriber) => {
      const inTurn = oneByOne();
      let waiting: ReadonlyArray<T> = [];
      let isAtWork = false;
      const idle = new Subject<void>();

      const isIdle = (): boolean => !isAtWork && waiting.length === 0;

      const wait = (values: ReadonlyArray<T>): void => {
        waiting = values;
        onWaiting(values.length);
      };

      const workOn = (batch: ReadonlyArray<T>): void => {
        isAtWork = true;
        const done = defer(() => work(batch)) as Observable<ObservedValueOf<O>>;
        subscriber.add(
          done.subscribe({
            next: (value) => subscriber.next(value),
            error: (error: unknown) => subscriber.error(error),
            complete: () => {
              isAtWork = false;
              inTurn(goOn);
            },
          }),
        );
      };

      const goOn = (): void => {
        if (isIdle()) idle.next();
        if (subscriber.closed || isAtWork || waiting.length === 0) return;
        const batch = waiting.slice(0, size);
        workOn(batch);
        wait(waiting.slice(batch.length));
      };

      // Subscribed before the source, which `stop` ends too: pages that wait must be dropped by then.
      subscriber.add(
        stop.subscribe({
          next: () => {
            waiting = [];
          },
          error: (error: unknown) => subscriber.error(error),
        }),
      );
      concat(
        source.pipe(
          tap((value) => {
            wait([...waiting, value]);
            inTurn(goOn);
          }),
          ignoreElements(),
        ),
        defer(() => (isIdle() ? EMPTY : idle.pipe(take(1), ignoreElements()))),
      ).subscribe(subscriber);
    });

import type { Observable, ObservableInput, ObservedValueOf, OperatorFunction } from 'rxjs';

/**
 * Holds a walk back while its consumer is busy. It counts the objects that have entered its operators and are not done.
 *
 * @since 0.1.0
 */
export interface Valve {
  /** Objects that wait in the valve's operators or are being worked on. */
  readonly held: number;
  /** Emits once and completes as soon as no more objects are held than the high-water mark. */
  readonly ready: Observable<void>;
  /** `mergeMap` whose waiting and running values are held. */
  mergeMap<T, O extends ObservableInput<unknown>>(
    project: (value: T, index: number) => O,
    concurrency?: number,
  ): OperatorFunction<T, ObservedValueOf<O>>;
  /** `concatMap` whose waiting and running values are held. */
  concatMap<T, O extends ObservableInput<unknown>>(
    project: (value: T, index: number) => O,
  ): OperatorFunction<T, ObservedValueOf<O>>;
}

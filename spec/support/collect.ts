import { expect } from 'chai';
import { firstValueFrom, type Observable, toArray } from 'rxjs';

/** Everything that a stream emits until it completes. */
export const collect = <T>(source: Observable<T>): Promise<Array<T>> =>
  firstValueFrom(source.pipe(toArray()));

/** What a stream has emitted up to now: more comes to it as long as the stream emits. */
export const gather = <T>(source: Observable<T>): Array<T> => {
  const values: Array<T> = [];
  source.subscribe((value) => values.push(value));
  return values;
};

/** What a promise is rejected with, as text; one that is not fails the spec. */
export const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(() => expect.fail('it did not fail'), String);

/** Waits on the real clock, for what other processes and the network do meanwhile. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

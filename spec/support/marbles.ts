import { expect } from 'chai';
import { defer, NEVER, type Observable } from 'rxjs';
import { type RunHelpers, TestScheduler } from 'rxjs/testing';

/** Runs marbles under virtual time. */
export const inMarbles = (test: (helpers: RunHelpers) => void): void => {
  new TestScheduler((actual, expected) => {
    expect(actual).to.deep.equal(expected);
  }).run(test);
};

/** A spec body under virtual time. */
export const marbles = (test: (helpers: RunHelpers) => void) => (): void => inMarbles(test);

/** A source whose n-th subscription is the n-th of these, and then nothing at all. */
export const inTurn = <T>(...sources: ReadonlyArray<Observable<T>>): Observable<T> => {
  let subscriptions = 0;
  return defer(() => sources[subscriptions++] ?? NEVER);
};

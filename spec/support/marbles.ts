import { expect } from 'chai';
import { type RunHelpers, TestScheduler } from 'rxjs/testing';

/** A spec body under virtual time. */
export const marbles = (test: (helpers: RunHelpers) => void) => (): void => {
  new TestScheduler((actual, expected) => {
    expect(actual).to.deep.equal(expected);
  }).run(test);
};

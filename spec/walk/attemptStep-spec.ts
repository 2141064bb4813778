import { expect } from 'chai';
import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import type { PageFailure, RetryPolicy } from '../../src/index';
import { type Attempt, attemptStep, firstAttempt } from '../../src/walk/attemptStep';

const busy: PageFailure = { _tag: 'HttpFailure', status: 503 };
const always: RetryPolicy = () => O.some(100);

const nextAfter = (
  failure: PageFailure,
  retry = always,
  at: Attempt = firstAttempt,
): Attempt | undefined => attemptStep(retry, at, E.left(failure), 0.5).retry;

describe('attemptStep', () => {
  for (const [given, delay] of [
    [-1, 0],
    [NaN, 0],
    [Infinity, 2 ** 31 - 1],
    [1.5, 1.5],
  ] as const) {
    it(`waits for ${delay} ms when the policy says ${given}`, () =>
      expect(nextAfter(busy, () => O.some(given))).to.have.property('delay', delay));
  }

  it('law 31: repeats nothing when the policy returns anything but a some', () => {
    for (const odd of [1000, undefined, null, true, 'Some', {}, { value: 1 }]) {
      expect(nextAfter(busy, (() => odd) as unknown as RetryPolicy), JSON.stringify(odd)).to.equal(
        undefined,
      );
    }
  });

  it('law 5: makes a value of what the policy throws', () => {
    const step = attemptStep(
      () => {
        throw new RangeError('mine');
      },
      firstAttempt,
      E.left(busy),
      0,
    );
    const reason = 'retry threw RangeError: mine';
    const page = E.left({ _tag: 'NetworkFailure', reason, permanent: true });
    expect(step).to.deep.equal({ page, attempts: 1 });
  });
});

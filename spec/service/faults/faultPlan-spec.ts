import { expect } from 'chai';
import fc from 'fast-check';
import type { Fault } from '../../../src/service/index';
import { faultPlan } from '../../../src/service/faults/faultPlan';
import { listPages } from '../support/plain';
import { ids, withThings } from '../support/things';
import { withService } from '../support/withService';

/** Which of so many requests a fault strikes, counted from 1. */
const strikes = (fault: Fault, seed: number, requests: number): ReadonlyArray<number> => {
  const plan = faultPlan([fault], seed);
  return ids(1, requests).filter(() => plan.onRequest().instead !== undefined);
};

describe('faultPlan', () => {
  it('strikes every n-th time', () =>
    expect(strikes({ type: 'throttle', every: 3 }, 1, 7)).to.deep.equal([3, 6]));

  it('strikes just the n-th time', () =>
    expect(strikes({ type: 'throttle', at: 2 }, 1, 5)).to.deep.equal([2]));

  it('strikes at random about as often as it is told', () => {
    const often = (probability: number): number =>
      strikes({ type: 'throttle', probability }, 1, 1_000).length;
    expect(often(0)).to.equal(0);
    expect(often(1)).to.equal(1_000);
    expect(often(0.3)).to.be.within(250, 350);
  });

  it('a service meets the same faults with the same seed, and others with another one', async () => {
    const faults: ReadonlyArray<Fault> = [{ type: 'throttle', probability: 0.5 }];
    const statusesOf = (seed: number): Promise<ReadonlyArray<number>> =>
      withService({ ...withThings(1), faults, seed }, async (service) => {
        const found: Array<number> = [];
        while (found.length < 20) found.push((await listPages(service)()).status);
        return found;
      });
    const one = await statusesOf(7);
    expect(await statusesOf(7)).to.deep.equal(one);
    expect(await statusesOf(8)).not.to.deep.equal(one);
  });

  it('any seed makes chance repeatable', () =>
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (seed, probability) => {
          const fault: Fault = { type: 'html', probability };
          expect(strikes(fault, seed, 50)).to.deep.equal(strikes(fault, seed, 50));
        },
      ),
    ));

  it('a fault does not change what another one strikes', () => {
    const alone = strikes({ type: 'throttle', probability: 0.5 }, 3, 50);
    const throttle: Fault = { type: 'throttle', probability: 0.5 };
    const plan = faultPlan([throttle, { type: 'delay', ms: 1, probability: 0.5 }], 3);
    const beside = Array.from({ length: 50 }, () => plan.onRequest());
    expect(ids(1, 50).filter((n) => beside[n - 1]?.instead !== undefined)).to.deep.equal(alone);
    expect(new Set(beside.map(({ wait }) => wait))).to.deep.equal(new Set([undefined, 1]));
  });

  it('error instance ids are repeatable too', async () => {
    const idOf = (seed: number): Promise<unknown> =>
      withService({ ...withThings(1), seed }, async (service) => {
        const { body } = await listPages(service, { pageSize: '0' })();
        return body.errorInstanceId;
      });
    expect(await idOf(5)).to.equal(await idOf(5));
    expect(await idOf(5)).not.to.equal(await idOf(6));
  });

  it('without faults nothing happens', () => {
    const plan = faultPlan([], 1);
    expect(plan.onRequest()).to.deep.equal({});
    expect(plan.refuses('token', 1e9)).to.equal(false);
  });
});

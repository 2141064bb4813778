import { expect } from 'chai';
import { expectLinear } from './growth';

/** Takes a step of some microseconds `count` times. */
const steps = (count: number) => (): number => {
  let sum = 0;
  for (let step = 0; step < count * 2_000; step += 1) sum += Math.sqrt(step);
  return sum;
};

describe('expectLinear', () => {
  it('accepts what grows with its input, and what does not grow', () => {
    expectLinear((times) => steps(100 * times));
    expectLinear(() => steps(100));
  });

  it('refuses what grows faster than its input', () =>
    expect(() => {
      expectLinear((times) => steps(100 * times ** 2));
    }).to.throw('times as long'));
});

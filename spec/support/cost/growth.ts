import { expect } from 'chai';

/** Milliseconds of the processor that some work takes, since others may have it meanwhile. */
const cost = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** What is bounded may take this many times as long for four times the input; what is quadratic takes sixteen times as long. */
const maxGrowth = 8;

const repeated =
  (work: () => unknown, times: number): (() => void) =>
  () => {
    for (let time = 0; time < times; time += 1) work();
  };

/**
 * How many times as long `large` takes as `small`, each at its best. They take turns, and what takes microseconds is repeated.
 * What is above `maxGrowth` is measured again before it counts, because a busy neighbour takes the caches away.
 */
const growth = (small: () => unknown, large: () => unknown): number => {
  const least = { small: Infinity, large: Infinity };
  const ratio = (): number => least.large / least.small;
  let times = 1;
  while (cost(repeated(small, times)) < 1) times *= 2;
  for (let turn = 0; turn < 4 || (turn < 40 && ratio() >= maxGrowth); turn += 1) {
    least.small = Math.min(least.small, cost(repeated(small, times)));
    least.large = Math.min(least.large, cost(repeated(large, times)));
  }
  return ratio();
};

/** Expects that some work takes at most eight times as long as other work. How long either takes depends on the machine. */
export const expectCheap = (work: () => unknown, other: () => unknown): void => {
  expect(growth(other, work), 'times as long').to.be.below(maxGrowth);
};

/**
 * Expects that four times the input takes at most eight times as long. `workOf` prepares the work for some inputs. Where a
 * processor's cache holds one input and not four, the step is as large once only: four and sixteen inputs are compared, too.
 */
export const expectLinear = (workOf: (times: number) => () => unknown): void => {
  if (growth(workOf(1), workOf(4)) >= maxGrowth) expectCheap(workOf(16), workOf(4));
};

/** A text as it comes from a response: one that was put together is slower to look at. */
export const bodyOf = (text: string): string => Buffer.from(text).toString();

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds of the processor that some work takes, for others may have it meanwhile. A busy machine makes them some more. */
export const cost = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const shortest = (work: () => unknown): number =>
  Math.min(...Array.from({ length: 12 }, () => cost(work)));

/**
 * Whether some work takes less than `times` as long as another: the ratio of the shortest times of one run. A comparison that
 * fails is repeated before it counts, because a busy neighbour takes the caches away.
 */
export const isWithin = (times: number, work: () => unknown, other: () => unknown): boolean =>
  Array(20)
    .fill(undefined)
    .some(() => shortest(work) / shortest(other) < times);

/** A text as it comes from a response: one that was put together is slower to look at. */
export const bodyOf = (text: string): string => Buffer.from(text).toString();

setFlagsFromString('--expose-gc');

export const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes of all that is alive. */
export const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

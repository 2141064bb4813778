import { queue } from '../scheduling/queue';
import { cloneOf, frameCodec } from './frameCodec';
import type { DiskQueue } from './diskQueue';

/** Copies of values, first in, first out: a number of them in memory, and those that came after them on disk. */
export interface ElasticLine<T> {
  readonly isEmpty: boolean;
  /** Whether the oldest value is in memory. */
  readonly isAtHand: boolean;
  push(value: T): void;
  /** The oldest value, which must be at hand; throws, as `push` does, if that one cannot be copied. */
  take(): T;
  /** Brings the oldest values from the disk; they must be there. */
  fetch(): Promise<void>;
}

/** Makes a line of which no more than `memory` values, or as many as the disk gives at a time, are in memory. */
export const elasticLine = <T>(memory: number, disk: DiskQueue): ElasticLine<T> => {
  const front = queue<() => T>();
  const codec = frameCodec<T>();
  // Not the disk's own count: what it has given, but is not in front yet, still comes before what is pushed meanwhile.
  let onDisk = 0;
  return {
    get isEmpty() {
      return front.size === 0 && onDisk === 0;
    },
    get isAtHand() {
      return front.size > 0;
    },
    push: (value) => {
      if (onDisk === 0 && front.size < memory) {
        const clone = cloneOf(value);
        front.push(() => clone);
      } else {
        disk.push(codec.encode(value));
        onDisk += 1;
      }
    },
    take: () => front.take()(),
    fetch: async () => {
      const frames = await disk.take();
      for (const frame of frames) front.push(() => codec.decode(frame));
      onDisk -= frames.length;
    },
  };
};

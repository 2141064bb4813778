import { queue } from '../model/scheduling/queue';
import { cloneOf, frameCodec } from './frameCodec';
import type { DiskQueue } from './diskQueue';

/**
 * Copies of values, first in, first out. No more than `memory` of them, or as many as the disk gives at a time, are in memory;
 * those that came after them are on disk.
 */
export const elasticLine = <T>(memory: number, disk: DiskQueue) => {
  const front = queue<() => T>();
  const codec = frameCodec<T>();
  // Not the disk's own count: what it has given, but is not in front yet, still comes before what is pushed meanwhile.
  let onDisk = 0;
  return {
    get isEmpty(): boolean {
      return front.size === 0 && onDisk === 0;
    },
    /** Whether the oldest value is in memory. */
    get isAtHand(): boolean {
      return front.size > 0;
    },
    push: (value: T): void => {
      if (onDisk === 0 && front.size < memory) {
        const clone = cloneOf(value);
        front.push(() => clone);
      } else {
        disk.push(codec.encode(value));
        onDisk += 1;
      }
    },
    /** The oldest value, which must be at hand; throws, as `push` does, if that one cannot be copied. */
    take: (): T => front.take()(),
    /** Brings the oldest values from the disk; they must be there. */
    fetch: async (): Promise<void> => {
      const frames = await disk.take();
      for (const frame of frames) front.push(() => codec.decode(frame));
      onDisk -= frames.length;
    },
  };
};

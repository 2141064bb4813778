import { setTimeout } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { mixIn, noIds } from './checksum.mjs';

/** Keeps the event loop busy, as parsing or rendering does. */
const compute = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** What a consumer does with a page's worth of objects; what waits gives a promise to wait for. */
const workOf = ({ work }) => {
  if (work === undefined) return () => undefined;
  return work.kind === 'waits' ? () => setTimeout(work.ms) : () => compute(work.ms);
};

/**
 * The consumer, the same for every contestant. It counts the objects, mixes their ids into a checksum that depends on
 * their order, and where the course has work, works after each page's worth of objects.
 */
export const consumerOf = (course) => {
  const work = workOf(course);
  const { pageSize } = course;
  let taken = 0;
  let refused = 0;
  let checksum = noIds;

  const note = (record) => {
    checksum = mixIn(checksum, record.properties.id);
  };
  const take = (record) => {
    taken += 1;
    note(record);
    return taken % pageSize === 0 ? work() : undefined;
  };
  return {
    /** An object that is all right. Gives a promise where the consumer wants to be waited for. */
    take,
    /** An object that a contestant found to be invalid. */
    refuse: (record) => {
      refused += 1;
      note(record);
    },
    takeBatch: async (records) => {
      for (const record of records) {
        const pause = take(record);
        if (pause !== undefined) await pause;
      }
    },
    tally: () => ({ taken, refused, checksum }),
  };
};

import { performance } from 'node:perf_hooks';
import { mixIn, noIds } from './checksum.mjs';

/** Keeps the event loop busy, as parsing or rendering does. */
const compute = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/**
 * The consumer, the same for every contestant. It counts the objects, mixes their ids into a checksum that depends on
 * their order, and where the course has work, computes after each page's worth of objects.
 */
export const consumerOf = ({ pageSize, work = 0 }) => {
  let taken = 0;
  let refused = 0;
  let checksum = noIds;

  const note = (record) => {
    checksum = mixIn(checksum, record.properties.id);
  };
  return {
    /** An object that is all right. */
    take: (record) => {
      taken += 1;
      note(record);
      if (work > 0 && taken % pageSize === 0) compute(work);
    },
    /** An object that a contestant found to be invalid. */
    refuse: (record) => {
      refused += 1;
      note(record);
    },
    tally: () => ({ taken, refused, checksum }),
  };
};

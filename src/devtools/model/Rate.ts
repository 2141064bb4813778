/** How many objects come in a second, over the last seconds. */
export interface Rate {
  readonly add: (at: number, count: number) => void;
  readonly perSecond: (now: number) => number;
}

/** Seconds that count, the one under way aside. */
const window = 5;

/** A counter for each of the last seconds, so that its size does not depend on how much happens. */
export const createRate = (): Rate => {
  const counts = new Float64Array(window + 1);
  let last = -Infinity;
  let begun = Infinity;
  /** Where the last second is counted. */
  let slot = 0;

  /** Makes the second of a moment the last one, and forgets those that are too old by then. */
  const moveTo = (second: number): void => {
    if (second - last > window) counts.fill(0);
    else for (let gone = last + 1; gone <= second; gone++) counts[gone % counts.length] = 0;
    last = Math.max(last, second);
    slot = last % counts.length;
  };

  const addTo = (index: number, count: number): void => {
    counts[index] = (counts[index] ?? 0) + count;
  };

  return {
    add: (at, count) => {
      const second = Math.floor(at / 1000);
      if (second > last) moveTo(second);
      if (second < begun) begun = second;
      // Most come in the last second. The remainder of such a large number costs more than all the rest of an event.
      if (second === last) addTo(slot, count);
      // What comes late, from another file, counts as long as its second does.
      else if (last - second <= window) addTo(second % counts.length, count);
    },
    perSecond: (now) => {
      const second = Math.floor(now / 1000);
      if (second > last) moveTo(second);
      const sum = counts.reduce((total, count) => total + count, 0);
      return sum / Math.min(window + 1, Math.max(1, second - begun + 1));
    },
  };
};

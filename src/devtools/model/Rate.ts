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

  /** Makes the second of a moment the last one, and forgets those that are too old by then. */
  const moveTo = (second: number): void => {
    if (second - last > window) counts.fill(0);
    else for (let gone = last + 1; gone <= second; gone++) counts[gone % counts.length] = 0;
    last = Math.max(last, second);
  };

  return {
    add: (at, count) => {
      const second = Math.floor(at / 1000);
      if (second > last) moveTo(second);
      begun = Math.min(begun, second);
      // What comes late, from another file, counts as long as its second does.
      if (last - second <= window) counts[second % counts.length] = (counts[second % counts.length] ?? 0) + count;
    },
    perSecond: (now) => {
      const second = Math.floor(now / 1000);
      if (second > last) moveTo(second);
      const sum = counts.reduce((total, count) => total + count, 0);
      return sum / Math.min(window + 1, Math.max(1, second - begun + 1));
    },
  };
};

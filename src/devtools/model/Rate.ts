/** Seconds that count, the one under way aside. */
const window = 5;

const secondOf = (at: number): number => Math.floor(at / 1000);

/** How many objects come in a second, over the last seconds. Its size does not depend on how much happens. */
export const createRate = () => {
  const counts = new Map<number, number>();
  let begun = Infinity;
  return {
    add: (at: number, count: number): void => {
      const second = secondOf(at);
      if (!counts.has(second)) for (const old of counts.keys()) if (old < second - window) counts.delete(old);
      counts.set(second, (counts.get(second) ?? 0) + count);
      begun = Math.min(begun, second);
    },
    perSecond: (now: number): number => {
      const second = secondOf(now);
      let sum = 0;
      for (const [at, count] of counts) if (at >= second - window) sum += count;
      return sum / Math.min(window + 1, Math.max(1, second - begun + 1));
    },
  };
};

export type Rate = ReturnType<typeof createRate>;

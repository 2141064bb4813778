export type Random = () => number;

/** Numbers that a seed makes repeatable (mulberry32). They are not secret: keys are made in another way. */
export const seededRandom = (seed: number): Random => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const pick = <T>(random: Random, items: ReadonlyArray<T>): T =>
  items[Math.floor(random() * items.length)] as T;

export const uuid = (random: Random): string => {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
};

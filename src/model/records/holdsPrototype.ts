const isHolder = (value: unknown): value is Record<string, unknown> =>
  // The numbers of a buffer have names, too.
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/**
 * Whether a value holds the key `__proto__`, at any depth. In a copy by io-ts it would set a prototype, unchecked. What a call
 * gave may hold itself, or one object in many places: each is looked at once.
 */
export const holdsPrototype = (value: unknown): boolean => {
  // A set visits what is added while it is read.
  const holders = new Set<unknown>([value]);
  for (const holder of holders) {
    if (!isHolder(holder)) continue;
    // An array is not asked for its names: it may have millions of numbers.
    if (Array.isArray(holder)) {
      for (const entry of holder) if (isHolder(entry)) holders.add(entry);
    } else {
      for (const name in holder) {
        if (name === '__proto__') return true;
        const held = holder[name];
        if (isHolder(held)) holders.add(held);
      }
    }
  }
  return false;
};

const isBeyond = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** Not by recursion: what is nested deeply can be read and written, and must not fail here. */
const holdsBeyond = (value: unknown): boolean => {
  const waiting = [value];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (Array.isArray(one)) {
      if (one.some(isBeyond)) return true;
      for (const inner of one as ReadonlyArray<unknown>)
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    } else {
      // `in` is much faster than Object.values here, and what came as JSON inherits nothing that counts.
      for (const key in one) {
        const inner = (one as Readonly<Record<string, unknown>>)[key];
        if (isBeyond(inner)) return true;
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
      }
    }
  }
  return false;
};

/**
 * The JSON of an object or an array that came as JSON, or of a scalar. It throws a TypeError where that holds a number
 * that JSON can be read with but not be written with: 1e999 is read as Infinity, and would be written as null.
 */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value);
  if (isBeyond(value) || (typeof value === 'object' && value !== null && holdsBeyond(value))) {
    throw new TypeError('a number cannot be written');
  }
  return text;
};

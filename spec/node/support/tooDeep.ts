const nested = (depth: number): object => {
  let value = {};
  for (let level = 0; level < depth; level++) value = { value };
  return value;
};

const isCloned = (value: unknown): boolean => {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
};

/** A value that is nested more deeply than structured clone can follow, but hardly more. */
export const tooDeep = (): object => {
  let depth = 500;
  while (isCloned(nested(depth))) depth *= 2;
  return nested(depth);
};

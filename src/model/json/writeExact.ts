/** Writes a value that holds no others; undefined where JSON has nothing for it. */
type WriteLeaf = (value: unknown) => string | undefined;

/** Writes JSON as `JSON.stringify` does, but for values that hold no others, which `leaf` writes. */
export const writeWith = (leaf: WriteLeaf, value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return leaf(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return writeWith(leaf, toJSON.call(value));
  if (Array.isArray(value)) return `[${value.map((item) => writeWith(leaf, item) ?? 'null').join()}]`;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const written = writeWith(leaf, field);
    return written === undefined ? [] : [`${JSON.stringify(name)}:${written}`];
  });
  return `{${fields.join()}}`;
};

/**
 * As `JSON.stringify`, but a bigint is written in its digits, as the number that it is. What holds no bigint costs nothing
 * more. As with `JSON.stringify`, `replace` gets every value first.
 */
export const writeExact = (value: unknown, replace?: (name: string, value: unknown) => unknown): string | undefined => {
  try {
    return JSON.stringify(value, replace);
  } catch (error) {
    // It is thrown for a bigint, and for what holds itself, which is too deep to be written here either.
    if (!(error instanceof TypeError)) throw error;
    return writeWith((leaf) => (typeof leaf === 'bigint' ? String(leaf) : JSON.stringify(leaf, replace)), value);
  }
};

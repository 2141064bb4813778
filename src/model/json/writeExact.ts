const fieldOf = ([name, value]: readonly [string, unknown]): ReadonlyArray<string> => {
  const written = write(value);
  return written === undefined ? [] : [`${JSON.stringify(name)}:${written}`];
};

const write = (value: unknown): string | undefined => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return write(toJSON.call(value));
  return Array.isArray(value)
    ? `[${value.map((item) => write(item) ?? 'null').join()}]`
    : `{${Object.entries(value).flatMap(fieldOf).join()}}`;
};

/**
 * As `JSON.stringify`, but a bigint is written in its digits, as the number that it is. What holds no bigint costs nothing
 * more.
 */
export const writeExact = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // It is thrown for a bigint, and for what holds itself, which is too deep to be written here either.
    if (error instanceof TypeError) return write(value);
    throw error;
  }
};

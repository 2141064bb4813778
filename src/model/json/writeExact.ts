/** Writes a value that holds no others; undefined where JSON has nothing for it. */
type WriteLeaf = (value: unknown) => string | undefined;

/** Writes JSON as `JSON.stringify` does, but for values that hold no others, which `leaf` writes. */
export const writeWith = (leaf: WriteLeaf, value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return leaf(value);
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function') return writeWith(leaf, toJSON.call(value));
  if (Array.isArray(value))
    return `[${value.map((item) => writeWith(leaf, item) ?? 'null').join()}]`;
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
export const writeExact = (
  value: unknown,
  replace?: (name: string, value: unknown) => unknown,
): string | undefined => {
  try {
    return JSON.stringify(value, replace);
  } catch {
    // The digits go into strings that are like no other, and come out of them. What holds itself is refused again.
    const mark = `bigint ${Math.random()} `;
    const marked = (name: string, field: unknown): unknown => {
      const given = replace ? replace(name, field) : field;
      return typeof given === 'bigint' ? `${mark}${given}` : given;
    };
    return JSON.stringify(value, marked).replaceAll(RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
  }
};

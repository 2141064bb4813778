/**
 * A value of JSON. A bigint is an integer that is written in its digits.
 *
 * @since 0.1.0
 */
export type Json =
  string | number | bigint | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json | undefined };

/** With more secrets than this, an error shows nothing of what the service said. */
const maxStrings = 500;

/** The strings in a value, each once: all of them, or one more than an error would look for. */
export const stringsIn = (value: unknown): ReadonlyArray<string> => {
  const found = new Set<string>();
  const waiting = [value];
  while (waiting.length > 0 && found.size <= maxStrings) {
    const next = waiting.pop();
    if (typeof next === 'string') found.add(next);
    else if (typeof next === 'object' && next !== null)
      waiting.push(...(Object.values(next) as ReadonlyArray<unknown>));
  }
  return [...found];
};

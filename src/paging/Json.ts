/**
 * A value of JSON. A bigint is an integer that is written in its digits.
 *
 * @since 0.1.0
 */
export type Json =
  string | number | bigint | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json | undefined };

/** Every string in a value, bounded in depth and number by the length of a page token. */
export const stringsIn = (value: unknown): ReadonlyArray<string> => {
  const found: Array<string> = [];
  const waiting = [value];
  for (let next; waiting.length > 0;) {
    next = waiting.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null)
      waiting.push(...(Object.values(next) as ReadonlyArray<unknown>));
  }
  return found;
};

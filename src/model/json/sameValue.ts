import type { Fields } from './Fields';

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null;

/** Whether one can see what is inside: arrays and plain objects. */
export const isPlain = (value: Fields): boolean =>
  Array.isArray(value) ||
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/**
 * Whether two values say the same, at any depth. Two objects that are neither plain nor dates count as
 * different. Pairs wait in a list instead of on the stack, which no depth exhausts.
 */
export const sameValue = (one: unknown, other: unknown): boolean => {
  const waiting: Array<readonly [unknown, unknown]> = [[one, other]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [before, after] = pair;
    if (Object.is(before, after)) continue;
    if (before instanceof Date && after instanceof Date && before.getTime() === after.getTime())
      continue;
    if (!isObject(before) || !isObject(after) || !isPlain(before) || !isPlain(after)) return false;
    const names = Object.keys(before);
    const isAlike =
      names.length === Object.keys(after).length && Array.isArray(before) === Array.isArray(after);
    if (!isAlike || !names.every((name) => Object.hasOwn(after, name))) return false;
    for (const name of names) waiting.push([before[name], after[name]]);
  }
  return true;
};

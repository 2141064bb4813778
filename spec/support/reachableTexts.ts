/** Every text that can be reached from a value: its strings and its keys, hidden ones and symbols included. */
export const reachableTexts = (value: unknown, seen = new Set()): ReadonlyArray<string> => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'symbol') return [String(value)];
  if (
    (typeof value !== 'object' && typeof value !== 'function') ||
    value === null ||
    seen.has(value)
  )
    return [];
  seen.add(value);
  return Reflect.ownKeys(value).flatMap((key) => [
    String(key),
    ...reachableTexts((value as Record<PropertyKey, unknown>)[key], seen),
  ]);
};

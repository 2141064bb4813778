/** io-ts copies what it changes key by key, and there this key sets the copy's prototype: values nobody has checked. */
export const holdsPrototype = (root: unknown): boolean => {
  const values = [root];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const child of Object.values(value)) values.push(child);
  }
  return false;
};

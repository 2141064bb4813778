/**
 * Whether what JSON gave holds the key `__proto__`, at any depth. io-ts copies what it changes key by key, and there this
 * key sets the copy's prototype: values that were not checked.
 */
export const holdsPrototype = (root: unknown): boolean => {
  const waiting = [root];
  // Only objects wait, and an array is not asked for its names: it may have millions of numbers.
  const look = (child: unknown): void => {
    if (typeof child === 'object') waiting.push(child);
  };
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) value.forEach(look);
    else if (typeof value === 'object' && value !== null) {
      if (Object.hasOwn(value, '__proto__')) return true;
      for (const name in value) look((value as Readonly<Record<string, unknown>>)[name]);
    }
  }
  return false;
};

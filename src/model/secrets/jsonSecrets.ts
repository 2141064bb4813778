/** With more secrets than this, an error shows nothing of what the service said. */
export const maxJsonSecrets = 500;

/** A number of fewer digits is found in any text. */
const minDigits = 6;

const secretOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber && String(value).replace(/\D/g, '').length >= minDigits
    ? String(value)
    : undefined;
};

/** The strings and the longer numbers in a cursor, each once: all of them, or one more than an error would look for. */
export const cursorSecrets = (cursor: unknown): ReadonlyArray<string> => {
  const found = new Set<string>();
  const waiting = [cursor];
  while (waiting.length > 0 && found.size <= maxJsonSecrets) {
    const next = waiting.pop();
    const secret = secretOf(next);
    if (secret !== undefined) found.add(secret);
    else if (typeof next === 'object' && next !== null)
      for (const held of Object.values(next)) waiting.push(held);
  }
  return [...found];
};

/** Where services say what went wrong: the first of these that is a text counts. */
export const wordPaths =
  'message detail details error.message error_description error errors.0.message errors.0.detail errors.0.title title reason error.info';

/** The service's own words in the body of an error (law 33). Names may be in any case. */
export const messageIn = (said: unknown, paths = wordPaths): string | undefined => {
  const textAt = (path: string): string | undefined => {
    const found = path
      .split('.')
      .reduce<unknown>(
        (value, name) =>
          Object.entries(typeof value === 'object' ? (value ?? {}) : {}).find(
            ([key]) => key.toLowerCase() === name,
          )?.[1],
        said,
      );
    return typeof found === 'string' ? found.trim() : undefined;
  };
  // Where nothing else is said, the type of an error is: what stands behind its #.
  const words = paths.split(' ').map(textAt).find(Boolean) ?? textAt('__type')?.split('#').pop();
  const reason = textAt('reason');
  return reason && words === textAt('error') ? `${words}: ${reason}` : words;
};

/** What the body of an error says: JSON, or a short text, which is words, unless it is a document (law 33). */
export const saidIn = (body: string, revive?: (name: string, value: unknown) => unknown): unknown => {
  try {
    return JSON.parse(body, revive);
  } catch {
    if (!/^\s*<|.{301}/s.test(body)) return { message: body };
    return undefined;
  }
};

/** Where services say what went wrong: the first of these that is a text counts. */
export const wordPaths =
  'message detail details error.message error_description error errors.0.message errors.0.detail errors.0.title title reason error.info';

type Fields = ReadonlyArray<readonly [name: string, value: unknown]>;

const valueOf = (fields: Fields, name: string): unknown =>
  fields.find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * The fields of what may be an error, and of a list those of its first entry. To look through more of them for words would take longer
 * than to parse them (law 22).
 */
const fieldsOf = (value: unknown): Fields => {
  if (Array.isArray(value)) return [['0', value[0]]];
  return typeof value === 'object' && value && Object.keys(value).length < 1_000
    ? Object.entries(value)
    : [];
};

/** The service's own words in the body of an error (law 33). Names may be in any case. */
export const messageIn = (said: unknown, paths = wordPaths): string | undefined => {
  const fields = fieldsOf(said);
  const textAt = (path: string): string | undefined => {
    const [first = '', ...others] = path.split('.');
    const found = others.reduce(
      (value, name) => valueOf(fieldsOf(value), name),
      valueOf(fields, first),
    );
    return typeof found === 'string' ? found.trim() : undefined;
  };
  // Where nothing else is said, the type of an error is: what stands behind its #.
  const words = paths.split(' ').map(textAt).find(Boolean) ?? textAt('__type')?.split('#').pop();
  const reason = textAt('reason');
  return reason && words === textAt('error') ? `${words}: ${reason}` : words;
};

/** What the body of an error says: JSON, or a short text, which is words, unless it is a document (law 33). */
export const saidIn = (
  body: string,
  revive?: (name: string, value: unknown) => unknown,
): unknown => {
  try {
    return JSON.parse(body, revive);
  } catch {
    if (!/^\s*<|.{301}/s.test(body)) return { message: body };
    return undefined;
  }
};

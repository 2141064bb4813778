/** Where services say what went wrong: the first of these that is a text counts. */
const paths = [
  'message',
  'detail',
  'error.message',
  'error_description',
  'error',
  'errors.0.message',
  'errors.0.detail',
  'errors.0.title',
  'title',
  'reason',
  'error.info',
];

const textAt = (said: unknown, path: string): string | undefined => {
  const found = path
    .split('.')
    .reduce((value, name) => (Object(value) as Readonly<Record<string, unknown>>)[name], said);
  return typeof found === 'string' && /\S/.test(found) ? found : undefined;
};

/**
 * The service's own words in the body of an error, or in what stands where its `errors` are (law 33): those may be a text
 * themselves, or a list.
 */
export const messageIn = (said: unknown, where: 'body' | 'errors' = 'body'): string | undefined => {
  if (where === 'body') return paths.map((path) => textAt(said, path)).find(Boolean);
  const entry = Array.isArray(said) ? (said[0] as unknown) : said;
  return typeof entry === 'string' && entry ? entry : (messageIn(entry) ?? textAt(entry, 'info'));
};

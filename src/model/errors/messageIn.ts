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
export const messageIn = (said: unknown, where: 'body' | 'errors' = 'body'): { readonly message?: string } => {
  const entry = where === 'errors' && Array.isArray(said) ? (said[0] as unknown) : said;
  const own = where === 'errors' ? [...paths, 'info'] : paths;
  const message =
    where === 'errors' && typeof entry === 'string' ? entry : own.map((path) => textAt(entry, path)).find(Boolean);
  return message ? { message } : {};
};

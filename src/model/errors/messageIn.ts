/** Where services say what went wrong: the first of these that is a text counts. */
const paths = (
  'message detail error.message error_description error errors.0.message errors.0.detail ' +
  'errors.0.title title reason error.info'
).split(' ');

const textAt = (said: unknown, path: string): string | undefined => {
  const found = path
    .split('.')
    .reduce((value, name) => (Object(value) as Readonly<Record<string, unknown>>)[name], said);
  return typeof found === 'string' && /\S/.test(found) ? found : undefined;
};

/** The service's own words in the body of an error (law 33), or at further paths. */
export const messageIn = (said: unknown, ...others: ReadonlyArray<string>): string | undefined =>
  [...paths, ...others].map((path) => textAt(said, path)).find(Boolean);

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory } from '../../../support/inDirectory';
import { type Ran, runCommand } from '../../support/runCommand';

type Json = Readonly<Record<string, unknown>>;

export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const flag = { type: 'boolean' };
export const thing = { type: 'object', required: ['id'], properties: { id: whole, name: text } };
export const things = { type: 'array', items: thing };

export const object = (properties: Json, required: ReadonlyArray<string> = []) => ({
  type: 'object',
  properties,
  required,
});

/** An object that always has all of these. */
const withAll = (properties: Json) => object(properties, Object.keys(properties));

const kinds: Readonly<Record<string, Json>> = {
  '#': whole,
  '?': flag,
  '~': { type: 'string', format: 'uri' },
  '[]': things,
};

/** An object with these properties, which are always there: `total#` is an integer, `more?` a flag, `next~` a URI, `items[]` a list, `a.b` is b in a. */
export const typed = (fields: string): { readonly properties: Json } => {
  const all: Record<string, unknown> = {};
  for (const field of fields.split(' ').filter((one) => one !== '')) {
    const [, path = '', kind = ''] = /^(.*?)(#|\?|~|\[\])?$/.exec(field) ?? [];
    const [name = '', ...inner] = path.split('.');
    const before = (all[name] as { readonly properties?: Json } | undefined)?.properties;
    const { properties } =
      inner.length === 0 ? { properties: {} } : typed(`${inner.join('.')}${kind}`);
    all[name] = inner.length === 0 ? (kinds[kind] ?? text) : withAll({ ...before, ...properties });
  }
  return withAll(all);
};

/** A parameter of the query string. */
export const query = (name: string, schema: Json = text, more: Json = {}): Json => ({
  name,
  in: 'query',
  schema,
  ...more,
});

/** An operation whose response has this schema. */
export const listing = (
  schema: unknown,
  parameters: ReadonlyArray<Json> = [],
  more: Json = {},
  headers: Json = {},
): Json => ({
  parameters,
  responses: { 200: { description: '', headers, content: { 'application/json': { schema } } } },
  ...more,
});

export const documentOf = (paths: Json, more: Json = {}): Json => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths,
  ...more,
});

/** Runs `describe` with a document, which may be a text of another kind. */
export const describing = (
  document: unknown,
  options: ReadonlyArray<string> = [],
  others: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  inDirectory(async (directory) => {
    const file = join(directory, 'openapi.json');
    await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document));
    for (const [name, content] of Object.entries(others))
      await writeFile(join(directory, name), content);
    return runCommand(['describe', file, ...options], { env });
  });

/** What is written for one operation: its guesses and its paging, or why there is none. */
export const pagingOf = async (
  operation: Json,
  path?: string,
  options?: ReadonlyArray<string>,
): Promise<string> => {
  const { stdout, stderr } = await describing(
    documentOf({ [path ?? '/things']: operation }),
    options,
  );
  const lines = [...stdout.matchAll(/^ {2}(?:\/\/ (guess: .*)|paging: (.*),)$/gm)].map(
    ([, guess, paging]) => guess ?? paging,
  );
  return lines.length > 0
    ? lines.join('; ')
    : (/(?<=is not described: ).*|0 lists/.exec(stderr)?.[0] ?? stderr);
};

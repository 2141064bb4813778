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

export const object = (properties: Json, required: ReadonlyArray<string> = []): Json => ({
  type: 'object',
  properties,
  required,
});

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
    for (const [name, content] of Object.entries(others)) await writeFile(join(directory, name), content);
    return runCommand(['describe', file, ...options], { env });
  });

/** What is written for one operation. */
export const pagingOf = async (
  operation: Json,
  path = '/things',
  options: ReadonlyArray<string> = [],
): Promise<string> => {
  const { stdout, stderr } = await describing(documentOf({ [path]: operation }), options);
  return (
    /^ {2}(?:\/\/ guess.*\n {2})*paging: .*(?=,\n)/m.exec(stdout)?.[0].trim() ??
    /is not described: (.*)|(0 lists)/.exec(stderr)?.[0] ??
    ''
  );
};

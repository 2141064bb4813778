/** Postgres cuts longer names off, so that two of them could become one. */
const maxNameBytes = 63;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A string as part of a statement, whatever the server's settings say about backslashes. */
export const literal = (value: string): string => `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Gives the names of things in a schema, to be part of statements. */
export const namesIn = (schema: string, of: string): ((name?: string) => string) => {
  if (schema === '' || schema.includes('\0') || new TextEncoder().encode(schema).length > maxNameBytes) {
    throw new TypeError(`${of}: schema must be a name of 1 to ${maxNameBytes} bytes without a NUL`);
  }
  return (name) => [schema, ...(name === undefined ? [] : [name])].map(quoted).join('.');
};

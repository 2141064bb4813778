/**
 * The header fields of a response, by their names in lower case, as fetch has them: the values of a field that came more than
 * once are joined by a comma and a blank. Not every adapter of axios gives any.
 */
export const readHeaders = (
  fields: Readonly<Record<string, string | ReadonlyArray<string> | null | undefined>> | undefined,
): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value === undefined || value === null) continue;
    headers[name.toLowerCase()] = typeof value === 'string' ? value : [value].flat().join(', ');
  }
  return headers;
};

import { writeExact } from '../../model/json/writeExact';
import type { Slot } from '../../model/endpoints/Paging';
import { isWellFormed } from '../../model/text';

/** A value as the text that a query string or a header carries: what is not a scalar is JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : writeExact(value)) ?? '';

/**
 * A parameter of the query string. A string, a number and a boolean go there as they are, anything else as its JSON.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byOffset, query } from 'pagewalk/paging';
 *
 * const books = endpoint({
 *   name: 'books',
 *   method: 'GET',
 *   path: '/books',
 *   items: at('value'),
 *   paging: byOffset({ to: query('$skip') }),
 *   pageSize: query('$top'),
 * });
 * ```
 *
 * @see body
 * @see header
 * @since 0.1.0
 */
export const query = (name: string): Slot<'query'> => {
  if (typeof name !== 'string' || name === '' || !isWellFormed(name)) {
    throw new TypeError('query: the name must be a non-empty string of well-formed Unicode');
  }
  const key = `${encodeURIComponent(name)}=`;
  const slot: Omit<Slot<'query'>, '~slot'> = {
    part: 'query',
    label: `query ${name}`,
    write: (draft, value) => {
      if (value === undefined) return '';
      const text = key + encodeURIComponent(textOf(value));
      draft.query.set(name, text);
      return text;
    },
  };
  return slot as Slot<'query'>;
};

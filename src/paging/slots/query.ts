import { writeExact } from '../../model/json/writeExact';
import type { Draft, Slot } from '../../model/paging/draft';
import { isWellFormed } from '../../model/text';

/** A value as the text that a query string or a header carries: what is not a scalar is JSON. */
export const valueText = (value: unknown): string =>
  (typeof value === 'string' ? value : writeExact(value)) ?? '';

/** The fields of a cursor that goes into a request field by field. */
export const fieldsOf = (
  cursor: unknown,
): ReadonlyArray<readonly [name: string, value: unknown]> => {
  if (typeof cursor !== 'object' || cursor === null || Array.isArray(cursor)) throw new TypeError();
  return Object.entries(cursor);
};

/**
 * A parameter of the query string. A string, a number and a boolean go there as they are, anything else as its JSON. Without a
 * name, each field of the cursor, which must be an object, is a parameter. Fields that are null are left out.
 *
 * @example
 * ```ts
 * import { byOffset, query } from 'pagewalk/paging';
 *
 * const paging = byOffset({ to: query('$skip') });
 * ```
 *
 * @see body
 * @see header
 * @since 0.2.0
 */
export const query = (name?: string): Slot<'query'> => {
  if (name !== undefined && (typeof name !== 'string' || name === '' || !isWellFormed(name))) {
    throw new TypeError('query: the name must be a non-empty string of well-formed Unicode');
  }
  const write = (draft: Draft, parameter: string, value: unknown): string => {
    if (value === undefined) return '';
    const text = `${encodeURIComponent(parameter)}=${encodeURIComponent(valueText(value))}`;
    draft.query.set(parameter, text);
    return text;
  };
  const slot: Omit<Slot<'query'>, '~slot'> = {
    part: 'query',
    label: name === undefined ? 'query' : `query ${name}`,
    write: (draft, value) =>
      name === undefined
        ? fieldsOf(value)
            .map(([field, part]) => write(draft, field, part ?? undefined))
            .join('&')
        : write(draft, name, value),
    valueIn: (draft) => {
      const values = draft.query.get(name ?? '')?.split('&') ?? [];
      const [first, ...others] = values.map((text) =>
        decodeURIComponent(text.slice(text.indexOf('=') + 1)),
      );
      return others.length > 0 ? [first, ...others] : first;
    },
  };
  return slot as Slot<'query'>;
};

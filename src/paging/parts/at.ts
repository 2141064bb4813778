import type { Source } from '../../model/endpoints/Paging';

const step = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;

export const valueAt = (value: unknown, path: ReadonlyArray<string | number>): unknown => path.reduce(step, value);

/**
 * Something in the body of a response: the names of fields, and the indexes in arrays, that lead to it. `at()` is the whole body.
 *
 * @example
 * ```ts
 * import { at, byCursor, query } from 'pagewalk/paging';
 *
 * const paging = byCursor({ from: at('data', 'after'), to: query('after') });
 * ```
 *
 * @see header
 * @see link
 * @since 0.2.0
 */
export const at = (...path: ReadonlyArray<string | number>): Source => {
  const source: Omit<Source, '~source'> = {
    label: path.length > 0 ? path.join('.') : 'the body',
    read: ({ body }) => valueAt(body, path),
    others: ({ body }) => {
      if (path.length === 0) return undefined;
      const owner = Object(valueAt(body, path.slice(0, -1))) as object;
      for (const key of path.slice(-1)) Reflect.deleteProperty(owner, key);
      return body;
    },
  };
  return source as Source;
};

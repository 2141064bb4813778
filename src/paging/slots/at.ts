import type { Source } from '../../model/paging/sources';
import type { Json } from './Json';

const step = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;

/** The name of a field that somebody gave where a source or a slot belongs, for a message that says what to write. */
export const namedOr = (given: unknown, example: string): string =>
  typeof given === 'string' && /^[\w$.-]{1,40}$/.test(given) ? given : example;

/** Refuses what is not a source, such as the name of a field: there would be nothing to read with. */
export const checkSources = (name: string, sources: Readonly<Record<string, unknown>>): void => {
  for (const [option, source] of Object.entries(sources)) {
    if (source === undefined || typeof (Object(source) as Partial<Source>).read === 'function')
      continue;
    throw new TypeError(
      `${name}: ${option} must be a source, such as at('${namedOr(source, 'next')}')`,
    );
  }
};

export const valueAt = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
  path.reduce(step, value);

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
    path,
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

/**
 * A source with a value for what is absent or null, if a service leaves it out. Without it, a `more`, a `last` or a `total` that
 * is absent from any page ends the walk with `InvalidEnvelope`.
 *
 * For `more` the value is true or false. For `total` and `last` it is null, which means "not known": such a page decides nothing,
 * and the next one may.
 *
 * @example
 * ```ts
 * import { at, byCursor, orElse, query } from 'pagewalk/paging';
 *
 * const paging = byCursor({ from: at('next'), to: query('cursor'), more: orElse(at('has_more'), false) });
 * ```
 *
 * @see orEmpty
 * @since 1.0.0
 */
export const orElse = (source: Source, value: Json): Source => {
  checkSources('orElse', { source });
  return {
    ...source,
    ifAbsent: { value, of: source },
    read: (answer) => source.read(answer) ?? value,
  };
};

/**
 * A source for `items`, if a service leaves out the list of an empty page, sends null, or responds with 204. Without it, such a
 * response is not a page, and the walk ends with `InvalidEnvelope`.
 *
 * It acts only where the body is a JSON object that says no error. Behind the first page, a page without items that would end the
 * walk is asked for once more: it ends the walk if the items are absent again. `orEmpty(at())` is for a 204 alone.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byLink, link, orEmpty } from 'pagewalk/paging';
 *
 * const paging = byLink(link('next'));
 * const volumes = endpoint({ name: 'volumes', method: 'GET', path: '/volumes', items: orEmpty(at('items')), paging });
 * ```
 *
 * @see orElse
 * @see valuesOf
 * @since 0.2.0
 */
export const orEmpty = (items: Source): Source => {
  checkSources('orEmpty', { items });
  return orElse(items, []);
};

/**
 * The values of an object, for `items`: if a page has its records by name or id. An empty list is accepted too, because PHP
 * writes one. JavaScript puts names that are whole numbers first, in the order of these numbers. Otherwise the order is kept.
 *
 * @example
 * ```ts
 * import { endpoint } from 'pagewalk';
 * import { at, byLink, link, valuesOf } from 'pagewalk/paging';
 *
 * const paging = byLink(link('next'));
 * const users = endpoint({ name: 'users', method: 'GET', path: '/users', items: valuesOf(at('users')), paging });
 * ```
 *
 * @see orEmpty
 * @since 0.2.0
 */
export const valuesOf = (items: Source): Source => {
  checkSources('valuesOf', { items });
  const { ifAbsent } = items;
  if (ifAbsent) return orElse(valuesOf(ifAbsent.of), ifAbsent.value as Json);
  return {
    ...items,
    read: (answer) => {
      const found = items.read(answer);
      return typeof found === 'object' && found !== null ? Object.values(found) : found;
    },
  };
};

import { isLeft } from 'fp-ts/Either';
import type { Mixed } from 'io-ts';
import { writeExact } from '../json/writeExact';
import { canonicalJson } from '../json/canonicalJson';
import { validateNow, type StandardSchemaV1, validatorOf } from '../records/StandardSchema';
import type { Param, Params } from '../paging/scheme';
import type { Write } from '../paging/draft';

/** What is asked of the codec of a field. Two copies of io-ts differ in `pipe`, for the compiler, so that is not part of it. */
type FieldCodec = Pick<Mixed, '_A' | 'name' | 'is' | 'encode'>;

/** What the fields of a request must be, by their names: each an io-ts codec or a Standard Schema. @inline */
export type FieldTypes = Readonly<Record<string, FieldCodec | StandardSchemaV1<unknown, unknown>>>;

export type FieldPart = 'query' | 'body';

/** Where the fields of a request go unless its endpoint says otherwise. */
export const fieldPartOf = (method: string): FieldPart => (method === 'GET' ? 'query' : 'body');

/** What is not a scalar is JSON. A query string cannot carry null. */
const fieldText = (part: FieldPart, name: string, value: unknown): string => {
  const isPlain = part === 'query' && typeof value === 'string';
  const text = isPlain ? value : writeExact(value);
  if (text === undefined || (part === 'query' && value === null)) throw new TypeError();
  return part === 'body'
    ? `${JSON.stringify(name)}:${text}`
    : `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
};

/** The text of one field in the request; throws where it has none. In a query string an array is its items by one name. */
export const writePart = (part: FieldPart, name: string, value: unknown): string => {
  if (value === undefined) return '';
  const values: ReadonlyArray<unknown> = part === 'query' && Array.isArray(value) ? value : [value];
  return values.map((item) => fieldText(part, name, item)).join('&');
};

export const fieldWriter =
  (part: FieldPart, name: string): Write =>
  (draft, value) => {
    const text = writePart(part, name, value);
    if (text) draft[part].set(name, text);
    return text;
  };

export const codecParam = (codec: FieldCodec, write: Write): Param => ({
  problemOf: (value) => (codec.is(value) ? '' : `must be ${codec.name}`),
  write: (draft, value) => write(draft, codec.encode(value)),
});

/** A field is sent as it was given: what a schema makes of it is not known to anybody who reads the params. */
const unchanged =
  'is changed by its schema, but is sent as it is given: take a schema without a transform or a default';

const fieldParam = (type: FieldTypes[string], write: Write): Param => {
  const validate = validatorOf(type);
  if (!validate) return codecParam(type as FieldCodec, write);
  const problemOf = (value: unknown): string => {
    const read = validateNow(validate, value);
    if (isLeft(read)) return read.left[0]?.message ?? '';
    // Whatever the order of their fields.
    return canonicalJson(value) === canonicalJson(read.right) ? '' : unchanged;
  };
  return { problemOf, write };
};

export const sentAs = (name: string, type: FieldTypes[string]): string =>
  (type as { readonly sentAs?: string }).sentAs ?? name;

export const fieldParams = (fields: FieldTypes, part: FieldPart): Params =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [
      name,
      fieldParam(type, fieldWriter(part, sentAs(name, type))),
    ]),
  );

/**
 * The codec or schema of a field whose name in the request differs from its param, for example because a walk has an option
 * of that name.
 *
 * @example
 * ```ts
 * import { named } from 'pagewalk/paging';
 * import * as t from 'io-ts';
 *
 * // Of an endpoint. `properties` is the name of a codec in the params of a walk.
 * const fields = { select: named('properties', t.union([t.array(t.string), t.undefined])) };
 * ```
 *
 * @since 0.2.0
 */
export const named = <C extends FieldTypes[string]>(name: string, codec: C): C => {
  if (typeof name !== 'string' || name === '')
    throw new TypeError('named: the name must be a non-empty string');
  return Object.create(codec, { sentAs: { value: name, enumerable: true } }) as C;
};

import { isLeft } from 'fp-ts/Either';
import { identity } from 'fp-ts/function';
import { type Mixed, UnknownRecord } from 'io-ts';
import { writeExact } from '../json/writeExact';
import { ask, type StandardSchemaV1, validatorOf } from '../records/StandardSchema';

/**
 * What the fields of a request must be, by their names: each an io-ts codec or a Standard Schema.
 *
 * @inline
 */
export type FieldTypes = Readonly<Record<string, Mixed | StandardSchemaV1<unknown, unknown>>>;

/** How a param is checked and written. */
export interface ParamType extends Pick<Mixed, 'name' | 'is' | 'encode'> {
  /** What is wrong with a value, where the type says more than that it is not one; empty: nothing. */
  readonly problemOf?: (value: unknown) => string;
}

/** Whether two values are written alike, whatever the order of their fields. A `Date` is a record without fields. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (writeExact(one) === writeExact(other)) return true;
  if (!UnknownRecord.is(one) || !UnknownRecord.is(other)) return false;
  const names = Object.keys({ ...one, ...other });
  return names.length > 0 && names.every((name) => isSame(one[name], other[name]));
};

/** A field is sent as it was given: what a schema makes of it is not known to anybody who reads the params. */
const unchanged =
  'is changed by its schema, but is sent as it is given: take a schema without a transform or a default';

export const fieldType = (type: FieldTypes[string]): ParamType => {
  const validate = validatorOf(type);
  if (!validate) return type as Mixed;
  const problemOf = (value: unknown): string => {
    const read = ask(validate, value);
    if (isLeft(read)) return read.left[0]?.message ?? '';
    return isSame(value, read.right) ? '' : unchanged;
  };
  return { name: '', is: (value): value is unknown => problemOf(value) === '', encode: identity, problemOf };
};

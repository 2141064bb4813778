import type { FieldTypes } from './fieldType';

/** A codec that knows under which name its field is sent. */
interface Named {
  readonly sentAs?: string;
}

/** The name that a field has in the request. */
export const sentAs = (name: string, type: FieldTypes[string]): string => (type as Named).sentAs ?? name;

/**
 * The codec or schema of a field that is sent under another name than that of its param, as where a walk has an option of that
 * name.
 *
 * @example
 * ```ts
 * import { named } from 'pagewalk/paging';
 * import * as t from 'io-ts';
 *
 * // Of an endpoint. `properties` is the codec in the params of every walk.
 * const fields = { select: named('properties', t.union([t.array(t.string), t.undefined])) };
 * ```
 *
 * @since 0.2.0
 */
export const named = <C extends FieldTypes[string]>(name: string, codec: C): C => {
  if (typeof name !== 'string' || name === '') throw new TypeError('named: the name must be a non-empty string');
  return Object.create(codec, { sentAs: { value: name, enumerable: true } }) as C;
};

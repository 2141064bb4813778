import * as t from 'io-ts';

/**
 * A property value of revision 1.0: a string, a number, a boolean, or null where the object has no value.
 *
 * @example
 * ```ts
 * import { Scalar } from 'pagewalk';
 * import * as t from 'io-ts';
 *
 * const Product = t.type({ sku: t.string, note: Scalar });
 * ```
 *
 * @since 0.1.0
 */
export const Scalar = t.union([t.string, t.number, t.boolean, t.null], 'Scalar');

/** The type of a value that the codec `Scalar` accepts. @since 0.1.0 */
export type Scalar = t.TypeOf<typeof Scalar>;

/**
 * The properties of any object of revision 1.0: scalars by name.
 *
 * @example
 * ```ts
 * import { ScalarProperties } from 'pagewalk';
 *
 * console.log(ScalarProperties.is({ id: 7, name: 'Ada' }));
 * // Logs:
 * // true
 * ```
 *
 * @since 0.1.0
 */
export const ScalarProperties = t.record(t.string, Scalar, 'ScalarProperties');

/** The type of the properties that the codec `ScalarProperties` accepts. @since 0.1.0 */
export type ScalarProperties = t.TypeOf<typeof ScalarProperties>;

/**
 * A property value of revision 2.0: an array of objects that hold text fields, as a name can be.
 *
 * @example
 * ```ts
 * import { TextObjects } from 'pagewalk';
 * import * as t from 'io-ts';
 *
 * const Person = t.type({ name: TextObjects });
 * ```
 *
 * @since 0.1.0
 */
export const TextObjects = t.array(t.record(t.string, t.string), 'TextObjects');

/** The type of a value that the codec `TextObjects` accepts. @since 0.1.0 */
export type TextObjects = t.TypeOf<typeof TextObjects>;

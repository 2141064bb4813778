/**
 * The properties of an object, which are all that there is of it (seed 2.2).
 *
 * @since 0.1.0
 */
export type Properties = Readonly<Record<string, unknown>>;

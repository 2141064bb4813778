import type * as t from 'io-ts';

/**
 * What a Standard Schema is known by (version 1 of the interface): zod, valibot, arktype and Effect schemas are some.
 *
 * @see https://standardschema.dev
 * @since 0.1.0
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | PromiseLike<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema says of a value. `issues`, even if there are none in it, are a refusal. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: ReadonlyArray<StandardIssue> };

/** Why a schema refuses a value, and where in it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** What tells the type of an object's properties: an io-ts codec, or any Standard Schema. */
export type Codec<A> = t.Type<A, unknown> | StandardSchemaV1<unknown, A>;

type Validate = StandardSchemaV1['~standard']['validate'];

/** How a schema reads a value; undefined for what is not one. zod's schemas look like codecs too, so this is asked first. */
export const validatorOf = (u: unknown): Validate | undefined =>
  (Object(u) as Partial<StandardSchemaV1>)['~standard']?.validate;

/** What is said for a schema that answers with a promise. */
export const late = { issues: [{ message: 'made the schema wait' }] };

/** What a schema says of a value, at once. Nobody waits for a promise, so nobody is told if it fails. */
export const ask = (validate: Validate, value: unknown): StandardResult<unknown> => {
  try {
    const result = validate(value);
    if (!('then' in result)) return result;
    const ignore = (): void => undefined;
    result.then(ignore, ignore);
    return late;
  } catch {
    return { issues: [{ message: 'made the schema throw' }] };
  }
};

import { type Either, left, right } from 'fp-ts/Either';
import { constVoid } from 'fp-ts/function';
import type * as t from 'io-ts';
import { cut } from '../text';
import { maxProblems } from '../errors/problemsOf';
import type { Problem } from '../errors/WalkError';

/** Version 1 of https://standardschema.dev, which schemas of zod, valibot, arktype and Effect have. @since 0.1.0 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => StandardResult<Output> | PromiseLike<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema says of a value. `issues`, even if there are none in it, are a refusal. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<StandardIssue> };

/** Why a schema refuses a value, and where in it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** What says which type an object has, or its properties: an io-ts codec, or any Standard Schema. @since 1.0.0 */
export type Codec<A> = t.Decoder<unknown, A> | StandardSchemaV1<unknown, A>;

type Validate = StandardSchemaV1['~standard']['validate'];

/** The characters of a path that are reported, and so the most steps of it that matter. */
const maxPath = 200;

/** What is said where a schema does not say why. */
const refusal = 'was refused by the schema';

const standardOf = (u: unknown): Partial<StandardSchemaV1['~standard']> | undefined =>
  (Object(u) as Partial<StandardSchemaV1>)['~standard'];

/** How a schema reads a value; undefined for what is not one. zod's schemas look like codecs too, so this is asked first. */
export const validatorOf = (u: unknown): Validate | undefined => {
  const { version, validate } = standardOf(u) ?? {};
  return version === 1 && typeof validate === 'function' ? validate : undefined;
};

/** Whether properties can be read with it, and at once. A schema is tried, to see that: validators are pure. */
export const isCodec = (u: unknown): boolean => {
  const validate = validatorOf(u);
  if (validate) return validateNow(validate, undefined) !== madeToWait;
  // What says that it is a schema of some other version may have a `decode` as well, but not that of a codec.
  return !standardOf(u) && typeof (Object(u) as Partial<t.Mixed>).decode === 'function';
};

const stepOf = (step: PropertyKey | { readonly key: PropertyKey } = ''): string =>
  cut(String(typeof step === 'object' ? step.key : step), maxPath);

/** A message may be of any type and size, because it comes from outside (law 22). A path may have its own class (arktype). */
const problemFrom = ({ message, path = [] }: StandardIssue): Problem => {
  const steps = Array.from({ length: Math.min(path.length, maxPath) }, (_, index) =>
    stepOf(path[index]),
  );
  return {
    at: cut(['properties', ...steps].join('.'), maxPath),
    message: typeof message === 'string' && message ? cut(message, 300) : refusal,
  };
};

const refuse = (issues: ReadonlyArray<StandardIssue>): Either<ReadonlyArray<Problem>, never> =>
  left(
    (issues.length === 0 ? [{ message: refusal }] : issues.slice(0, maxProblems)).map(problemFrom),
  );

/** What is said for a schema that returns a promise. */
export const madeToWait = refuse([{ message: 'made the schema wait' }]);

/** What a schema says of a value, at once: a promise is not awaited, nor its failure reported. */
export const validateNow = (
  validate: Validate,
  properties: unknown,
): Either<ReadonlyArray<Problem>, unknown> => {
  try {
    const result = validate(properties);
    if ('then' in result) {
      result.then(constVoid, constVoid);
      return madeToWait;
    }
    return result.issues ? refuse(result.issues) : right(result.value);
  } catch {
    return refuse([{ message: 'made the schema throw' }]);
  }
};

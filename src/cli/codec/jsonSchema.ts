import { type Fields, isFields } from '../../model/json/Fields';

/** A JSON Schema as it was read or made: any of its keywords may hold anything. */
export type Schema = Fields;

export const objectOf = (value: unknown): Schema => (isFields(value) ? value : {});

export const listOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : [];

/** The types that a schema names, or that its other keywords have. */
export const typesOf = ({
  type,
  properties,
  additionalProperties,
  items,
}: Schema): ReadonlyArray<string> => {
  const named = [type].flat().filter((one) => typeof one === 'string');
  if (named.length > 0) return named;
  return isFields(properties) || isFields(additionalProperties)
    ? ['object']
    : items === undefined
      ? []
      : ['array'];
};

/** The only values that a schema allows, if it says so. */
export const allowedValues = (schema: Schema): ReadonlyArray<unknown> =>
  'const' in schema ? [schema.const] : listOf(schema.enum);

const isNull = (schema: unknown): boolean => objectOf(schema).type === 'null';

const eitherOf = ({ oneOf, anyOf }: Schema): ReadonlyArray<unknown> => [
  ...listOf(oneOf),
  ...listOf(anyOf),
];

/** Whether a value may be null beside what else its schema says: 3.0, 2.0 and 3.1 each have a way to write that. */
export const nullIn = (schema: Schema): boolean =>
  schema.nullable === true || schema['x-nullable'] === true || eitherOf(schema).some(isNull);

/** What a schema may be beside null. */
export const alternativesOf = (schema: Schema): ReadonlyArray<unknown> =>
  eitherOf(schema).filter((one) => !isNull(one));

/** What `allOf` puts together, however deep: the parts that stand in it, and those that are read by themselves. */
export const schemaParts = (
  schema: Schema,
): { readonly own: ReadonlySet<Schema>; readonly apart: ReadonlySet<unknown> } => {
  const own = new Set([schema]);
  const apart = new Set<unknown>();
  // What is added to a set while it is looked through is looked at, too.
  for (const part of own)
    for (const one of listOf(part.allOf))
      if (isFields(one) && one.$ref === undefined && !nullIn(one)) own.add(one);
      else apart.add(one);
  return { own, apart };
};

export const isObjectPart = (part: Schema): boolean =>
  typesOf(part).join() === 'object' && allowedValues(part).length === 0;

/** All parts that describe an object as one of them; undefined where none does. What several parts say of a property goes together. */
export const objectPart = (parts: Iterable<Schema>): Schema | undefined => {
  const all = [...parts].filter(
    (part) => isObjectPart(part) || (typesOf(part).length === 0 && 'required' in part),
  );
  const [only] = all;
  if (!all.some(isObjectPart) || all.length === 1)
    return only && isObjectPart(only) ? only : undefined;
  const properties = new Map<string, Array<unknown>>();
  for (const [name, one] of all.flatMap((part) => Object.entries(objectOf(part.properties)))) {
    const before = properties.get(name);
    if (before === undefined) properties.set(name, [one]);
    else before.push(one);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(
      Array.from(properties, ([name, said]) => [
        name,
        said.length === 1 ? said[0] : { allOf: said },
      ]),
    ),
    required: all.flatMap(({ required }) => listOf(required)),
    additionalProperties: all.find((part) => isFields(part.additionalProperties))
      ?.additionalProperties,
  };
};

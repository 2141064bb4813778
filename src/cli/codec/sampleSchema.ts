import * as RA from 'fp-ts/ReadonlyArray';
import type { Schema } from './jsonSchema';
import { isPrintedName } from './moduleText';
import type { Literal, Scalars, Shape } from './Shape';

const isEmpty = (shape: Shape): boolean => Object.keys(shape).length === 0;

/** An array of objects that hold text fields, as the conventions have them in revision 2.0. */
const isTextObjects = ({ array }: Shape): boolean => {
  const { object, ...others } = array?.items ?? {};
  const fields = [...(object?.fields?.values() ?? [])];
  return (
    isEmpty(others) &&
    fields.length > 0 &&
    fields.every(({ shape }) => Object.keys(shape).join() === 'string')
  );
};

const scalarNotes = ({ string, number, large }: Shape, suffix = ''): ReadonlyArray<string> => [
  ...[string, large === undefined ? number : undefined].flatMap((scalars) =>
    scalars === undefined || ['plain', 'infinite'].includes(scalars.format)
      ? []
      : [`${scalars.format}${suffix}`],
  ),
  ...(large === undefined ? [] : ['large integer: read it with numbers: exactNumbers']),
];

/** Whether arrays or objects were not looked into. */
export const isUnread = ({ array, object }: Shape): boolean =>
  (array !== undefined && array.items === undefined) ||
  (object !== undefined && object.fields === undefined);

const innermost = ({ array }: Shape): Shape =>
  array?.items?.array === undefined ? (array?.items ?? {}) : innermost(array.items);

const noteOf = (shape: Shape): string =>
  [
    ...scalarNotes(shape),
    ...(isTextObjects(shape) ? ['text objects'] : []),
    ...scalarNotes(innermost(shape), ' items'),
    ...([shape, innermost(shape)].some(isUnread) ? ['not looked into: too deep, or too much'] : []),
  ].join(', ');

/** By UTF-16 code units, the same everywhere. */
const compare = (a: Literal, b: Literal): number => (a < b ? -1 : a > b ? 1 : 0);

const unionOf = (members: ReadonlyArray<Schema>): Schema => {
  if (members.every((schema) => Object.keys(schema).join() === 'type'))
    return { type: members.length === 1 ? members[0]?.type : members.map(({ type }) => type) };
  // Literals of all types are one list in JSON Schema.
  const { left: others, right: literals } = RA.partition((schema: Schema) => 'enum' in schema)(
    members,
  );
  const merged = [
    ...(literals.length > 0 ? [{ enum: literals.flatMap((one) => one.enum) }] : []),
    ...others,
  ];
  return merged.length === 1 ? { ...merged[0] } : { anyOf: merged };
};

interface Wording {
  /** A property that had few values accepts only those. */
  readonly literals: boolean;
  /** Whether it says in `format` what JSON Schema has no word for: integers that no double holds, and infinite numbers. */
  readonly formats: boolean;
}

/** A JSON Schema that accepts all values of a sample. The order of its parts does not depend on that of the values. */
export const sampleSchema = (shape: Shape, wording: Wording): Schema => {
  const scalars = (type: string, seen: Scalars | undefined): ReadonlyArray<Schema> => {
    if (seen === undefined) return [];
    const { format, literals } = seen;
    if (wording.literals && literals && !(type === 'boolean' && literals.length === 2))
      return [{ enum: [...literals].sort(compare) }];
    return [{ type, ...(wording.formats && format === 'infinite' && { format }) }];
  };
  const numbers = ({ number, large }: Shape): ReadonlyArray<Schema> => {
    if (large === undefined) return scalars('number', number);
    const isInteger = number === undefined || number.format === 'integer';
    if (!wording.formats) return [{ type: isInteger ? 'integer' : 'number' }];
    const others = scalars('number', number && { ...number, literals: undefined });
    return [...(isInteger ? [] : others), { type: 'integer', format: large }];
  };
  const arrays = (items: Shape | undefined): Schema => ({
    type: 'array',
    ...(items !== undefined && !isEmpty(items) && { items: sampleSchema(items, wording) }),
  });
  const objects = ({ fields }: NonNullable<Shape['object']>): Schema => {
    const own = [...(fields ?? [])]
      .filter(([name, { isOptional }]) => isPrintedName(name, isOptional))
      .sort(([a], [b]) => compare(a, b));
    if (own.length === 0) return { type: 'object' };
    const required = own.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
    const properties = own.map(([name, one]) => {
      const note = noteOf(one.shape);
      return [name, { ...sampleSchema(one.shape, wording), ...(note && { $comment: note }) }];
    });
    return {
      type: 'object',
      properties: Object.fromEntries(properties) as Schema,
      ...(required.length > 0 && { required }),
    };
  };
  return unionOf([
    ...scalars('string', shape.string),
    ...numbers(shape),
    ...scalars('boolean', shape.boolean),
    ...(shape.null === undefined ? [] : [{ type: 'null' }]),
    ...(shape.array === undefined ? [] : [arrays(shape.array.items)]),
    ...(shape.object === undefined ? [] : [objects(shape.object)]),
  ]);
};

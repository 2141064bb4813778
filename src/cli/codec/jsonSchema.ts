import { escaped } from '../terminal/text';
import { type Algebra, foldShape } from './foldShape';
import { madeOf, type Printer } from './Printer';

type Schema = Readonly<Record<string, unknown>>;

const isEnum = ({ enum: values }: Schema): boolean => values !== undefined;

/** Literals of all types are one list in JSON Schema. */
const enumOf = (members: ReadonlyArray<Schema>): ReadonlyArray<Schema> =>
  members.length === 0 ? [] : [{ enum: members.flatMap((member) => member.enum) }];

const isBare = (schema: Schema): boolean => Object.keys(schema).join() === 'type';

const algebra: Algebra<Schema> = {
  scalar: (type) => ({ type }),
  large: (_, others = 'integer') => [{ type: others === 'integer' ? 'integer' : 'number' }],
  literal: (value) => ({ enum: [value] }),
  array: (items) => ({ type: 'array', ...(items && { items }) }),
  union: (members) => {
    if (members.every(isBare)) return { type: members.map(({ type }) => type) };
    const merged = [...enumOf(members.filter(isEnum)), ...members.filter((member) => !isEnum(member))];
    return merged.length === 1 ? { ...merged[0] } : { anyOf: merged };
  },
  object: (fields) => {
    if (fields === undefined) return { type: 'object' };
    const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    // Object.fromEntries makes a property of any name, `__proto__` too.
    const properties = Object.fromEntries(
      fields.map(({ name, value, note }) => [name, { ...value, ...(note !== '' && { $comment: note }) }]),
    );
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  },
};

/** A JSON Schema: a document, not a module. Only its root says which dialect it is in. */
export const printJsonSchema: Printer = ({ shape, objects }, { name, literals }) => {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    $comment: madeOf(objects).join(' '),
  };
  return escaped(`${JSON.stringify({ ...head, ...foldShape(algebra, literals)(shape) }, null, 2)}\n`);
};

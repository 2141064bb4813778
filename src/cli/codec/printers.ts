import * as RA from 'fp-ts/ReadonlyArray';
import { counted, escaped } from '../terminal/text';
import { ioTs, type Member, zod } from './flavours';
import { isPrintedName } from './moduleText';
import type { Sample } from './sample';
import {
  type Large,
  type Literal,
  maxNameLength,
  type ScalarFormat,
  type Scalars,
  type Shape,
} from './Shape';

interface FoldedField<A> extends Omit<Required<Member>, 'value'> {
  readonly value: A;
}

interface Algebra<A> {
  readonly scalar: (type: 'string' | 'number' | 'boolean' | 'null', format: ScalarFormat) => A;
  readonly literal: (value: Literal) => A;
  /** Integers that no double holds, and other numbers, of that format, if there were any. */
  readonly large: (large: Large, others: ScalarFormat | undefined) => ReadonlyArray<A>;
  /** Without items nothing is known of them. */
  readonly array: (items: A | undefined) => A;
  /** Fields come in the order of their names. Without fields nothing is known of them. */
  readonly object: (fields: ReadonlyArray<FoldedField<A>> | undefined) => A;
  readonly union: (members: ReadonlyArray<A>) => A;
}

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

const isUnread = ({ array, object }: Shape): boolean =>
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

/** Folds a shape from its leaves up. The order of the parts does not depend on that of the values. */
const foldShape = <A>(root: Shape, algebra: Algebra<A>, withLiterals: boolean): A => {
  const scalars = (
    type: 'string' | 'number' | 'boolean',
    seen: Scalars | undefined,
  ): ReadonlyArray<A> => {
    if (seen === undefined) return [];
    const { format, literals } = seen;
    return withLiterals && literals !== undefined && !(type === 'boolean' && literals.length === 2)
      ? [...literals].sort(compare).map(algebra.literal)
      : [algebra.scalar(type, format)];
  };
  const array = ({ items }: NonNullable<Shape['array']>): A =>
    algebra.array(items === undefined || isEmpty(items) ? undefined : fold(items));
  const object = ({ fields }: NonNullable<Shape['object']>): A => {
    const folded = [...(fields ?? [])]
      .filter(([name, { isOptional }]) => isPrintedName(name, isOptional))
      .sort(([a], [b]) => compare(a, b))
      .map(([name, { shape, isOptional }]) => ({
        name,
        value: fold(shape),
        isOptional,
        note: noteOf(shape),
      }));
    return algebra.object(folded.length === 0 ? undefined : folded);
  };
  const fold = (shape: Shape): A => {
    // Objects come last: otherwise io-ts looks for tags in them, and fails at names that every object inherits.
    const members = [
      ...scalars('string', shape.string),
      ...(shape.large === undefined
        ? scalars('number', shape.number)
        : algebra.large(shape.large, shape.number?.format)),
      ...scalars('boolean', shape.boolean),
      ...(shape.null === undefined ? [] : [algebra.scalar('null', 'plain')]),
      ...(shape.array === undefined ? [] : [array(shape.array)]),
      ...(shape.object === undefined ? [] : [object(shape.object)]),
    ];
    const [only] = members;
    return members.length === 1 && only !== undefined ? only : algebra.union(members);
  };
  return fold(root);
};

/** Prints what accepts every object of a sample; with `literals`, a property that had few values accepts only those. */
type Printer = (
  sample: Sample,
  wording: { readonly name: string; readonly literals: boolean },
) => string;

/** What people have to know before they rely on it, in sentences. */
const madeOf = ({ shape, objects }: Sample): ReadonlyArray<string> => [
  `Generated from ${counted(objects, 'object')} by pagewalk codec.`,
  isUnread(shape)
    ? `They were not looked into: too much in one, or a name of more than ${maxNameLength} characters.`
    : 'A property that one of them lacked is optional, one that was null may be null.',
];

/** A module of TypeScript: what it imports, and the codec and its type. */
const moduleText = (
  sample: Sample,
  imports: string,
  name: string,
  code: string,
  typeOf: string,
): string => {
  const head = madeOf(sample).map((sentence) => `// ${sentence}\n`);
  const type = `export type ${name} = ${typeOf}<typeof ${name}>;`;
  return `${head.join('')}${imports}\n\nexport const ${name} = ${code};\n\n${type}\n`;
};

const printIoTs: Printer = (sample, { name, literals }) => {
  const t = name === 't' ? 'io' : 't';
  const int64 = name === 'Int64' ? 'Integer' : 'Int64';
  let imported = '';
  const large: Algebra<string>['large'] = (size, others) => {
    // Int64 reads small integers too.
    const isCovered = others === undefined || (others === 'integer' && size === 'int64');
    if (size === 'int64')
      imported = `\nimport { ${int64 === 'Int64' ? int64 : `Int64 as ${int64}`} } from 'pagewalk';`;
    return [...(isCovered ? [] : [`${t}.number`]), size === 'int64' ? int64 : `${t}.bigint`];
  };
  const code = foldShape(sample.shape, { ...ioTs(t), large }, literals);
  return moduleText(sample, `import * as ${t} from 'io-ts';${imported}`, name, code, `${t}.TypeOf`);
};

const printZod: Printer = (sample, { name, literals }) => {
  const z = name === 'z' ? 'zod' : 'z';
  const flavour = zod(z);
  // zod refuses numbers that are not finite, and JSON can hold 1e999.
  const scalar: Algebra<string>['scalar'] = (type, format) =>
    format === 'infinite'
      ? flavour.union([`${z}.number()`, `${z}.literal([Infinity, -Infinity])`])
      : flavour.scalar(type);
  const large: Algebra<string>['large'] = (_, others) => [
    ...(others === undefined ? [] : [scalar('number', others)]),
    flavour.scalar('bigint'),
  ];
  const code = foldShape(sample.shape, { ...flavour, scalar, large }, literals);
  return moduleText(sample, `import * as ${z} from 'zod';`, name, code, `${z}.infer`);
};

type Schema = Readonly<Record<string, unknown>>;

const schemaAlgebra: Algebra<Schema> = {
  scalar: (type) => ({ type }),
  large: (_, others = 'integer') => [{ type: others === 'integer' ? 'integer' : 'number' }],
  literal: (value) => ({ enum: [value] }),
  array: (items) => ({ type: 'array', ...(items && { items }) }),
  union: (members) => {
    if (members.every((schema) => Object.keys(schema).join() === 'type'))
      return { type: members.map(({ type }) => type) };
    // Literals of all types are one list in JSON Schema.
    const { left: others, right: literals } = RA.partition((schema: Schema) => 'enum' in schema)(
      members,
    );
    const merged = [
      ...(literals.length > 0 ? [{ enum: literals.flatMap((one) => one.enum) }] : []),
      ...others,
    ];
    return merged.length === 1 ? { ...merged[0] } : { anyOf: merged };
  },
  object: (fields) => {
    if (fields === undefined) return { type: 'object' };
    const required = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    const properties = Object.fromEntries(
      fields.map(({ name, value, note }) => [
        name,
        { ...value, ...(note !== '' && { $comment: note }) },
      ]),
    );
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  },
};

/** A JSON Schema: a document, not a module. Only its root says which dialect it is in. */
const printJsonSchema: Printer = (sample, { name, literals }) => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    $comment: madeOf(sample).join(' '),
    ...foldShape(sample.shape, schemaAlgebra, literals),
  };
  return escaped(`${JSON.stringify(schema, null, 2)}\n`);
};

export const printers = { 'io-ts': printIoTs, zod: printZod, 'json-schema': printJsonSchema };

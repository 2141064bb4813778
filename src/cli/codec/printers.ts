import { counted, escaped } from '../terminal/text';
import { type Algebra, foldShape } from './foldShape';
import type { Sample } from './sample';
import type { Literal, ScalarFormat } from './Shape';

interface Wording {
  readonly name: string;
  /** Whether a property that had few values accepts only those. */
  readonly literals: boolean;
}

/** Prints what accepts every object of a sample. */
type Printer = (sample: Sample, wording: Wording) => string;

/** What people have to know before they rely on it, in sentences. */
const madeOf = (objects: number): ReadonlyArray<string> => [
  `Generated from ${counted(objects, 'object')} by pagewalk codec.`,
  'What one of them lacked is optional, what was null may be null.',
];

const headText = (objects: number): string =>
  madeOf(objects)
    .map((sentence) => `// ${sentence}\n`)
    .join('');

/** Every object has something of these names, its own or not; a validator that reads it sees a property that is not there. */
const isInherited = ({ name, isOptional }: { readonly name: string; readonly isOptional: boolean }): boolean =>
  isOptional && name in {};

/** Whether a shape has such a property at any depth. */
const holdsInherited: Algebra<boolean> = {
  scalar: () => false,
  literal: () => false,
  large: () => [false],
  array: (items = false) => items,
  object: (fields = []) => fields.some((field) => field.value || isInherited(field)),
  union: (members) => members.includes(true),
};

/** A module of TypeScript: what it imports, what it needs beside that, and the codec and its type. */
const moduleText = (parts: ReadonlyArray<string>): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

/** What ends a literal or a line, cannot be seen, turns text around, or does not survive UTF-8. */
const odd = /['\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

const unit = (character: string, index: number): string =>
  `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;

const escape = (character: string): string =>
  character === "'" || character === '\\'
    ? `\\${character}`
    : Array.from({ length: character.length }, (_, index) => unit(character, index)).join('');

/** A literal of TypeScript's on one line, whatever the text holds. */
const literalText = (value: Literal): string =>
  typeof value === 'string' ? `'${value.replace(odd, escape)}'` : String(value);

/** The key of a property in an object literal; `__proto__: x` would set the literal's prototype instead. */
const keyText = (name: string): string => {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);
};

const isLong = (code: string): boolean => code.includes('\n');

// Line ends are never part of a literal.
const indented = (code: string): string => code.replaceAll('\n', '\n  ');

const callText = (callee: string, argument: string): string =>
  isLong(argument) ? `${callee}(\n  ${indented(argument)},\n)` : `${callee}(${argument})`;

const maxLine = 80;

const listText = (items: ReadonlyArray<string>): string => {
  const line = `[${items.join(', ')}]`;
  return isLong(line) || line.length > maxLine ? `[\n${items.map((item) => `  ${indented(item)},\n`).join('')}]` : line;
};

const fieldText = ({ name, value, note }: { name: string; value: string; note: string }): string => {
  const line = `  ${keyText(name)}: ${indented(value)},`;
  if (note === '') return `${line}\n`;
  return isLong(value) ? `  // ${note}\n${line}\n` : `${line} // ${note}\n`;
};

/** An object literal, with a line for each property. */
const fieldsText = (fields: ReadonlyArray<{ name: string; value: string; note: string }>): string =>
  `{\n${fields.map(fieldText).join('')}}`;

/** What TypeScript or a module keeps for itself: no constant, no type and no export can have one of these names. */
const reserved = new Set(
  [
    'any arguments as async await bigint boolean break case catch class const continue debugger declare default delete do else',
    'enum eval export exports extends false finally for function globalThis if implements import in infer instanceof interface',
    'is keyof let module namespace never new null number object package private protected public readonly require return satisfies',
    'static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield',
    // Keys that modules have or inherit, and what printed or compiled modules need for themselves.
    '__esModule __proto__ Array Infinity Object',
  ]
    .join(' ')
    .split(' '),
);

export const isCodecName = (text: string): boolean =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text) && !reserved.has(text);

const capitalised = (word: string): string => word.replace(/^./u, (first) => first.toUpperCase());

/** A name for the codec of an object type: `flight-plan` gives `FlightPlan`. */
export const codecNameOf = (objectType: string): string => {
  const name = (objectType.match(/[\p{L}\p{N}]+/gu) ?? []).map(capitalised).join('');
  return [name, `Type${name}`].find(isCodecName) ?? 'Type';
};

const ioTsAlgebra = (t: string, inherited: string, int64: string): Algebra<string> => {
  const union = (members: ReadonlyArray<string>): string => `${t}.union(${listText(members)})`;
  return {
    scalar: (type) => `${t}.${type}`,
    literal: (value) => `${t}.literal(${literalText(value)})`,
    large: (large, others) => {
      // Int64 reads small integers too.
      const isCovered = others === undefined || (others === 'integer' && large === 'int64');
      return [...(isCovered ? [] : [`${t}.number`]), large === 'int64' ? int64 : `${t}.bigint`];
    },
    array: (items) => (items === undefined ? `${t}.UnknownArray` : callText(`${t}.array`, items)),
    union,
    object: (fields) => {
      if (fields === undefined) return `${t}.UnknownRecord`;
      const required = fields.filter(({ isOptional }) => !isOptional);
      const optional = fields
        .filter(({ isOptional }) => isOptional)
        .map((field) => (isInherited(field) ? { ...field, value: union([inherited, field.value]) } : field));
      const parts = [
        ...(required.length === 0 ? [] : [`${t}.type(${fieldsText(required)})`]),
        ...(optional.length === 0 ? [] : [`${t}.partial(${fieldsText(optional)})`]),
      ];
      return parts.length === 1 ? parts.join('') : `${t}.intersection(${listText(parts)})`;
    },
  };
};

/** Of io-ts's own parts, as all of the codec is: Pagewalk checks objects much faster by these than by any other. */
const inheritedText = (t: string, inherited: string): string =>
  [
    '// io-ts sees what every object inherits. None of it can come as JSON: the property is just not there.',
    `const ${inherited} = ${t}.refinement(`,
    `  ${t}.unknown,`,
    "  (u): u is undefined => typeof u === 'function' || u === Object.prototype,",
    "  'inherited',",
    ');',
  ].join('\n');

const holdsInt64: Algebra<boolean> = {
  ...holdsInherited,
  object: (fields = []) => fields.some(({ value }) => value),
  large: (large) => [large === 'int64'],
};

const printIoTs: Printer = ({ shape, objects }, { name, literals }) => {
  const t = name === 't' ? 'io' : 't';
  const inherited = name === 'inherited' ? 'inheritedValue' : 'inherited';
  const int64 = name === 'Int64' ? 'Integer' : 'Int64';
  const imported = int64 === 'Int64' ? int64 : `Int64 as ${int64}`;
  return moduleText([
    `${headText(objects)}import * as ${t} from 'io-ts';${
      foldShape(holdsInt64, literals)(shape) ? `\nimport { ${imported} } from 'pagewalk';` : ''
    }`,
    foldShape(holdsInherited, literals)(shape) ? inheritedText(t, inherited) : '',
    `export const ${name} = ${foldShape(ioTsAlgebra(t, inherited, int64), literals)(shape)};`,
    `export type ${name} = ${t}.TypeOf<typeof ${name}>;`,
  ]);
};

const zodAlgebra = (z: string, own: string): Algebra<string> => {
  const oneOf = (members: ReadonlyArray<string>): string =>
    members.length === 1 ? members.join('') : `${z}.union(${listText(members)})`;
  const none = `${z}.null()`;
  // zod refuses numbers that are not finite, and JSON can hold 1e999.
  const number = (format: ScalarFormat): string =>
    format === 'infinite' ? oneOf([`${z}.number()`, `${z}.literal([Infinity, -Infinity])`]) : `${z}.number()`;
  return {
    scalar: (type, format) => (type === 'number' ? number(format) : `${z}.${type}()`),
    large: (_, others) => [...(others === undefined ? [] : [number(others)]), `${z}.bigint()`],
    literal: (value) => `${z}.literal(${literalText(value)})`,
    array: (items) => (items === undefined ? `${z}.array(${z}.unknown())` : callText(`${z}.array`, items)),
    union: (members) =>
      members.includes(none) ? `${oneOf(members.filter((member) => member !== none))}.nullable()` : oneOf(members),
    object: (fields = []) => {
      if (fields.length === 0) return `${z}.looseObject({})`;
      const object = `${z}.object(${fieldsText(
        fields.map((field) => (field.isOptional ? { ...field, value: `${field.value}.optional()` } : field)),
      )})`;
      return fields.some(isInherited) ? callText(own, object) : object;
    },
  };
};

/** zod leaves `__proto__` out of what it gives, so a type must not promise it. */
const withoutProto = <A>(algebra: Algebra<A>): Algebra<A> => ({
  ...algebra,
  object: (fields) => algebra.object(fields?.filter(({ name }) => name !== '__proto__')),
});

const holdsProto: Algebra<boolean> = {
  ...holdsInherited,
  object: (fields = []) => fields.some(({ name, value }) => value || name === '__proto__'),
};

const ownText = (z: string, own: string): string =>
  [
    '// zod sees what every object inherits. A copy without a prototype has only what is its own.',
    `const ${own} = <S extends ${z}.ZodType>(schema: S) =>`,
    `  ${z}.preprocess(`,
    "    (u) => (typeof u === 'object' && u && !Array.isArray(u) ? Object.assign(Object.create(null), u) : u),",
    '    schema,',
    '  );',
  ].join('\n');

const printZod: Printer = ({ shape, objects }, { name, literals }) => {
  const z = name === 'z' ? 'zod' : 'z';
  const own = name === 'own' ? 'ownOnly' : 'own';
  return moduleText([
    `${headText(objects)}${
      foldShape(holdsProto, literals)(shape)
        ? '// The property __proto__ is left out, because zod does not give it.\n'
        : ''
    }import * as ${z} from 'zod';`,
    foldShape(withoutProto(holdsInherited), literals)(shape) ? ownText(z, own) : '',
    `export const ${name} = ${foldShape(withoutProto(zodAlgebra(z, own)), literals)(shape)};`,
    `export type ${name} = ${z}.infer<typeof ${name}>;`,
  ]);
};

type Schema = Readonly<Record<string, unknown>>;

const isEnum = ({ enum: values }: Schema): boolean => values !== undefined;

/** Literals of all types are one list in JSON Schema. */
const enumOf = (members: ReadonlyArray<Schema>): ReadonlyArray<Schema> =>
  members.length === 0 ? [] : [{ enum: members.flatMap((member) => member.enum) }];

const isBare = (schema: Schema): boolean => Object.keys(schema).join() === 'type';

const schemaAlgebra: Algebra<Schema> = {
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
const printJsonSchema: Printer = ({ shape, objects }, { name, literals }) => {
  const head = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    $comment: madeOf(objects).join(' '),
  };
  return escaped(`${JSON.stringify({ ...head, ...foldShape(schemaAlgebra, literals)(shape) }, null, 2)}\n`);
};

/** What can be printed, by the name that `--as` has for it. */
export const printers = { 'io-ts': printIoTs, zod: printZod, 'json-schema': printJsonSchema };

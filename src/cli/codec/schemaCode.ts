import { isFields } from '../../model/json/Fields';
import * as RA from 'fp-ts/ReadonlyArray';
import type { Code, Flavour } from './flavours';
import {
  alternativesOf,
  isObjectPart,
  listOf,
  nullIn,
  objectOf,
  objectPart,
  schemaParts,
  type Schema,
  typesOf,
  allowedValues,
} from './jsonSchema';
import { isPrintedName, keyText, literalText, nestedText } from './moduleText';
import type { Literal } from './Shape';

/** Where a reference stands: below `allOf` or a union it is a part of the value itself. */
export type RefPosition = 'all' | 'union' | 'inner';

/** How schemas become codecs. */
export interface Printing {
  readonly flavour: Flavour;
  /** What a reference is printed as; undefined where it would lead to itself. */
  readonly refer: (schema: Schema, position: RefPosition) => Code | undefined;
  /** A field is sent as it is given: what a codec takes away from it would be refused. */
  readonly isField: boolean;
  readonly isHidden: (property: unknown) => boolean;
  readonly noteOf: (property: unknown) => string;
}

/** What is counted meanwhile. */
export interface Meter {
  /** How many characters may still be written: below 0, what was made is not whole. */
  room: number;
  /** What it needs from `pagewalk`. */
  readonly needed: Set<string>;
}

const maxDepth = 50;

/** What is around a codec and its type, at most. */
const codeMargin = 20;

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' || typeof value === 'boolean';

const isScalarCode = ({ type }: Code): boolean =>
  /^(string|number|boolean|null|bigint|'|true|false|-?\d)/.test(type);

const hasKind = (types: ReadonlyArray<string>, value: unknown): boolean =>
  value === null ||
  types.length === 0 ||
  types.some((type) => type.replace('integer', 'number') === typeof value);

const sumOf = (codes: ReadonlyArray<Code>): number =>
  codes.reduce((sum, { looks }) => sum + looks, 0);

const maxOf = (codes: ReadonlyArray<Code>): number =>
  codes.reduce((max, { looks }) => Math.max(max, looks), 1);

const scalarCode = (flavour: Flavour, type: string): Code => ({
  code: flavour.scalar(type),
  type,
  looks: 0,
});

/** What reads a value of which nothing is known. */
export const unknownCode = (flavour: Flavour): Code => scalarCode(flavour, 'unknown');

/** The codecs that a flavour makes of others, each with its type. */
const making = (flavour: Flavour) => {
  const scalar = (type: string): Code => scalarCode(flavour, type);
  const unknown = unknownCode(flavour);
  const { code: anyCode } = unknown;

  const unionOf = (given: ReadonlyArray<Code>): Code => {
    const each = new Map(
      given.flatMap((one) => one.members ?? [one]).map((one) => [one.code, one]),
    );
    if (each.size === 0 || each.has(anyCode)) return unknown;
    // Objects come last: otherwise io-ts looks for tags in them, and fails at names that every object inherits.
    const { left: others, right: scalars } = RA.partition(isScalarCode)([...each.values()]);
    const members = [...scalars, ...others];
    const [only = unknown] = members;
    return {
      code: members.length === 1 ? only.code : flavour.union(members.map(({ code }) => code)),
      type: members.map(({ type }) => type).join(' | '),
      members,
      looks: sumOf(members),
    };
  };

  const intersectionOf = (given: ReadonlyArray<Code>): Code => {
    const each = [
      ...new Map(
        given.filter(({ code }) => code !== anyCode).map((one) => [one.code, one]),
      ).values(),
    ];
    const [only = unknown] = each;
    return each.length < 2
      ? only
      : {
          code: flavour.intersection(each.map(({ code }) => code)),
          type: each.map(({ type }) => (type.includes('|') ? `(${type})` : type)).join(' & '),
          looks: sumOf(each),
        };
  };

  const arrayOf = (items: Code): Code => ({
    code: flavour.array(items.code === anyCode ? undefined : items.code),
    type: `Array<${items.type}>`,
    looks: maxOf([items]),
  });

  const recordOf = (values: Code): Code => ({
    code: values.code === anyCode ? flavour.object([], true) : flavour.record(values.code),
    type: `{ [key: string]: ${values.type} }`,
    looks: maxOf([values]),
  });

  return { scalar, unknown, unionOf, intersectionOf, arrayOf, recordOf };
};

/** What prints a schema, and the codecs that it makes of others. */
interface SchemaPrinter extends Printing, ReturnType<typeof making> {
  readonly meter: Meter;
}

const numberCode = (
  { flavour, isField, meter, scalar, unionOf }: SchemaPrinter,
  type: 'integer' | 'number',
  format: unknown,
): Code => {
  const { int64 } = flavour;
  if (type === 'integer' && format === 'int64' && !isField && int64 !== undefined) {
    meter.needed.add(int64.imported);
    return { code: int64.code, type: 'bigint', looks: 0 };
  }
  if (type === 'integer' && (format === 'int64' || format === 'bigint'))
    return unionOf([scalar('number'), scalar('bigint')]);
  return format === 'infinite'
    ? { code: flavour.anyNumber, type: 'number', looks: 0 }
    : scalar('number');
};

/** An object whose properties are not known, and what its values are. */
const recordCode = (
  printer: SchemaPrinter,
  { additionalProperties }: Schema,
  depth: number,
): Code => {
  const isAny = !isFields(additionalProperties) || Object.keys(additionalProperties).length === 0;
  return printer.recordOf(
    isAny ? printer.unknown : innerCode(printer, additionalProperties, depth),
  );
};

const objectCode = (printer: SchemaPrinter, schema: Schema, depth: number): Code => {
  const { flavour, isField, isHidden, noteOf, meter } = printer;
  const required = new Set(listOf(schema.required));
  const members = Object.entries(objectOf(schema.properties)).flatMap(([name, own]) => {
    const isOptional = !required.has(name);
    if (isHidden(own) || !isPrintedName(name, isOptional)) return [];
    meter.room -= 2 * keyText(name).length;
    return [{ name, isOptional, note: noteOf(own), made: innerCode(printer, own, depth) }];
  });
  if (members.length === 0) return recordCode(printer, schema, depth);
  const types = members.map(({ name, isOptional, made: { type } }) =>
    isOptional ? `${keyText(name)}?: ${flavour.optionalType(type)}` : `${keyText(name)}: ${type}`,
  );
  const own = members.map(({ made: { code }, ...member }) => ({ ...member, value: code }));
  return {
    code: flavour.object(own, isField),
    type: nestedText('{', types, '}', ';'),
    looks: maxOf(members.map(({ made }) => made)),
  };
};

const typeCode = (printer: SchemaPrinter, schema: Schema, type: string, depth: number): Code => {
  const { arrayOf, scalar, unknown } = printer;
  if (type === 'object') return objectCode(printer, schema, depth);
  if (type === 'array')
    return arrayOf(schema.items === undefined ? unknown : innerCode(printer, schema.items, depth));
  if (type === 'integer' || type === 'number') return numberCode(printer, type, schema.format);
  return ['string', 'boolean', 'null'].includes(type) ? scalar(type) : unknown;
};

const literalCode = ({ flavour, meter, scalar, unknown }: SchemaPrinter, value: unknown): Code => {
  if (value === null) return scalar('null');
  if (!isLiteral(value)) return unknown;
  const type = literalText(value);
  meter.room -= 2 * (type.length + codeMargin);
  return { code: flavour.literal(value), type, looks: 0 };
};

/** What the keywords of a schema say beside `allOf` and its alternatives. */
const wordsCode = (printer: SchemaPrinter, schema: Schema, depth: number): Code => {
  const types = typesOf(schema);
  const values = allowedValues(schema);
  // Some documents contradict themselves: then both may come.
  const isWhole = values.length > 0 && values.every((value) => hasKind(types, value));
  return printer.unionOf([
    ...values.map((value) => literalCode(printer, value)),
    ...(isWhole ? [] : types.map((one) => typeCode(printer, schema, one, depth))),
  ]);
};

/** A schema with all that its `allOf` adds; undefined where that is nothing but references that would lead to themselves. */
const wholeCode = (
  printer: SchemaPrinter,
  schema: Schema,
  depth: number,
  position: RefPosition,
): Code | undefined => {
  const { unionOf, intersectionOf, unknown } = printer;
  const { own, apart } = schemaParts(schema);
  const ofParts = position === 'inner' ? 'inner' : 'all';
  const all = Array.from(apart, (one) => partCode(printer, one, depth + 1, ofParts));
  const unions = [...own].map(alternativesOf).flatMap((either) => {
    const made = either.flatMap((one) => partCode(printer, one, depth + 1, position) ?? []);
    return either.length === 0 ? [] : [made.length === 0 ? undefined : unionOf(made)];
  });
  const others = [...all, ...unions].filter((one) => one !== undefined);
  const object = objectPart(own);
  const isBare = object !== undefined && Object.keys(objectOf(object.properties)).length === 0;
  const words = [...own].filter((part) => !isObjectPart(part));
  const said = [
    ...(object === undefined || (isBare && others.length > 0)
      ? []
      : [objectCode(printer, object, depth)]),
    ...words.map((part) => wordsCode(printer, part, depth)),
    ...others,
  ];
  const isNothing = said.every(({ code }) => code === unknown.code);
  return isNothing && others.length === 0 && all.length + unions.length > 0
    ? undefined
    : intersectionOf(said);
};

const partCode = (
  printer: SchemaPrinter,
  schema: unknown,
  depth: number,
  position: RefPosition,
): Code | undefined => {
  const { meter, refer, unionOf, scalar, unknown } = printer;
  meter.room -= codeMargin + 4 * depth;
  if (!isFields(schema) || depth > maxDepth || meter.room < 0) return unknown;
  const made =
    typeof schema.$ref === 'string'
      ? refer(schema, position)
      : wholeCode(printer, schema, depth, position);
  return made !== undefined && nullIn(schema) ? unionOf([made, scalar('null')]) : made;
};

const innerCode = (printer: SchemaPrinter, schema: unknown, depth: number): Code =>
  partCode(printer, schema, depth + 1, 'inner') ?? printer.unknown;

/** Prints a schema as a codec. What is nothing but references that would lead to themselves is unknown. */
export const schemaCode = (root: unknown, printing: Printing, meter: Meter): Code => {
  const printer: SchemaPrinter = { ...printing, ...making(printing.flavour), meter };
  return partCode(printer, root, 0, 'union') ?? printer.unknown;
};

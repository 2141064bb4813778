import { Int64 } from '../../model/records/Int64';

/** What all scalars of one type have in common; `infinite` says that one of them is a number beyond what JSON can write. */
export type ScalarFormat = 'integer' | 'infinite' | 'date' | 'date-time' | 'plain';

/** Integers that no double holds: whether all of them have 64 bits at most. */
export type Large = 'int64' | 'bigint';

export type Literal = string | number | boolean;

export interface Scalars {
  readonly format: ScalarFormat;
  /** Every value that there was; undefined where that would be too many, or too much. */
  readonly literals: ReadonlyArray<Literal> | undefined;
}

export interface Field {
  readonly shape: Shape;
  readonly isOptional: boolean;
}

export type ShapeFields = ReadonlyMap<string, Field>;

/** What values of JSON look like: the types that they had, and what these were made of. Without a type nothing was seen. */
export interface Shape {
  readonly string?: Scalars;
  readonly number?: Scalars;
  readonly large?: Large;
  readonly boolean?: Scalars;
  /** The shape of all items together; undefined if they were not looked at. */
  readonly array?: { readonly items: Shape | undefined };
  /** Undefined if they were not looked at. */
  readonly object?: { readonly fields: ShapeFields | undefined };
  readonly null?: true;
}

const maxLiterals = 20;

/** A longer text is prose. */
const maxLiteralLength = 64;

/** An object with more fields is not looked into: no sample has room for them. */
export const maxShapeFields = 2_000;

/** No real property has a longer name. An object with one is not looked into: the codec would show the name. */
export const maxShapeName = 200;

const mergeFormats = (a: ScalarFormat, b: ScalarFormat): ScalarFormat =>
  a === b ? a : a === 'infinite' || b === 'infinite' ? 'infinite' : 'plain';

const mergeScalars = (a: Scalars, b: Scalars): Scalars => {
  const literals = a.literals && b.literals && [...new Set([...a.literals, ...b.literals])];
  return {
    format: mergeFormats(a.format, b.format),
    literals: literals && literals.length > maxLiterals ? undefined : literals,
  };
};

const mergeFields = (a: ShapeFields, b: ShapeFields): ShapeFields | undefined => {
  const merged = new Map<string, Field>(a);
  for (const [name, { shape, isOptional }] of a) {
    const other = b.get(name);
    merged.set(name, {
      shape: other === undefined ? shape : merge(shape, other.shape),
      isOptional: isOptional || other === undefined || other.isOptional,
    });
  }
  for (const [name, { shape }] of b)
    if (!a.has(name)) merged.set(name, { shape, isOptional: true });
  return merged.size > maxShapeFields ? undefined : merged;
};

type Mergers = {
  readonly [K in keyof Shape]-?: (a: NonNullable<Shape[K]>, b: NonNullable<Shape[K]>) => Shape[K];
};

const mergers: Mergers = {
  string: mergeScalars,
  number: mergeScalars,
  large: (a, b) => (a === b ? a : 'bigint'),
  boolean: mergeScalars,
  array: (a, b) => ({ items: a.items && b.items && merge(a.items, b.items) }),
  object: (a, b) => ({ fields: a.fields && b.fields && mergeFields(a.fields, b.fields) }),
  null: () => true,
};

export const merge = (a: Shape, b: Shape): Shape => {
  const both = (Object.keys(a) as ReadonlyArray<keyof Shape>).filter(
    (name) => b[name] !== undefined,
  );
  const merged = both.map((name) => [name, mergers[name](a[name] as never, b[name] as never)]);
  return { ...a, ...b, ...(Object.fromEntries(merged) as Shape) };
};

const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const time = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

const formatOfText = (text: string): ScalarFormat => {
  // A longer one is not a time, and need not be looked at.
  if (text.length < 10 || text.length > 40 || !date.test(text.slice(0, 10))) return 'plain';
  if (text.length === 10) return 'date';
  return text[10] === 'T' && time.test(text.slice(11)) ? 'date-time' : 'plain';
};

const ofNumber = (number: number): Scalars =>
  Number.isSafeInteger(number)
    ? { format: 'integer', literals: [number] }
    : { format: Number.isFinite(number) ? 'plain' : 'infinite', literals: undefined };

const shapeFieldsOf = (value: object, depth: number): ShapeFields | undefined => {
  const names = depth === 0 ? [] : Object.keys(value);
  if (
    depth === 0 ||
    names.length > maxShapeFields ||
    names.some(({ length }) => length > maxShapeName)
  )
    return undefined;
  const inner = value as Readonly<Record<string, unknown>>;
  return new Map(
    names.map((name) => [name, { shape: shapeOf(inner[name], depth - 1), isOptional: false }]),
  );
};

/** The shape of a value that came as JSON. Deeper values are not looked at: recursion must end before the stack does. */
const shapeOf = (value: unknown, depth: number): Shape => {
  if (typeof value === 'string') {
    return {
      string: {
        format: formatOfText(value),
        literals: value.length > maxLiteralLength ? undefined : [value],
      },
    };
  }
  if (typeof value === 'number') return { number: ofNumber(value) };
  if (typeof value === 'bigint') return { large: Int64.is(value) ? 'int64' : 'bigint' };
  if (typeof value === 'boolean') return { boolean: { format: 'plain', literals: [value] } };
  if (typeof value !== 'object' || value === null) return { null: true };
  return Array.isArray(value)
    ? { array: { items: depth === 0 ? undefined : shapeOfAll(value, depth - 1) } }
    : { object: { fields: shapeFieldsOf(value, depth) } };
};

/**
 * The shape of some values together. It merges halves: to merge one value after the other takes the square of their number,
 * which a stranger chooses.
 */
export const shapeOfAll = (
  values: ReadonlyArray<unknown>,
  depth: number,
  from = 0,
  to = values.length,
): Shape => {
  if (to - from < 2) return from === to ? {} : shapeOf(values[from], depth);
  const middle = (from + to) >>> 1;
  return merge(shapeOfAll(values, depth, from, middle), shapeOfAll(values, depth, middle, to));
};

import type { Monoid } from 'fp-ts/Monoid';

/**
 * `foldMap` that puts halves together: where parts grow as they are put together, and a stranger says how many there are, one
 * after the other would take the square of their number.
 */
export const foldMapBalanced =
  <M>({ empty, concat }: Monoid<M>) =>
  <A>(items: ReadonlyArray<A>, f: (item: A) => M): M => {
    const fold = (from: number, to: number): M => {
      if (to - from === 1) return f(items[from] as A);
      const middle = (from + to) >>> 1;
      return concat(fold(from, middle), fold(middle, to));
    };
    return items.length === 0 ? empty : fold(0, items.length);
  };

/** What all scalars of one type have in common; `infinite` says that one of them is a number beyond what JSON can write. */
export type ScalarFormat = 'integer' | 'infinite' | 'date' | 'date-time' | 'plain';

export type Literal = string | number | boolean;

export interface Scalars {
  readonly format: ScalarFormat;
  /** Every value that there was; undefined where that would be too many, or too much. */
  readonly literals: ReadonlyArray<Literal> | undefined;
}

interface Field {
  readonly shape: Shape;
  /** Some object lacked it. */
  readonly isOptional: boolean;
}

/** What values of JSON look like: the types that they had, and what these were made of. Without a type nothing was seen. */
export interface Shape {
  readonly string?: Scalars;
  readonly number?: Scalars;
  readonly boolean?: Scalars;
  /** The shape of all items together; undefined where nobody looked at them. */
  readonly array?: { readonly items: Shape | undefined };
  /** The fields by name; undefined where nobody looked at them. */
  readonly object?: { readonly fields: ReadonlyMap<string, Field> | undefined };
  readonly null?: true;
}

const maxLiterals = 20;

/** What is longer is prose. */
const maxLiteralLength = 64;

const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const time = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

const formatOfText = (text: string): ScalarFormat => {
  // A longer one is not a time, and need not be looked at.
  if (text.length < 10 || text.length > 40 || !date.test(text.slice(0, 10))) return 'plain';
  if (text.length === 10) return 'date';
  return text[10] === 'T' && time.test(text.slice(11)) ? 'date-time' : 'plain';
};

const formatOfNumber = (number: number): ScalarFormat =>
  Number.isSafeInteger(number) ? 'integer' : Number.isFinite(number) ? 'plain' : 'infinite';

const ofText = (text: string): Scalars => ({
  format: formatOfText(text),
  literals: text.length > maxLiteralLength ? undefined : [text],
});

const ofNumber = (number: number): Scalars => {
  const format = formatOfNumber(number);
  return { format, literals: format === 'integer' ? [number] : undefined };
};

/** An object with more fields is not looked into: no sketch has room for them. */
export const maxFields = 2_000;

const ofArray = (items: ReadonlyArray<unknown>, depth: number): Shape => ({
  array: { items: depth === 0 ? undefined : foldMapBalanced(shapes)(items, (item) => shapeOf(item, depth - 1)) },
});

const ofObject = (value: object, depth: number): Shape => {
  const names = Object.keys(value);
  if (depth === 0 || names.length > maxFields) return { object: { fields: undefined } };
  const fields = new Map<string, Field>();
  for (const name of names) {
    fields.set(name, {
      shape: shapeOf((value as Readonly<Record<string, unknown>>)[name], depth - 1),
      isOptional: false,
    });
  }
  return { object: { fields } };
};

/** The shape of a value that came as JSON. Beyond a depth nobody looks: recursion must end before the stack does. */
export const shapeOf = (value: unknown, depth: number): Shape => {
  if (typeof value === 'string') return { string: ofText(value) };
  if (typeof value === 'number') return { number: ofNumber(value) };
  if (typeof value === 'boolean') return { boolean: { format: 'plain', literals: [value] } };
  if (typeof value !== 'object' || value === null) return { null: true };
  return Array.isArray(value) ? ofArray(value, depth) : ofObject(value, depth);
};

const mergeFormats = (a: ScalarFormat, b: ScalarFormat): ScalarFormat =>
  a === b ? a : a === 'infinite' || b === 'infinite' ? 'infinite' : 'plain';

const mergeLiterals = (a: Scalars['literals'], b: Scalars['literals']): Scalars['literals'] => {
  if (a === undefined || b === undefined) return undefined;
  const added = b.filter((literal) => !a.includes(literal));
  if (added.length === 0) return a;
  return a.length + added.length > maxLiterals ? undefined : [...a, ...added];
};

const mergeScalars = (a: Scalars, b: Scalars): Scalars => {
  const format = mergeFormats(a.format, b.format);
  const literals = mergeLiterals(a.literals, b.literals);
  return format === a.format && literals === a.literals ? a : { format, literals };
};

type Fields = ReadonlyMap<string, Field>;

const mergeField = (a: Field, b: Field | undefined): Field => {
  const shape = b === undefined ? a.shape : merge(a.shape, b.shape);
  const isOptional = a.isOptional || b === undefined || b.isOptional;
  return shape === a.shape && isOptional === a.isOptional ? a : { shape, isOptional };
};

const mergeFields = (a: Fields, b: Fields): Fields | undefined => {
  let merged: Map<string, Field> | undefined;
  const put = (name: string, field: Field): void => {
    merged ??= new Map(a);
    merged.set(name, field);
  };
  for (const [name, field] of a) {
    const both = mergeField(field, b.get(name));
    if (both !== field) put(name, both);
  }
  for (const [name, { shape }] of b) {
    if (!a.has(name)) put(name, { shape, isOptional: true });
  }
  return merged === undefined ? a : merged.size > maxFields ? undefined : merged;
};

type Part<K extends keyof Shape> = NonNullable<Shape[K]>;

const mergeArrays = (a: Part<'array'>, b: Part<'array'>): Part<'array'> => {
  const items = a.items && b.items && merge(a.items, b.items);
  return items === a.items ? a : { items };
};

const mergeObjects = (a: Part<'object'>, b: Part<'object'>): Part<'object'> => {
  const fields = a.fields && b.fields && mergeFields(a.fields, b.fields);
  return fields === a.fields ? a : { fields };
};

const mergeParts = <A>(a: A | undefined, b: A | undefined, both: (a: A, b: A) => A): A | undefined =>
  a === undefined ? b : b === undefined ? a : both(a, b);

/**
 * The shape of all values that two shapes are of. What the second adds nothing to is given back as it is: most objects of a
 * service look like those before them, and cost no copy then.
 */
export const merge = (a: Shape, b: Shape): Shape => {
  const string = mergeParts(a.string, b.string, mergeScalars);
  const number = mergeParts(a.number, b.number, mergeScalars);
  const boolean = mergeParts(a.boolean, b.boolean, mergeScalars);
  const array = mergeParts(a.array, b.array, mergeArrays);
  const object = mergeParts(a.object, b.object, mergeObjects);
  const isNull = a.null ?? b.null;
  const isSame =
    string === a.string &&
    number === a.number &&
    boolean === a.boolean &&
    array === a.array &&
    object === a.object &&
    isNull === a.null;
  if (isSame) return a;
  return {
    ...(string && { string }),
    ...(number && { number }),
    ...(boolean && { boolean }),
    ...(array && { array }),
    ...(object && { object }),
    ...(isNull && { null: isNull }),
  };
};

/** Shapes, put together in any order; that of nothing is the neutral one. */
export const shapes: Monoid<Shape> = { empty: {}, concat: merge };

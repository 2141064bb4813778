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

export interface Fields {
  readonly byName: ReadonlyMap<string, Field>;
  /** How many of the fields every object had. */
  readonly required: number;
}

/** What values of JSON look like: the types that they had, and what these were made of. Without a type nothing was seen. */
export interface Shape {
  readonly string?: Scalars;
  readonly number?: Scalars;
  readonly large?: Large;
  readonly boolean?: Scalars;
  /** The shape of all items together; undefined if they were not looked at. */
  readonly array?: { readonly items: Shape | undefined };
  /** Undefined if they were not looked at. */
  readonly object?: { readonly fields: Fields | undefined };
  readonly null?: true;
}

const maxLiterals = 20;

/** An object with more fields is not looked into: no sketch has room for them. */
export const maxFields = 2_000;

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

const mergeLarge = (a: Large, b: Large): Large => (a === b ? a : 'bigint');

const mergeField = (a: Field, b: Field | undefined): Field => {
  const shape = b === undefined ? a.shape : merge(a.shape, b.shape);
  const isOptional = a.isOptional || b === undefined || b.isOptional;
  return shape === a.shape && isOptional === a.isOptional ? a : { shape, isOptional };
};

const mergeFields = (a: Fields, b: Fields): Fields | undefined => {
  let merged: Map<string, Field> | undefined;
  let { required } = a;
  const put = (name: string, field: Field): void => {
    merged ??= new Map(a.byName);
    merged.set(name, field);
  };
  for (const [name, field] of a.byName) {
    const both = mergeField(field, b.byName.get(name));
    if (both !== field) put(name, both);
    if (both.isOptional && !field.isOptional) required -= 1;
  }
  for (const [name, { shape }] of b.byName) {
    if (!a.byName.has(name)) put(name, { shape, isOptional: true });
  }
  if (merged === undefined) return a;
  return merged.size > maxFields ? undefined : { byName: merged, required };
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
  const parts = {
    string: mergeParts(a.string, b.string, mergeScalars),
    number: mergeParts(a.number, b.number, mergeScalars),
    large: mergeParts(a.large, b.large, mergeLarge),
    boolean: mergeParts(a.boolean, b.boolean, mergeScalars),
    array: mergeParts(a.array, b.array, mergeArrays),
    object: mergeParts(a.object, b.object, mergeObjects),
    null: a.null ?? b.null,
  };
  const seen = Object.entries(parts).filter(([, part]) => part !== undefined);
  return seen.every(([name, part]) => part === a[name as keyof Shape]) ? a : Object.fromEntries(seen);
};

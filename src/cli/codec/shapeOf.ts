import { Int64 } from '../../index';
import { type Field, type Large, maxFields, merge, type ScalarFormat, type Scalars, type Shape } from './Shape';

/** A longer text is prose. */
const maxLiteralLength = 64;

/** No real property has a longer name. An object with one is not looked into: the codec would show the name. */
const maxNameLength = 200;

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

const formatOfLarge = (integer: bigint): Large => (Int64.is(integer) ? 'int64' : 'bigint');

const ofText = (text: string): Scalars => ({
  format: formatOfText(text),
  literals: text.length > maxLiteralLength ? undefined : [text],
});

const ofNumber = (number: number): Scalars => {
  const format = formatOfNumber(number);
  return { format, literals: format === 'integer' ? [number] : undefined };
};

const ofArray = (items: ReadonlyArray<unknown>, depth: number): Shape => ({
  array: { items: depth === 0 ? undefined : shapeOfAll(items, depth - 1) },
});

/** The names of an object's fields; undefined if they must not be looked at. */
const namesIn = (value: object, depth: number): ReadonlyArray<string> | undefined => {
  if (depth === 0) return undefined;
  const names = Object.keys(value);
  return names.length > maxFields || names.some(({ length }) => length > maxNameLength) ? undefined : names;
};

const valueOf = (value: object, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];

const ofObject = (value: object, depth: number): Shape => {
  const names = namesIn(value, depth);
  if (names === undefined) return { object: { fields: undefined } };
  const byName = new Map<string, Field>();
  for (const name of names) {
    byName.set(name, { shape: shapeOf(valueOf(value, name), depth - 1), isOptional: false });
  }
  return { object: { fields: { byName, required: names.length } } };
};

/** The shape of a value that came as JSON. Deeper values are not looked at: recursion must end before the stack does. */
const shapeOf = (value: unknown, depth: number): Shape => {
  if (typeof value === 'string') return { string: ofText(value) };
  if (typeof value === 'number') return { number: ofNumber(value) };
  if (typeof value === 'bigint') return { large: formatOfLarge(value) };
  if (typeof value === 'boolean') return { boolean: { format: 'plain', literals: [value] } };
  if (typeof value !== 'object' || value === null) return { null: true };
  return Array.isArray(value) ? ofArray(value, depth) : ofObject(value, depth);
};

const coversScalar = (known: Scalars | undefined, value: string | number | boolean, format: ScalarFormat): boolean => {
  if (known === undefined) return false;
  const isOfFormat =
    known.format === format || known.format === 'infinite' || (known.format === 'plain' && format !== 'infinite');
  return isOfFormat && (known.literals === undefined || known.literals.includes(value));
};

const coversArray = (known: Shape['array'], items: ReadonlyArray<unknown>, depth: number): boolean => {
  if (known?.items === undefined) return known !== undefined;
  const shape = known.items;
  return depth > 0 && items.every((item) => covers(shape, item, depth - 1));
};

const coversObject = (known: Shape['object'], value: object, depth: number): boolean => {
  if (known?.fields === undefined) return known !== undefined;
  const { byName, required } = known.fields;
  const names = namesIn(value, depth);
  if (names === undefined) return false;
  let missing = required;
  for (const name of names) {
    const field = byName.get(name);
    if (field === undefined || !covers(field.shape, valueOf(value, name), depth - 1)) return false;
    if (!field.isOptional) missing -= 1;
  }
  return missing === 0;
};

/** Whether a value adds nothing to a shape, as most values do not. Finding that out makes no new shape. */
const covers = (known: Shape, value: unknown, depth: number): boolean => {
  if (typeof value === 'string') return coversScalar(known.string, value, formatOfText(value));
  if (typeof value === 'number') return coversScalar(known.number, value, formatOfNumber(value));
  if (typeof value === 'bigint') return known.large === 'bigint' || known.large === formatOfLarge(value);
  if (typeof value === 'boolean') return coversScalar(known.boolean, value, 'plain');
  if (typeof value !== 'object' || value === null) return known.null === true;
  return Array.isArray(value) ? coversArray(known.array, value, depth) : coversObject(known.object, value, depth);
};

/** Merges halves. Merging one part after the other takes the square of their number, which a stranger chooses. */
const mergedShapes = (values: ReadonlyArray<unknown>, depth: number, from = 0, to = values.length): Shape => {
  if (to - from < 2) return from === to ? {} : shapeOf(values[from], depth);
  const middle = (from + to) >>> 1;
  return merge(mergedShapes(values, depth, from, middle), mergedShapes(values, depth, middle, to));
};

/**
 * The shape of some values together. Each step looks at as many values as all steps before it: only what they add is put
 * together, and that only as often as the number of values can be doubled.
 */
export const shapeOfAll = (values: ReadonlyArray<unknown>, depth: number): Shape => {
  let known: Shape = {};
  for (let from = 0; from < values.length;) {
    const to = Math.max(32, 2 * from);
    const before = known;
    const added = values.slice(from, to).filter((value) => !covers(before, value, depth));
    known = merge(known, mergedShapes(added, depth));
    from = to;
  }
  return known;
};

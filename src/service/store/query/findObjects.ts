import type { Objects, Properties } from '../Properties';
import { remember } from '../remember';
import type { Comparison, Condition } from './readQuery';

/** What values are compared as: integers that no double holds are numbers like others. */
type Kind = 'number' | 'string';

const kindOf = (value: unknown): string => (typeof value === 'bigint' ? 'number' : typeof value);

/** The objects whose field is of a kind, in its order; where it is the same, in the order in which they were. */
export type FieldOrder = (objects: Objects, field: string, kind: Kind) => Objects;

/** Fields are a stranger's to name: beyond this many, the one that was not asked for the longest has to be sorted again. */
const maxOrders = 4;

const sorted: FieldOrder = (objects, field, kind) => {
  // A value of this kind: what it is compared with is of the same.
  const valueOf = (properties: Properties): number => properties[field] as number;
  return objects
    .filter((properties) => Object.hasOwn(properties, field) && kindOf(properties[field]) === kind)
    .sort((one, other) => (valueOf(one) < valueOf(other) ? -1 : valueOf(one) > valueOf(other) ? 1 : 0));
};

/** Sorts objects when it is asked for the first time. The orders of objects that the store no longer has are let go. */
export const createFieldOrders = (): FieldOrder => {
  const known = new WeakMap<Objects, Map<string, Objects>>();

  return (objects, field, kind) => {
    const orders = known.get(objects) ?? new Map<string, Objects>();
    known.set(objects, orders);
    const key = `${kind} ${field}`;
    const order = orders.get(key) ?? sorted(objects, field, kind);
    orders.delete(key);
    remember(orders, key, order, maxOrders);
    return order;
  };
};

/** The objects of an answer, of which a page is a slice. */
interface Found {
  readonly length: number;
  slice(from: number, to: number): Objects;
}

const isComparison = (condition: Condition): condition is Comparison => condition.type !== 'eq';

const kindIn = ({ value }: Comparison): Kind => (typeof value === 'string' ? 'string' : 'number');

const meets = (properties: Properties, { type, field, value }: Condition): boolean => {
  if (!Object.hasOwn(properties, field)) return false;
  const given = properties[field];
  if (kindOf(given) !== kindOf(value)) return false;
  const [one, other] = [given as number, value as number];
  // A double and a bigint may be the same number.
  if (type === 'eq') return given === value || (kindOf(value) === 'number' && one <= other && one >= other);
  return type === 'gt' ? one > other : type === 'gte' ? one >= other : type === 'lt' ? one < other : one <= other;
};

/** The first of some ordered objects that meets a condition which all behind it meet too. */
const firstThat = (ordered: Objects, condition: Condition): number => {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const properties = ordered[middle];
    if (properties !== undefined && meets(properties, condition)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Where the objects that a comparison finds begin and end in the order of its field. */
const rangeOf = (ordered: Objects, comparison: Comparison): readonly [from: number, to: number] => {
  const { type } = comparison;
  if (type === 'gt' || type === 'gte') return [firstThat(ordered, comparison), ordered.length];
  return [0, firstThat(ordered, { ...comparison, type: type === 'lt' ? 'gte' : 'gt' })];
};

const filtered = (objects: Objects, conditions: ReadonlyArray<Condition>): Objects =>
  objects.filter((properties) => conditions.every((condition) => meets(properties, condition)));

/**
 * The objects that meet all conditions: in the order of the field that the first comparison names, or without one in
 * that of the store.
 *
 * A range is found without looking at every object, so that a walk through one of many costs what its pages cost.
 */
export const findObjects = (objects: Objects, conditions: ReadonlyArray<Condition>, order: FieldOrder): Found => {
  const first = conditions.find(isComparison);
  if (first === undefined) return conditions.length === 0 ? objects : filtered(objects, conditions);

  const isOfRange = (condition: Condition): condition is Comparison =>
    isComparison(condition) && condition.field === first.field && kindIn(condition) === kindIn(first);
  const ordered = order(objects, first.field, kindIn(first));
  const ranges = conditions.filter(isOfRange).map((comparison) => rangeOf(ordered, comparison));
  const from = Math.max(...ranges.map(([begin]) => begin));
  const to = Math.max(from, Math.min(...ranges.map(([, end]) => end)));
  const others = conditions.filter((condition) => !isOfRange(condition));
  return others.length > 0
    ? filtered(ordered.slice(from, to), others)
    : { length: to - from, slice: (begin, end) => ordered.slice(from + begin, Math.min(from + end, to)) };
};

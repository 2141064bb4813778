import { writeExact } from '../../../model/json/writeExact';
import type { Objects, Properties } from '../Properties';
import { remember } from '../remember';
import type { Condition } from './readQuery';

/** What values are compared as: integers that no double holds are numbers like others. */
const comparedAs = (value: unknown): string =>
  typeof value === 'bigint' ? 'number' : typeof value;

const meets = (properties: Properties, { type, field, value }: Condition): boolean => {
  if (!Object.hasOwn(properties, field)) return false;
  const given = properties[field];
  if (comparedAs(given) !== comparedAs(value)) return false;
  const [one, other] = [given as number, value as number];
  // A double and a bigint may be the same number.
  if (type === 'eq')
    return given === value || (comparedAs(value) === 'number' && one <= other && one >= other);
  return type === 'gt'
    ? one > other
    : type === 'gte'
      ? one >= other
      : type === 'lt'
        ? one < other
        : one <= other;
};

/** The objects whose field is of the kind of a condition's value, in its order. */
const sortedBy = (objects: Objects, { field, value }: Condition): Objects => {
  // A value of this kind: what it is compared with is of the same.
  const valueOf = (properties: Properties): number => properties[field] as number;
  return objects
    .filter(
      (properties) =>
        Object.hasOwn(properties, field) && comparedAs(properties[field]) === comparedAs(value),
    )
    .sort((one, other) =>
      valueOf(one) < valueOf(other) ? -1 : valueOf(one) > valueOf(other) ? 1 : 0,
    );
};

const isUpper = ({ type }: Condition): boolean => type === 'lt' || type === 'lte';

/** Where the objects that a comparison finds end in the order of its field, if it is an upper bound, or else begin. */
const edgeOf = (ordered: Objects, condition: Condition): number => {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (meets(ordered[middle] ?? {}, condition) === isUpper(condition)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Anybody can make up fields and queries. Beyond this many, the one that was used least recently is dropped. */
const maxOrders = 4;
const maxQueries = 64;

type Known = Map<string, Objects>;

const once = (known: Known, key: unknown, max: number, find: () => Objects): Objects => {
  const text = writeExact(key) ?? '';
  const found = known.get(text) ?? find();
  known.delete(text);
  remember(known, text, found, max);
  return found;
};

export type FindObjects = (objects: Objects, conditions: ReadonlyArray<Condition>) => Objects;

/**
 * Finds the objects that meet all conditions: in the order of the field of the first comparison, else in that of the store.
 * They are found once for all pages of a walk, and a range without a look at every object. What was found among objects that
 * the store no longer has is let go.
 */
export const createFinder = (): FindObjects => {
  const known = new WeakMap<Objects, Record<'orders' | 'queries', Known>>();
  return (objects, conditions) => {
    if (conditions.length === 0) return objects;
    const { orders, queries } = known.get(objects) ?? {
      orders: new Map() as Known,
      queries: new Map() as Known,
    };
    known.set(objects, { orders, queries });
    return once(queries, conditions, maxQueries, () => {
      const first = conditions.find(({ type }) => type !== 'eq');
      const isMet = (properties: Properties) =>
        conditions.every((condition) => meets(properties, condition));
      if (first === undefined) return objects.filter(isMet);
      const order = [first.field, comparedAs(first.value)];
      const ordered = once(orders, order, maxOrders, () => sortedBy(objects, first));
      const bounds = conditions.filter(({ type, field }) => type !== 'eq' && field === first.field);
      const edges = (isEnd: boolean) =>
        bounds.filter((bound) => isUpper(bound) === isEnd).map((bound) => edgeOf(ordered, bound));
      return ordered
        .slice(Math.max(0, ...edges(false)), Math.min(ordered.length, ...edges(true)))
        .filter(isMet);
    });
  };
};

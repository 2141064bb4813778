import type { Properties } from '../Properties';
import { remember } from '../remember';

type Objects = ReadonlyArray<Properties>;

/** What values are compared as: integers that no double holds are numbers like others. */
export type Kind = 'number' | 'string';

export const kindOf = (value: unknown): string => (typeof value === 'bigint' ? 'number' : typeof value);

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

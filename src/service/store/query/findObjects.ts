import { writeExact } from '../../../model/json/writeExact';
import type { Objects, Properties } from '../Properties';
import { remember } from '../remember';
import type { Condition } from './readQuery';

/** What values are compared as: integers that no double holds are numbers like others. */
const kindOf = (value: unknown): string => (typeof value === 'bigint' ? 'number' : typeof value);

const meets = (properties: Properties, { type, field, value }: Condition): boolean => {
  if (!Object.hasOwn(properties, field)) return false;
  const given = properties[field];
  if (kindOf(given) !== kindOf(value)) return false;
  const [one, other] = [given as number, value as number];
  // A double and a bigint may be the same number.
  if (type === 'eq') return given === value || (kindOf(value) === 'number' && one <= other && one >= other);
  return type === 'gt' ? one > other : type === 'gte' ? one >= other : type === 'lt' ? one < other : one <= other;
};

/** The objects that meet all conditions: in the order of the field of the first comparison, else in that of the store. */
const find = (objects: Objects, conditions: ReadonlyArray<Condition>): Objects => {
  const found = objects.filter((properties) => conditions.every((condition) => meets(properties, condition)));
  const first = conditions.find(({ type }) => type !== 'eq');
  if (first === undefined) return found;
  // All are of one kind: that of the comparison.
  const valueOf = (properties: Properties): number => properties[first.field] as number;
  return found.sort((one, other) => (valueOf(one) < valueOf(other) ? -1 : valueOf(one) > valueOf(other) ? 1 : 0));
};

/** Queries are a stranger's to make up: beyond this many, the one that was not asked for the longest has to be found again. */
const maxQueries = 64;

export type FindObjects = typeof find;

/** Finds objects once for all pages of a walk. What was found among objects that the store no longer has is let go. */
export const createFinder = (): FindObjects => {
  const known = new WeakMap<Objects, Map<string, Objects>>();
  return (objects, conditions) => {
    if (conditions.length === 0) return objects;
    const queries = known.get(objects) ?? new Map<string, Objects>();
    known.set(objects, queries);
    const key = writeExact(conditions) ?? '';
    const found = queries.get(key) ?? find(objects, conditions);
    queries.delete(key);
    remember(queries, key, found, maxQueries);
    return found;
  };
};

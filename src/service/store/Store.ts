import * as E from 'fp-ts/Either';
import { type Objects, type Properties, storable } from './Properties';

/** Which objects of a type: the one at an index, or those that a predicate picks. @inline */
type Which = number | ((properties: Properties, index: number) => boolean);

/**
 * The objects that the reference service serves, each by its properties, in the order in which they are served. It may
 * be changed while walks are under way.
 *
 * A type that the service does not have, and properties that are not a JSON object, throw a `TypeError`.
 *
 * @since 0.1.0
 */
export interface ObjectStore {
  readonly objectTypes: ReadonlyArray<string>;
  all(objectType: string): ReadonlyArray<Properties>;
  /** Puts one object, or several, before the one at an index; without an index, after the last. */
  insert(objectType: string, objects: Properties | ReadonlyArray<Properties>, index?: number): void;
  /** Replaces the properties of objects, and returns how many objects that were. */
  update(objectType: string, which: Which, change: (properties: Properties) => Properties): number;
  /** Removes objects, and returns how many. */
  delete(objectType: string, which: Which): number;
}

const toStored = (properties: unknown): Properties => {
  const stored = storable(properties);
  if (E.isLeft(stored)) throw new TypeError(`an object's properties ${stored.left}`);
  return stored.right;
};

const picker = (which: Which): ((properties: Properties, index: number) => boolean) =>
  typeof which === 'number' ? (_, index) => index === which : which;

/** Every change makes a new array: one that was handed out is a snapshot as it is, and costs nothing. */
export const createStore = (initial: ReadonlyMap<string, Objects>): ObjectStore => {
  const types = new Map(initial);

  const all = (objectType: string): Objects => {
    const objects = types.get(objectType);
    if (objects !== undefined) return objects;
    throw new TypeError(
      `the store has no type '${objectType}'; its types are ${[...types.keys()].join(', ')}`,
    );
  };

  return {
    objectTypes: [...types.keys()],
    all,
    insert: (objectType, objects, index = all(objectType).length) => {
      const before = all(objectType);
      if (!(Number.isInteger(index) && index >= 0 && index <= before.length)) {
        throw new TypeError(
          `index must be a whole number from 0 to ${before.length}, but is ${index}`,
        );
      }
      const added = (Array.isArray(objects) ? (objects as Objects) : [objects as Properties]).map(
        toStored,
      );
      types.set(objectType, [...before.slice(0, index), ...added, ...before.slice(index)]);
    },
    update: (objectType, which, change) => {
      const isPicked = picker(which);
      let changed = 0;
      const objects = all(objectType).map((properties, index) => {
        if (!isPicked(properties, index)) return properties;
        changed += 1;
        return toStored(change(properties));
      });
      types.set(objectType, objects);
      return changed;
    },
    delete: (objectType, which) => {
      const isPicked = picker(which);
      const before = all(objectType);
      const kept = before.filter((properties, index) => !isPicked(properties, index));
      types.set(objectType, kept);
      return before.length - kept.length;
    },
  };
};

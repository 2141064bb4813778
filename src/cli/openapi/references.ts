import type { RefPosition } from '../codec/schemaCode';
import { componentsOf } from './components';

/** Where a schema refers to others, by their keys. */
export type Edges = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<RefPosition>>>;

/** Schemas that need each other; one that needs only others is alone. */
interface Group {
  readonly keys: ReadonlyArray<string>;
  readonly isRecursive: boolean;
}

/** How schemas refer to each other, without what would make a value a part of itself. */
export interface References {
  /** Each behind those that it needs. */
  readonly groups: ReadonlyArray<Group>;
  /** A value that is a part of itself says nothing: of `Pet = Cat | Dog` and `Cat = Pet & { … }` the second way is left out. */
  readonly isCut: (from: string, to: string, position: RefPosition) => boolean;
}

export const referencesOf = (edges: Edges): References => {
  const leadsTo =
    (isWanted: (position: RefPosition, from: string, to: string) => boolean) =>
    (from: string): ReadonlyArray<string> =>
      [...(edges.get(from) ?? [])]
        .filter(([to, positions]) => [...positions].some((one) => isWanted(one, from, to)))
        .map(([to]) => to);
  const groupsBy = (...wanted: ReadonlyArray<RefPosition>): ReadonlyMap<string, number> => {
    const groups = componentsOf(
      edges.keys(),
      leadsTo((position) => wanted.includes(position)),
    );
    return new Map(groups.flatMap((keys, index) => keys.map((key) => [key, index] as const)));
  };
  const parts = {
    all: groupsBy('all', 'union'),
    union: groupsBy('union'),
    inner: new Map<string, number>(),
  };
  const isCut: References['isCut'] = (from, to, position) =>
    parts[position].has(from) && parts[position].get(from) === parts[position].get(to);
  const kept = leadsTo((position, from, to) => !isCut(from, to, position));
  const groups = componentsOf(edges.keys(), kept).map((keys): Group => {
    const [first = ''] = keys;
    return { keys, isRecursive: keys.length > 1 || kept(first).includes(first) };
  });
  return { groups, isCut };
};

import type { RefPosition } from '../codec/schemaCode';
import { componentsOf } from './components';

/** Where a schema refers to another one. */
export interface Edge<Node> {
  readonly to: Node;
  readonly position: RefPosition;
}

type Edges<Node> = ReadonlyMap<Node, ReadonlyArray<Edge<Node>>>;

/** Schemas that need each other; one that needs only others is alone. */
interface Group<Node> {
  readonly nodes: ReadonlyArray<Node>;
  /** The same, each behind those that are parts of it. */
  readonly partsFirst: ReadonlyArray<Node>;
  readonly isRecursive: boolean;
}

/** How schemas refer to each other, without what would make a value a part of itself. */
interface References<Node> {
  /** Each behind those that it needs. */
  readonly groups: ReadonlyArray<Group<Node>>;
  /** A value that is a part of itself says nothing: of `Pet = Cat | Dog` and `Cat = Pet & { … }` the second way is left out. */
  readonly isCut: (from: Node, edge: Edge<Node>) => boolean;
}

export const referencesOf = <Node>(edges: Edges<Node>): References<Node> => {
  const leadsTo =
    (isWanted: (edge: Edge<Node>, from: Node) => boolean) =>
    (from: Node): ReadonlyArray<Node> =>
      (edges.get(from) ?? []).filter((edge) => isWanted(edge, from)).map(({ to }) => to);
  const groupsBy = (...wanted: ReadonlyArray<RefPosition>) =>
    componentsOf(
      edges.keys(),
      leadsTo(({ position }) => wanted.includes(position)),
    );
  const parts = { all: groupsBy('all', 'union'), union: groupsBy('union') };
  const isCut: References<Node>['isCut'] = (from, { to, position }) =>
    position !== 'inner' && parts[position].get(from) === parts[position].get(to);
  const kept = leadsTo((edge, from) => !isCut(from, edge));
  const groupOf = componentsOf(edges.keys(), kept);
  const partsFirst = (nodes: ReadonlyArray<Node>): ReadonlyArray<Node> => {
    const parts = leadsTo(
      (edge, from) =>
        edge.position !== 'inner' && groupOf.get(edge.to) === nodes && !isCut(from, edge),
    );
    return [...componentsOf(nodes, parts).keys()];
  };
  const groups = Array.from(new Set(groupOf.values()), (nodes): Group<Node> => {
    const isRecursive = nodes.length > 1 || nodes.some((only) => kept(only).includes(only));
    return { nodes, isRecursive, partsFirst: partsFirst(nodes) };
  });
  return { groups, isCut };
};

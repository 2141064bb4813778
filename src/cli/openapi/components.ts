/**
 * The group of each node: those that lead to each other, each group behind those that it leads to (Gabow's algorithm, without
 * recursion: a document chooses how deep it goes).
 */
export const componentsOf = <Node>(
  nodes: Iterable<Node>,
  edgesOf: (node: Node) => Iterable<Node>,
): ReadonlyMap<Node, ReadonlyArray<Node>> => {
  const index = new Map<Node | undefined, number>();
  const groups = new Map<Node, ReadonlyArray<Node>>();
  /** Nodes that are in no group yet, in the order in which they were found. */
  const open: Array<Node> = [];
  /** The open nodes that begin a group, as far as it is known. */
  const firsts: Array<Node> = [];

  const foundAt = (node: Node | undefined): number => index.get(node) ?? -1;

  const enter = (node: Node) => {
    index.set(node, index.size);
    open.push(node);
    firsts.push(node);
    return { node, edges: edgesOf(node)[Symbol.iterator]() };
  };

  /** An edge leads back to an open node: all that was found after that node is in its group. */
  const join = (node: Node): void => {
    while (foundAt(firsts.at(-1)) > foundAt(node)) firsts.pop();
  };

  const leave = (node: Node): void => {
    if (firsts.at(-1) !== node) return;
    firsts.pop();
    const group = open.splice(open.lastIndexOf(node));
    for (const one of group) groups.set(one, group);
  };

  for (const root of nodes) {
    const way = index.has(root) ? [] : [enter(root)];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const edge = top.edges.next();
      if (edge.done === true) {
        leave(top.node);
        way.pop();
      } else if (!index.has(edge.value)) way.push(enter(edge.value));
      else if (!groups.has(edge.value)) join(edge.value);
    }
  }
  return groups;
};

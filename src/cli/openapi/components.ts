/**
 * The groups of nodes that lead to each other, each behind those that it leads to (Gabow's algorithm, without recursion: a document
 * chooses how deep it goes).
 */
export const componentsOf = (
  nodes: Iterable<string>,
  edgesOf: (node: string) => Iterable<string>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const index = new Map<string, number>();
  const groups: Array<ReadonlyArray<string>> = [];
  /** Nodes that are in no group yet, in the order in which they were found. */
  const open: Array<string> = [];
  const isOpen = new Set<string>();
  /** The open nodes that begin a group, as far as it is known. */
  const firsts: Array<string> = [];

  const foundAt = (node = ''): number => index.get(node) ?? -1;

  const enter = (node: string) => {
    index.set(node, index.size);
    open.push(node);
    isOpen.add(node);
    firsts.push(node);
    return { node, edges: edgesOf(node)[Symbol.iterator]() };
  };

  /** An edge leads back to an open node: all that was found after that node is in its group. */
  const join = (node: string): void => {
    while (foundAt(firsts.at(-1)) > foundAt(node)) firsts.pop();
  };

  const leave = (node: string): void => {
    if (firsts.at(-1) !== node) return;
    firsts.pop();
    const group = open.splice(open.lastIndexOf(node));
    for (const one of group) isOpen.delete(one);
    groups.push(group);
  };

  for (const root of nodes) {
    const way = index.has(root) ? [] : [enter(root)];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const edge = top.edges.next();
      if (edge.done === true) {
        leave(top.node);
        way.pop();
      } else if (!index.has(edge.value)) way.push(enter(edge.value));
      else if (isOpen.has(edge.value)) join(edge.value);
    }
  }
  return groups;
};

/**
 * The groups of nodes that lead to each other (Tarjan's algorithm, without recursion: a document chooses how deep it goes).
 * A group comes behind those that it leads to.
 */
export const componentsOf = (
  nodes: Iterable<string>,
  edgesOf: (node: string) => Iterable<string>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: Array<string> = [];
  const isOpen = new Set<string>();
  const groups: Array<ReadonlyArray<string>> = [];
  const lower = (node: string, to: number): void =>
    void low.set(node, Math.min(low.get(node) ?? to, to));
  const enter = (node: string) => {
    index.set(node, index.size);
    lower(node, index.get(node) ?? 0);
    stack.push(node);
    isOpen.add(node);
    return { node, edges: edgesOf(node)[Symbol.iterator]() };
  };
  for (const root of nodes) {
    const way = index.has(root) ? [] : [enter(root)];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const { node, edges } = top;
      const { done, value: to = '' } = edges.next() as {
        readonly done?: boolean;
        readonly value?: string;
      };
      if (done !== true) {
        if (!index.has(to)) way.push(enter(to));
        else if (isOpen.has(to)) lower(node, index.get(to) ?? 0);
        continue;
      }
      way.pop();
      const before = way.at(-1);
      if (before !== undefined) lower(before.node, low.get(node) ?? 0);
      if (low.get(node) !== index.get(node)) continue;
      const group = stack.splice(stack.lastIndexOf(node));
      for (const one of group) isOpen.delete(one);
      groups.push(group);
    }
  }
  return groups;
};

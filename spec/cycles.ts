/** The cycles that a depth-first search of a graph meets: none exactly when the graph has none. */
export const cycles = (
  graph: Readonly<Record<string, ReadonlyArray<string>>>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = [];
  const finished = new Set<string>();
  const visit = (node: string, path: ReadonlyArray<string>): void => {
    const start = path.indexOf(node);
    if (start >= 0) found.push([...path.slice(start), node]);
    if (start >= 0 || finished.has(node)) return;
    for (const next of graph[node] ?? []) visit(next, [...path, node]);
    finished.add(node);
  };
  for (const node of Object.keys(graph)) visit(node, []);
  return found;
};

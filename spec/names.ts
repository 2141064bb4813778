import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });

/** What a source declares at its top level: each name, and its text without comments. */
const declared = (path: string, text: string): ReadonlyMap<string, string> => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const shapes = new Map<string, string>();
  const add = (name: ts.Node | undefined, node: ts.Node): void => {
    if (!name || !ts.isIdentifier(name)) return;
    const shape = printer.printNode(ts.EmitHint.Unspecified, node, source);
    shapes.set(name.text, (shapes.get(name.text) ?? '') + shape.replace(/^export /, ''));
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) add(one.name, one);
    else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    )
      add(statement.name, statement);
  }
  return shapes;
};

/** The names that sources declare at their top level, exported or not, in more than one shape, and in how many. */
export const ambiguous = (
  sources: Readonly<Record<string, string>>,
): Readonly<Record<string, number>> => {
  const shapes = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(sources)) {
    for (const [name, shape] of declared(path, text))
      shapes.set(name, (shapes.get(name) ?? new Set()).add(shape));
  }
  return Object.fromEntries(
    [...shapes]
      .map(([name, { size }]) => [name, size] as const)
      .filter(([, size]) => size > 1)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
};

import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });

interface Declared {
  /** The text without comments. */
  readonly shape: string;
  readonly isExported: boolean;
}

/** What a source declares at its top level, by name. */
const declared = (path: string, text: string): ReadonlyMap<string, Declared> => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const names = new Map<string, Declared>();
  const add = (name: ts.Node | undefined, node: ts.Node, statement: ts.Statement): void => {
    if (!name || !ts.isIdentifier(name)) return;
    const shape = printer.printNode(ts.EmitHint.Unspecified, node, source).replace(/^export /, '');
    const known = names.get(name.text);
    names.set(name.text, {
      shape: (known?.shape ?? '') + shape,
      isExported: known?.isExported === true || statement.getText(source).startsWith('export '),
    });
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) add(one.name, one, statement);
    else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    )
      add(statement.name, statement, statement);
  }
  return names;
};

/**
 * The names that sources declare at their top level in more than one shape, and in how many, where one of the sources exports the
 * name. A name that no source exports is read beside what it stands for.
 */
export const ambiguous = (
  sources: Readonly<Record<string, string>>,
): Readonly<Record<string, number>> => {
  const shapes = new Map<string, Set<string>>();
  const exported = new Set<string>();
  for (const [path, text] of Object.entries(sources)) {
    for (const [name, { shape, isExported }] of declared(path, text)) {
      shapes.set(name, (shapes.get(name) ?? new Set()).add(shape));
      if (isExported) exported.add(name);
    }
  }
  return Object.fromEntries(
    [...shapes]
      .map(([name, { size }]) => [name, size] as const)
      .filter(([name, size]) => size > 1 && exported.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
};

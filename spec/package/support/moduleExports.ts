import ts from 'typescript';

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.Node20,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

// Programs share the files that they have in common: most of their time goes into reading them.
const files = new Map<string, ts.SourceFile | undefined>();
const host = ts.createCompilerHost(options);
const sharing: ts.CompilerHost = {
  ...host,
  getSourceFile: (name, ...how) => {
    if (!files.has(name)) files.set(name, host.getSourceFile(name, ...how));
    return files.get(name);
  },
};

/** A name that a module exports. */
export interface ModuleExport {
  readonly name: string;
  /** What it stands for, at its declaration. */
  readonly symbol: ts.Symbol;
  /** False for types: they leave no trace at run time. */
  readonly isValue: boolean;
}

/** The names that a source, or a declaration file, exports. */
export const moduleExports = (
  file: string,
): { names: ReadonlyArray<ModuleExport>; checker: ts.TypeChecker } => {
  const program = ts.createProgram([file], options, sharing);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module`);
  const names = checker.getExportsOfModule(module).map((exported) => {
    const symbol =
      exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const isTypeOnly = exported.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration) ?? false;
    return {
      name: exported.name,
      symbol,
      isValue: !isTypeOnly && (symbol.flags & ts.SymbolFlags.Value) !== 0,
    };
  });
  return { names, checker };
};
